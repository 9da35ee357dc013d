/// @file
/// Detects addresses that are close together across lanes, although the stride is unknown: windows
/// of neighboring pixels overlap, even if they are clamped at the edges of an image.

#pragma once

#include <llvm/ADT/SmallSet.h>

#include <cstdint>
#include <utility>

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Checks how one address is calculated: from values with small strides across lanes, by sums and
/// selects. Loaded values are unknown.
class NearbyLanes {
 public:
  /// @param size bytes of an access.
  NearbyLanes(const Shapes &shapes, int64_t size) : shapes_(shapes), size_(size) {}

  /// @param pointer the pointer operand of the access.
  bool are_near(const llvm::Value &pointer);

 private:
  /// @param unit bytes by which the address changes if the value changes by 1.
  bool is_near(const llvm::Value &value, int64_t unit);
  bool is_near_sum(const llvm::Instruction &instruction, int64_t unit);

  const Shapes &shapes_;
  int64_t size_;
  llvm::SmallSet<std::pair<const llvm::Instruction *, int64_t>, 16> asked_;
};

}  // namespace mux::compiler
