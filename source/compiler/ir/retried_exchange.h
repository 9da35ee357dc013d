/// @file
/// Loops that try until nobody disturbs them: `do { old = *p; } while (atomic_cmpxchg(p, old,
/// f(old)) != old);`.

#pragma once

#include <optional>

namespace llvm {
class AtomicCmpXchgInst;
class Loop;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// A compare-and-exchange that a loop repeats as long as it finds something else than what was read
/// there in the same attempt, or found by the last one. Whoever disturbs it has got further, so
/// nobody waits for one that stands still.
struct RetriedExchange {
  llvm::AtomicCmpXchgInst *exchange = nullptr;
  /// A load in the loop, or a phi in its header, perhaps of another type of the same size.
  llvm::Value *expected = nullptr;

  /// Whether a value in the loop is what was there before the exchange, when it has succeeded.
  bool is_old(llvm::Value &value) const;
};

/// @return nothing if the loop may go on for any other reason.
std::optional<RetriedExchange> find_retried_exchange(const llvm::Loop &loop);

/// What a value was before it was taken for another type.
llvm::Value *without_bit_casts(llvm::Value *value);

}  // namespace mux::compiler
