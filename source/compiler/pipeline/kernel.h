/// @file
/// A kernel on its way through the pipeline.

#pragma once

#include <optional>
#include <vector>

#include "compiler/kernel_abi.h"
#include "compiler/pipeline/dimension_order.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// A variable in local memory: where it begins in scratch memory, and its bytes.
struct LocalVariable {
  uint64_t offset = 0;
  uint64_t size = 0;
};

struct Kernel {
  /// Owned by the module. First the kernel as it was written, then its work-item function, at last
  /// its entry point.
  llvm::Function *function = nullptr;
  KernelDescription description;
  /// A work-item function that still has its barriers (lockstep.h), between split_at_barriers() and
  /// vectorise(); NULL if groups of the kernel cannot run as one packet.
  llvm::Function *uncut = nullptr;
  /// Runs all work-items of a group, if all ids are below 2^31: a function with the parameters of
  /// the work-item function, called with the local id 0. NULL if there is none.
  llvm::Function *group = nullptr;
  /// Work-items of a group may meet different barriers, or end while others wait.
  bool barriers_diverge = false;
  /// The program was built with -cl-denorms-are-zero.
  bool flushes_denormals = false;
  /// Those that the kernel declares itself, in the order of their places.
  std::vector<LocalVariable> local_variables;
  /// The kernel is compiled for such ND-ranges alone.
  std::optional<FixedRange> fixed_range;
  /// The kernel is compiled for such values of its arguments alone.
  std::vector<FixedArgument> fixed_arguments;
  /// The kernel asks which sub-groups there are, exchanges values within them, or demands a size.
  bool uses_sub_groups = false;
  /// Work-items of a sub-group, if somebody demands a number; else 0.
  uint32_t wanted_sub_group_size = 0;
  /// The kernel asks for nothing that tells one work-group from the next, so that neighbouring
  /// groups may run as one.
  bool ignores_groups = false;
  /// It is compiled with little effort (large_kernels.h).
  bool is_large = false;
  /// What the function calls x, y and z.
  DimensionOrder order = natural_order;
  /// The number of the kernel that this is another form of (order_alternatives.h).
  std::optional<size_t> alternative_to;
};

}  // namespace mux::compiler
