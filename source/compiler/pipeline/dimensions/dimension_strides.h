/// @file
/// How addresses change from one work-item to the next along x, y and z.
///
/// Good for choosing between dimensions, not for proving anything: indices are taken not to wrap,
/// what is clamped to a border as not clamped, and what is divided or masked as growing evenly.

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

/// What a value grows by along one dimension.
struct Stride {
  enum class Kind {
    /// Not looked at yet.
    unknown,
    none,
    /// By `bytes`, or the number itself for what is no pointer, times `factors` numbers that only
    /// the running program knows, such as the width of an image.
    regular,
    irregular,
  };

  Kind kind = Kind::unknown;
  int64_t bytes = 0;
  unsigned factors = 0;

  bool operator==(const Stride &) const = default;
};

/// Along x, y and z.
using Strides = std::array<Stride, 3>;

/// Valid until the function changes.
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
