/// @file
/// Shape analysis: how the values of a linearized function differ between the work-items of a
/// packet.
///
/// Across the lanes of a part a value is uniform, strided (it changes by a constant from each lane
/// to the next) or varying. Between the parts in x, y or z it is equal or not. Uniform and strided
/// values stay scalar: they are represented by the first lane's value.
///
/// Local and global ids, their offsets and the sizes of the ND-range are assumed to be below 2^31,
/// or only those within a group (allow_large_ids()); the caller of packets ensures this. A packet
/// starts at a local id in x that is a multiple of its size in x, so that `x / 64` is uniform and
/// `x % 64` is strided.
///
/// A strided 32-bit index that may wrap, such as `y * width + x` in unsigned arithmetic, is varying
/// once it is extended to 64 bits. An address calculated from it that is only used for memory
/// accesses is strided nevertheless: if the index wrapped between two active work-items of a
/// packet, they would access elements 2^32 apart. No object is assumed to be that large.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <bitset>
#include <cstdint>

#include "codegen/ir/packet.h"

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct Shape {
  enum class Lanes { uniform, strided, varying };

  Lanes lanes = Lanes::uniform;
  /// Difference between consecutive lanes of a strided value; in bytes for a pointer. Not 0.
  int64_t stride = 0;
  /// The dimensions in which the value differs between parts: bit 0 is x.
  std::bitset<3> differing_parts;
  /// For a strided value that differs in x: whether the difference between consecutive parts in x
  /// is `lanes * stride`.
  bool continues_in_parts = false;
  /// For a strided integer: whether the values of active work-items differ by `stride` as
  /// mathematical integers, read as signed or unsigned, and not only modulo 2^bits. The value of an
  /// inactive first lane may have wrapped; Widener::extended_first_lane() handles that.
  bool exact_signed = false;
  bool exact_unsigned = false;

  bool is_uniform() const { return lanes == Lanes::uniform; }
  bool is_strided() const { return lanes == Lanes::strided; }
  bool is_varying() const { return lanes == Lanes::varying; }
  bool varies_by_part() const { return differing_parts.any(); }
  /// Returns the number of parts of a packet with distinct values.
  unsigned distinct_parts(const Packet &packet) const {
    unsigned count = 1;
    for (unsigned i = 0; i < 3; ++i) {
      count *= differing_parts[i] ? packet.parts[i] : 1;
    }
    return count;
  }
  bool operator==(const Shape &) const = default;
};

/// Whether a bitwise operation of a strided value with a constant changes only bits that are equal
/// in all lanes, because the stride is a multiple of a higher power of two: `x & -4` and `x | 3`
/// for a stride of 4.
bool changes_common_bits(const llvm::Instruction &operation, int64_t stride);

/// The shapes of a function's values. Valid until the function changes. The shape of a value that
/// differs by the mask alone, such as one that is loaded from an address that is equal in all
/// parts, is that of the active lanes.
class Shapes {
 public:
  /// @param linearized a work-item function after linearize().
  Shapes(llvm::Function &linearized, const Packet &packet);

  /// Returns the shape of a value. Constants, and values of other functions, are uniform.
  Shape of(const llvm::Value &value) const;

 private:
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
};

}  // namespace mux::compiler
