/// @file
/// Strides of values and addresses from one work-item to the next along x, y and z.
///
/// A heuristic to choose between dimensions, not a proof: indices are assumed not to wrap, clamps
/// not to take effect, and quotients and masked values to grow evenly.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <array>
#include <cstdint>

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Difference between the values of neighbors along one dimension.
struct Stride {
  enum class Kind {
    /// Not computed yet.
    unknown,
    none,
    /// By `bytes` (of a non-pointer: by that number), times `factors` numbers that are unknown at
    /// compile time, such as the width of an image.
    regular,
    irregular,
  };

  Kind kind = Kind::unknown;
  int64_t bytes = 0;
  unsigned factors = 0;

  bool operator==(const Stride &) const = default;
};

/// Strides along x, y and z.
using Strides = std::array<Stride, 3>;

/// Computes strides by iterating to a fixed point. Valid until the function changes.
class DimensionStrides {
 public:
  /// @param work_item_function after lower_work_item_queries().
  explicit DimensionStrides(llvm::Function &work_item_function);

  Strides of(const llvm::Value &value) const;

 private:
  bool update(const llvm::Instruction &instruction);

  llvm::DenseMap<const llvm::Value *, Strides> strides_;
};

}  // namespace mux::compiler
