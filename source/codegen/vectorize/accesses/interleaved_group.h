/// @file
/// Groups of interleaved accesses: addresses with a small constant stride of several elements, such
/// as members of structures, colors of pixels, or every second element.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Instruction;
class Type;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Maximum stride in elements. With a larger one, gathers touch less memory than vector accesses,
/// unless all elements are used.
inline constexpr int64_t largest_stride = 8;

/// An access to one element of each lane's structure.
struct GroupMember {
  llvm::Instruction *access = nullptr;
  /// Offset from the start of the structure, in elements.
  int64_t offset = 0;
};

/// Accesses to contiguous structures, one for each lane, sorted by offset.
struct InterleavedGroup {
  llvm::SmallVector<GroupMember, 8> members;
  /// Number of elements from one structure to the next.
  int64_t stride = 0;
  /// The stride is negative: the last lane's structure is the first one in memory.
  bool is_backwards = false;
  /// Number of elements from a structure's first accessed element to its last one.
  int64_t extent = 0;
  llvm::Type *element = nullptr;
  /// Whether find_interleaved_group() returns the same group for each member. Not for a load that
  /// has the address of an earlier one.
  bool is_shared = true;

  /// Whether the structure has a power of two of elements and the last one is accessed.
  bool is_whole() const {
    return extent == stride && std::has_single_bit(static_cast<uint64_t>(stride));
  }
  /// Whether, in addition, all elements are accessed.
  bool is_full() const { return is_whole() && members.size() == static_cast<size_t>(stride); }
  /// Returns NULL if there is no member at the offset.
  const GroupMember *find(int64_t offset) const;
};

/// Returns the group of a simple load or store of a type that has a vector form. With a stride of
/// more than largest_stride, only a group that covers all elements, of at least 32 bits, of
/// structures of a power of two of elements, at most the number of lanes: a transposition.
/// Measured: shuffles of uchar16 take 9 us instead of 134.
/// @return nullopt if the stride is too large, or no constant multiple of the element size.
std::optional<InterleavedGroup> find_interleaved_group(llvm::Instruction &access,
                                                       const Shapes &shapes,
                                                       const llvm::DataLayout &layout,
                                                       unsigned lanes);

}  // namespace mux::compiler
