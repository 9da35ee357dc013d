/// @file
/// Small structures that lie anywhere, and whose members are accessed side by side: the components
/// of a `float2`, or the colors of a pixel.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Alignment.h>

#include <cstddef>
#include <cstdint>

namespace llvm {
class DataLayout;
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
class Widener;

/// Bytes that processors gather at once. A sum of two float2 from random addresses took 60 us
/// instead of 127, of float4 150 instead of 237; one load of 16 bytes for each lane, and a
/// transposition of what came, took 165. A sum of two uchar4 took 89 us instead of 800, for
/// processors do not gather bytes.
constexpr int64_t largest_word = 8;
constexpr int64_t smallest_word = 4;
/// What processors load and store for each lane at once, and put side by side.
constexpr int64_t largest_structure = 16;

/// Loads of neighbors in memory, in the order of their addresses, that one gather does; or stores
/// that one scatter does.
struct Structure {
  llvm::SmallVector<llvm::Instruction *, 8> members;
  /// Bytes of each member.
  int64_t size = 0;
  /// Which of them is the access that was asked for.
  size_t own = 0;

  int64_t bytes() const { return size * static_cast<int64_t>(members.size()); }
  /// The one whose address is known first.
  size_t earliest() const;
  /// The one where all that is stored is known.
  size_t latest() const;
  /// Bytes from the earliest member's address to the first member's.
  int64_t offset() const { return -static_cast<int64_t>(earliest()) * size; }
  /// Of the first member's address.
  llvm::Align alignment() const;
  /// For copy_access_metadata().
  llvm::SmallVector<const llvm::Instruction *, 8> originals() const {
    return {members.begin(), members.end()};
  }
};

/// Cuts accesses of neighbors without gaps, from the lowest one on, into structures of as many
/// bytes as possible, and takes the one with the access.
/// @param access a simple load or store.
/// @param largest a power of two: bytes of a structure.
Structure find_structure(llvm::Instruction &access, unsigned lanes, int64_t largest,
                         const Shapes &shapes, const llvm::DataLayout &layout);

/// Where the structures of a part's lanes begin, and where that of one lane does.
llvm::Value *structure_addresses(Widener &widener, const Structure &structure, unsigned part);
llvm::Value *structure_address(Widener &widener, const Structure &structure, unsigned part,
                               unsigned lane);

}  // namespace mux::compiler
