/// @file
/// How the values of a linearised function differ from one work-item of a packet to the next.
///
/// Along the lanes of a part a value is the same (uniform), grows by a constant from each lane to
/// the next (strided), or neither (varying). From part to part it is the same or not. Uniform and
/// strided values stay scalar: the first lane's value says it all.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

#include "compiler/pipeline/vectorise/packet.h"

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct Shape {
  enum class Lanes { uniform, strided, varying };

  Lanes lanes = Lanes::uniform;
  /// From each lane to the next, of a strided value; of a pointer in bytes. Not 0.
  int64_t stride = 0;
  /// Differs between parts, or lies `lanes * stride` apart.
  bool varies_by_part = false;
  /// Of a strided integer: lane l's value is the first lane's plus l * stride as mathematical
  /// numbers too, read as signed or as unsigned, not only modulo 2^bits.
  bool exact_signed = false;
  bool exact_unsigned = false;

  bool is_uniform() const { return lanes == Lanes::uniform; }
  bool is_strided() const { return lanes == Lanes::strided; }
  bool is_varying() const { return lanes == Lanes::varying; }
  bool operator==(const Shape &) const = default;
};

/// Valid until the function changes.
class Shapes {
 public:
  /// @param linearised a work-item function after linearise().
  Shapes(llvm::Function &linearised, const Packet &packet);

  /// Constants, and values of other functions, are uniform.
  Shape of(const llvm::Value &value) const;

 private:
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
};

}  // namespace mux::compiler
