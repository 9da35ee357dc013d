/// @file
/// Lock-free compare-and-exchange loops: `do { old = *p; } while (atomic_cmpxchg(p, old, f(old)) !=
/// old);`.

#pragma once

#include <optional>

namespace llvm {
class AtomicCmpXchgInst;
class Loop;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// A compare-and-exchange that a loop repeats while it does not find the expected value, which was
/// loaded in the same iteration or returned by the previous attempt. An attempt fails only if
/// another work-item's exchange succeeded, so no work-item waits for one that makes no progress.
struct RetriedExchange {
  llvm::AtomicCmpXchgInst *exchange = nullptr;
  /// A load in the loop, or a phi in its header, possibly bitcast from a type of the same size.
  llvm::Value *expected = nullptr;

  /// Whether a value in the loop equals the memory's content before a successful exchange.
  bool is_old(llvm::Value &value) const;
};

/// @return nullopt if the loop has any other exit or any other condition.
std::optional<RetriedExchange> find_retried_exchange(const llvm::Loop &loop);

/// Strips bitcasts from a value.
llvm::Value *without_bit_casts(llvm::Value *value);

}  // namespace mux::compiler
