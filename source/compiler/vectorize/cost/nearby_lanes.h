/// @file
/// Addresses that are nearly the same for all lanes, though nothing is known of the distances:
/// windows of neighboring pixels overlap, whatever is cut off of them at the edges of a picture.

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

/// Asks of one address how it is calculated: from what grows slowly along the lanes, by sums and by
/// choices. What was loaded may be anything.
class NearbyLanes {
 public:
  /// @param size of what is accessed, in bytes.
  NearbyLanes(const Shapes &shapes, int64_t size) : shapes_(shapes), size_(size) {}

  /// @param pointer as the access has it.
  bool are_near(const llvm::Value &pointer);

 private:
  /// @param unit bytes that a step of the value stands for.
  bool is_near(const llvm::Value &value, int64_t unit);
  bool is_near_sum(const llvm::Instruction &instruction, int64_t unit);

  const Shapes &shapes_;
  int64_t size_;
  llvm::SmallSet<std::pair<const llvm::Instruction *, int64_t>, 16> asked_;
};

}  // namespace mux::compiler
