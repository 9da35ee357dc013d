/// @file
/// A kernel on its way through the pipeline: a type for each stage.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "compiler/abi/kernel_abi.h"
#include "compiler/ir/dimension_names.h"
#include "compiler/ir/region.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// A variable or a block in local memory: where it begins in scratch memory, and its bytes.
struct LocalVariable {
  uint64_t offset = 0;
  uint64_t size = 0;
};

/// Bytes of local memory that a group which runs as one packet keeps on the stack instead.
inline constexpr uint64_t largest_kept_local_memory = 64 * 1024;

/// What is known of a kernel at every stage of its way.
struct KernelTraits {
  KernelDescription description;
  /// The program was built with -cl-denorms-are-zero.
  bool flushes_denormals = false;
  /// Local memory holds zeros when a group starts.
  bool initializes_local_memory = false;
  /// The kernel is compiled for such ND-ranges alone.
  std::optional<FixedRange> fixed_range;
  /// The same, in the program's dimensions.
  std::optional<RangeShape> shape;
  /// The kernel is compiled for such values of its arguments alone.
  std::vector<FixedArgument> fixed_arguments;
  /// Work-items of a sub-group, if somebody demands a number; else 0.
  uint32_t wanted_sub_group_size = 0;
  /// Work-items print other than where what depends on them has a certain value, as in
  /// `if (get_global_id(0) == 0)`.
  bool many_print = false;

  /// Whether the kernel is compiled for ND-ranges whose ids may be 2^31 and more.
  bool has_large_ids() const { return shape.has_value() && !shape->has_small_ids; }
};

/// A kernel as the program has it: from find_kernels() to make_work_item_function().
struct SourceKernel : KernelTraits {
  /// Owned by the module.
  llvm::Function *function = nullptr;
  /// It would be too large if it did not call kept functions (kept_functions.h).
  bool calls_functions = false;
};

/// What is known of a kernel once it is a work-item function.
struct WorkItemTraits : KernelTraits {
  /// Those that the kernel declares itself, and the blocks it is given if it is known where they
  /// are, in the order of their offsets.
  std::vector<LocalVariable> local_variables;
  /// The kernel asks which sub-groups there are, exchanges values within them, or demands a size.
  bool uses_sub_groups = false;
  /// The kernel asks for nothing that tells one work-group from the next, so that neighboring
  /// groups may run as one.
  bool ignores_groups = false;
  /// Neighboring groups run as one though the kernel tells them apart (joined_groups.h): they are
  /// so small, and all full. In the program's dimensions.
  std::optional<std::array<uint64_t, 3>> joined_size;
  /// As many of them run as one at most, because they keep something in memory
  /// (most_joined_groups()); 0 if it does not matter how many.
  uint64_t most_joined = 0;
  /// Barriers that the program has forgotten (missing_barriers.h).
  unsigned added_barriers = 0;
  /// What the code calls x, y and z.
  DimensionOrder order = natural_order;
  /// The index of the kernel that this is another form of (order_alternatives.h).
  std::optional<size_t> alternative_to;
};

/// A kernel as what one work-item runs (work_item_context.h): until split_at_barriers().
struct WorkItemKernel : WorkItemTraits {
  /// Owned by the module.
  llvm::Function *work_item = nullptr;
};

/// What is done for a kernel's speed (large_kernels.h).
enum class Effort {
  full,
  /// It is optimized, but work-items do not share vectors.
  no_vectors,
  /// Next to nothing.
  least
};

/// A kernel in regions from one barrier to the next: until build_kernel_entry().
struct SplitKernel : WorkItemTraits {
  /// By the index of the barrier that they start at.
  std::vector<Region> regions;
  /// Work-items of a group may meet different barriers, or end while others wait.
  bool barriers_diverge = false;
  /// The work-item function with its barriers, for vectorize() (lockstep.h), which erases it; NULL
  /// if groups of the kernel cannot run as one packet.
  llvm::Function *unsplit = nullptr;
  /// Runs all work-items of a group, if its ids suit packets: a function with the parameters of
  /// the work-item function, called with the local id 0. NULL if there is none.
  llvm::Function *group = nullptr;
  Effort effort = Effort::full;
};

/// A kernel as the function that the runtime calls (KernelFunction of kernel_abi.h).
struct EntryKernel : WorkItemTraits {
  /// Owned by the module, named kernel_symbol(). NULL if only the description is wanted.
  llvm::Function *entry = nullptr;
};

}  // namespace mux::compiler
