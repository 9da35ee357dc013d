#include "codegen/pipeline/program/size_limits.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "codegen/ir/call_order.h"
#include "codegen/ir/failure.h"
#include "codegen/ir/noinline_functions.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/pipeline/program/inlined_sizes.h"

namespace mux::compiler {

llvm::Error check_inlined_size(const std::vector<SourceKernel> &kernels, const CallOrder &order) {
  InlinedSizes full_sizes;
  InlinedSizes kept_sizes;
  for (const llvm::Function *function : order.functions()) {
    full_sizes.add(*function, /*keeps=*/false);
    kept_sizes.add(*function, /*keeps=*/true);
  }
  for (const SourceKernel &kernel : kernels) {
    const uint64_t size = (kernel.calls_functions ? kept_sizes : full_sizes).of(*kernel.function);
    if (size > most_inlined_instructions) {
      return failure("kernel '" + kernel.description.name + "' has " + std::to_string(size) +
                     " instructions once the functions that it calls are inlined; at most " +
                     std::to_string(most_inlined_instructions) + " are supported");
    }
  }
  return llvm::Error::success();
}

llvm::Error check_barriers(const WorkItemKernel &kernel) {
  const unsigned barriers = barrier_count(*kernel.work_item);
  if (barriers <= most_barriers) {
    return llvm::Error::success();
  }
  return failure("kernel '" + kernel.description.name + "' has " + std::to_string(barriers) +
                 " barriers; at most " + std::to_string(most_barriers) + " are supported");
}

llvm::Error check_memory(const KernelTraits &kernel) {
  const KernelDescription &description = kernel.description;
  const auto check = [&](uint64_t bytes, const char *kind) -> llvm::Error {
    if (bytes > most_memory) {
      return failure("kernel '" + description.name + "' needs " + std::to_string(bytes) +
                     " bytes of " + kind + " memory");
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = check(description.local_memory_size, "local")) {
    return error;
  }
  if (llvm::Error error = check(description.storage_per_group, "private")) {
    return error;
  }
  return check(description.storage_per_work_item, "private");
}

namespace {

/// Sizes in which the time of LLVM's passes is superlinear.
struct CodeSize {
  uint64_t instructions = 0;
  uint64_t blocks = 0;
  uint64_t loops = 0;
  unsigned depth = 0;

  void add(const CodeSize &other) {
    instructions += other.instructions;
    blocks += other.blocks;
    loops += other.loops;
    depth = std::max(depth, other.depth);
  }

  void enlarge(const CodeSize &other) {
    instructions = std::max(instructions, other.instructions);
    blocks = std::max(blocks, other.blocks);
    loops = std::max(loops, other.loops);
    depth = std::max(depth, other.depth);
  }
};

CodeSize size_of(llvm::Function &function) {
  CodeSize size{function.getInstructionCount(), function.size()};
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loop_info(dominators);
  for (const llvm::Loop *loop : loop_info.getLoopsInPreorder()) {
    ++size.loops;
    size.depth = std::max(size.depth, loop->getLoopDepth());
  }
  return size;
}

}  // namespace

Effort choose_effort(const std::vector<Region> &regions, bool uses_sub_groups) {
  CodeSize all;
  CodeSize largest;
  for (const Region &region : regions) {
    const CodeSize size = size_of(*region.work_item);
    all.add(size);
    largest.enlarge(size);
  }
  const bool are_functions = regions.size() > most_inlined_regions;
  const CodeSize &size = are_functions ? largest : all;
  if (all.instructions > most_optimized_instructions || size.blocks > most_optimized_blocks ||
      size.loops > most_optimized_loops || size.depth > deepest_optimized_loop) {
    return Effort::least;
  }
  if (llvm::any_of(regions, [](const Region &region) {
        return calls_noinline_functions(*region.work_item);
      })) {
    return Effort::no_vectors;
  }
  const uint64_t most =
      uses_sub_groups ? most_vectorized_blocks_with_sub_groups : most_vectorized_blocks;
  return size.blocks > most ? Effort::no_vectors : Effort::full;
}

void skip_optimization(llvm::Function &entry) {
  entry.addFnAttr(llvm::Attribute::NoInline);
  entry.addFnAttr(llvm::Attribute::OptimizeNone);
}

}  // namespace mux::compiler
