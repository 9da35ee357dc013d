#include "codegen/vectorize/prepare/unroll_array_loops.h"

#include <llvm/Analysis/LoopInfo.h>

#include "codegen/vectorize/prepare/array_loops.h"
#include "codegen/vectorize/prepare/tuning.h"

namespace mux::compiler {

namespace {

bool is_worth_unrolling(const llvm::Loop &loop, size_t size) {
  const bool calculates = loop.isOutermost() && !any_instruction(loop, touches_memory);
  return (calculates && size <= tuning::max_instructions_without_memory) ||
         (size <= tuning::max_instructions_around_arrays && any_instruction(loop, accesses_array));
}

}  // namespace

bool unroll_array_loops(llvm::Function &work_item, llvm::TargetMachine &machine) {
  return has_loops_to_unroll(work_item) &&
         unroll_around_arrays(work_item, machine, is_worth_unrolling);
}

}  // namespace mux::compiler
