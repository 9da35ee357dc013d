/// @file
/// Small structures at arbitrary addresses whose members are accessed together: the components of a
/// `float2`, or the colors of a pixel.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Alignment.h>

#include <cstddef>
#include <cstdint>

namespace llvm {
class DataLayout;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Element sizes in bytes that gather instructions support. Measured: a sum of two float2 from
/// random addresses takes 60 us instead of 127, of float4 150 instead of 237; with a 16-byte load
/// for each lane and a transposition it takes 165. A sum of two uchar4 takes 89 us instead of 800,
/// since processors have no gathers of bytes.
constexpr int64_t largest_word = 8;
constexpr int64_t smallest_word = 4;
/// Size in bytes of a structure that is loaded or stored lane by lane with a single instruction.
constexpr int64_t largest_structure = 16;

/// Loads from adjacent addresses that one gather replaces, sorted by address; or stores that one
/// scatter replaces.
struct Structure {
  llvm::SmallVector<llvm::Instruction *, 8> members;
  /// Size of each member in bytes.
  int64_t size = 0;
  /// Whether find_structure() returns the same structure for each member. Not for a load that has
  /// the address of an earlier one.
  bool is_shared = true;

  int64_t bytes() const { return size * static_cast<int64_t>(members.size()); }
  /// Returns the index of the member that comes first in the code.
  size_t earliest() const;
  /// Returns the index of the member that comes last in the code.
  size_t latest() const;
  /// Returns the offset in bytes from the earliest member's address to the first member's.
  int64_t offset() const { return -static_cast<int64_t>(earliest()) * size; }
  /// Returns the alignment of the first member's address.
  llvm::Align alignment() const;
  /// Returns the members as copy_access_metadata() takes them.
  llvm::SmallVector<const llvm::Instruction *, 8> originals() const {
    return {members.begin(), members.end()};
  }
};

/// Partitions adjacent accesses without gaps, by ascending address, into structures as large as
/// possible, and returns the one that contains the access.
/// @param access a simple load or store.
/// @param largest maximum size of a structure in bytes; a power of two.
Structure find_structure(llvm::Instruction &access, unsigned lanes, int64_t largest,
                         const Shapes &shapes, const llvm::DataLayout &layout);

}  // namespace mux::compiler
