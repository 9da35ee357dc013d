/// @file
/// The form of a memory access: an entry of an access plan (access_plan.h).

#pragma once

#include <llvm/Support/Alignment.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace llvm {
class Instruction;
class Type;
}  // namespace llvm

namespace mux::compiler {

struct ExchangeAddress;
struct InterleavedGroup;
struct Structure;

/// The forms of accesses. `lane_by_lane` is possible for each access, `indexed` for each simple
/// load or store of elements with a vector form.
enum class AccessForm {
  /// One scalar access: all lanes have the same address.
  uniform,
  /// A vector in the order of the lanes.
  contiguous,
  /// A vector in the reverse order: the stride is minus the size of an element.
  reversed,
  /// Vectors and shuffles, shared by the members of Access::group.
  interleaved,
  /// A vector that is permuted by `i ^ k` (Access::exchange), if its start is aligned at run time;
  /// otherwise like `indexed`.
  exchanged,
  /// Loads: a vector that is permuted, if all lanes turn out to read within it; otherwise like
  /// `words`, or like `indexed` for structures of one member.
  nearby,
  /// One access for each lane's structure of largest_structure bytes (Access::structure), and a
  /// transposition.
  structures,
  /// A gather or scatter of integers that hold all members of Access::structure.
  words,
  /// A gather or scatter of elements.
  indexed,
  /// Atomic operations: one for all lanes, or one for each part.
  combined,
  /// The instruction is executed for one active lane after the other.
  lane_by_lane,
};

/// The mask of an access.
enum class AccessMask {
  /// All lanes are active.
  none,
  /// The block has a mask that is the same for the whole packet: all lanes are active.
  of_packet,
  /// The mask is the same for all lanes of a part.
  of_part,
  /// Each lane has its own.
  of_lanes,
};

/// The entry of a load, store, atomic operation, or call that accesses memory.
struct Access {
  llvm::Instruction *instruction = nullptr;
  AccessForm form = AccessForm::lane_by_lane;
  AccessMask mask = AccessMask::none;
  /// The loaded or stored type, or the result's type of other instructions.
  llvm::Type *type = nullptr;
  /// The alignment of each lane's address that the instruction states; 1 for calls.
  llvm::Align alignment;
  /// The difference in bytes between the addresses of consecutive lanes, 0 if they are the same;
  /// nullopt if it is no constant, and for calls.
  std::optional<int64_t> stride;
  /// For `interleaved`; owned by the plan.
  const InterleavedGroup *group = nullptr;
  /// For `nearby`, `structures` and `words`; owned by the plan.
  const Structure *structure = nullptr;
  /// Index of the instruction among the members of the structure.
  size_t member = 0;
  /// For `exchanged`; owned by the plan.
  const ExchangeAddress *exchange = nullptr;
  /// For `lane_by_lane`: why no other form is possible.
  const char *obstacle = nullptr;

  /// Whether the lanes' elements are one vector in memory, in either order.
  bool is_contiguous() const {
    return form == AccessForm::contiguous || form == AccessForm::reversed;
  }
  /// Whether the lanes' addresses are unordered, or too far apart for vectors.
  bool is_irregular() const {
    return form == AccessForm::exchanged || form == AccessForm::nearby ||
           form == AccessForm::structures || form == AccessForm::words ||
           form == AccessForm::indexed;
  }
};

}  // namespace mux::compiler
