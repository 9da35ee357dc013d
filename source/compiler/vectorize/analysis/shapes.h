/// @file
/// How the values of a linearized function differ from one work-item of a packet to the next.
///
/// Along the lanes of a part a value is the same (uniform), grows by a constant from each lane to
/// the next (strided), or neither (varying). From each part to the next in x, y or z it is the same
/// or not. Uniform and strided values stay scalar: the first lane's value says it all.
///
/// Local and global ids, their offsets and the sizes of the ND-range are taken to be below 2^31, or
/// what lies within a group alone (allow_large_ids()): whoever runs packets makes sure of it. A
/// packet starts at a local id in x that is a multiple of its work-items in x, so that `x / 64` is
/// the same for all of them, and `x % 64` is strided.
///
/// An index of 32 bits that is strided but may wrap, such as `y * width + x` of unsigned numbers,
/// is varying once it is extended to 64 bits. An address made from it that is only used to access
/// memory is strided all the same: if the index wrapped between two work-items of a packet that
/// run, what they access would lie 2^32 elements apart. No object is taken to be that large.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <bitset>
#include <cstdint>

#include "compiler/ir/packet.h"

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct Shape {
  enum class Lanes { uniform, strided, varying };

  Lanes lanes = Lanes::uniform;
  /// From each lane to the next, of a strided value; of a pointer in bytes. Not 0.
  int64_t stride = 0;
  /// The dimensions in which it differs between parts: bit 0 stands for x.
  std::bitset<3> differing_parts;
  /// Of a strided value that differs in x: from each part to the next in x it grows by `lanes *
  /// stride`.
  bool continues_in_parts = false;
  /// Of a strided integer: the values of the work-items that run lie `stride` apart as mathematical
  /// numbers too, read as signed or as unsigned, not only modulo 2^bits. A first lane that does not
  /// run may have wrapped: Widener::extended_first_lane() knows what to do.
  bool exact_signed = false;
  bool exact_unsigned = false;

  bool is_uniform() const { return lanes == Lanes::uniform; }
  bool is_strided() const { return lanes == Lanes::strided; }
  bool is_varying() const { return lanes == Lanes::varying; }
  bool varies_by_part() const { return differing_parts.any(); }
  /// The parts of a packet that have a value of their own.
  unsigned distinct_parts(const Packet &packet) const {
    unsigned count = 1;
    for (unsigned i = 0; i < 3; ++i) {
      count *= differing_parts[i] ? packet.parts[i] : 1;
    }
    return count;
  }
  bool operator==(const Shape &) const = default;
};

/// Whether an operation on bits is one of a strided value and a constant that changes no bit but
/// those that are the same in all lanes, since the stride is a multiple of more: `x & -4` and `x |
/// 3` for a stride of 4.
bool changes_common_bits(const llvm::Instruction &operation, int64_t stride);

/// Valid until the function changes. The shape of what differs by the mask alone, such as what is
/// loaded from an address that is the same in all parts, is the one for lanes that run.
class Shapes {
 public:
  /// @param linearized a work-item function after linearize().
  Shapes(llvm::Function &linearized, const Packet &packet);

  /// Constants, and values of other functions, are uniform.
  Shape of(const llvm::Value &value) const;

 private:
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
};

}  // namespace mux::compiler
