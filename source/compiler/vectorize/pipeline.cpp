#include "compiler/vectorize/pipeline.h"

#include "compiler/ir/failure.h"
#include "compiler/ir/local_atomics.h"
#include "compiler/ir/stack_variables.h"
#include "compiler/ir/sub_group_functions.h"
#include "compiler/ir/truncations.h"
#include "compiler/optimize/function_passes.h"
#include "compiler/optimize/optimize.h"
#include "compiler/optimize/rolled_loops.h"
#include "compiler/vectorize/analysis/private_layout.h"
#include "compiler/vectorize/analysis/spin_wait_loops.h"
#include "compiler/vectorize/idioms/forward_stores_to_loads.h"
#include "compiler/vectorize/idioms/keep_local_memory.h"
#include "compiler/vectorize/idioms/prefetch_iterations.h"
#include "compiler/vectorize/idioms/privatize_histograms.h"
#include "compiler/vectorize/idioms/revectorize_components.h"
#include "compiler/vectorize/idioms/streaming_stores.h"
#include "compiler/vectorize/linearize/linearize.h"
#include "compiler/vectorize/prepare/count_along_index.h"
#include "compiler/vectorize/prepare/last_barrier.h"
#include "compiler/vectorize/prepare/loads_first.h"
#include "compiler/vectorize/prepare/narrow_integers.h"
#include "compiler/vectorize/prepare/separate_returns.h"
#include "compiler/vectorize/prepare/unroll_arrays.h"
#include "compiler/vectorize/prepare/unroll_row_walks.h"
#include "compiler/vectorize/prepare/unroll_steps.h"
#include "compiler/vectorize/prepare/unsink_loads.h"
#include "compiler/vectorize/versions/branch_on_superword_condition.h"
#include "compiler/vectorize/versions/partner_versions.h"
#include "compiler/vectorize/versions/row_epilogue.h"
#include "compiler/vectorize/versions/sparse_mask_paths.h"
#include "compiler/vectorize/versions/uniform_exits.h"
#include "compiler/vectorize/widen/instructions/widen.h"

namespace mux::compiler {

llvm::Error prepare(llvm::Function &work_item, const PacketJob &job, Compilation &compilation) {
  const auto run = [&](PassName name, auto &&pass) {
    return compilation.passes.run(name, work_item, pass);
  };
  llvm::TargetMachine &machine = compilation.machine;
  const bool is_group = job.mode == PacketMode::group;
  // For whole groups, widen_group() has already unrolled array loops, or found that the arrays do
  // not fit the registers (lockstep.cpp). Whether unrolling loops along rows would help them has
  // not been measured.
  if (!is_group) {
    run("unroll_array_loops", [&] { unroll_array_loops(work_item, machine); });
    run("unroll_row_walks", [&] { unroll_row_walks(work_item, machine); });
  }
  run("narrow_integers", [&] { narrow_integers(work_item, machine); });
  if (job.mode == PacketMode::sub_groups || job.mode == PacketMode::along_index) {
    run("set_sub_group_size", [&] { set_sub_group_size(work_item, job.width.lanes); });
  }
  run("split_vectors", [&] { split_vectors(work_item, machine); });
  run("unsink_loads", [&] { unsink_loads(work_item); });
  // Only the function of a whole group still contains barriers.
  if (is_group) {
    run("unroll_steps", [&] { unroll_steps(work_item, machine); });
  }
  run("show_truncations", [&] { show_truncations(work_item); });
  if (!is_group && job.kernel.barriers_diverge) {
    run("return_last_barrier",
        [&] { return_last_barrier(work_item, job.kernel.regions.size() - 1); });
  } else {
    run("separate_returns", [&] { separate_returns(work_item); });
  }
  if (may_wait_for_work_items(work_item)) {
    return failure("work-items may wait for each other");
  }
  run("forget_volatile_local_accesses", [&] { forget_volatile_local_accesses(work_item); });
  run("move_loads_first", [&] { move_loads_first(work_item); });
  if (job.mode == PacketMode::along_index) {
    run("count_along_index", [&] { count_along_index(work_item); });
  }
  return llvm::Error::success();
}

llvm::Error make_linear(llvm::Function &function,
                        const llvm::SmallPtrSet<const llvm::Value *, 8> &sources,
                        Compilation &compilation) {
  return compilation.passes.run("linearize", function,
                                [&] { return linearize(function, sources); });
}

void add_versions(const LinearizedFunction &linearized, const PacketJob &job,
                  Compilation &compilation) {
  llvm::Function &function = linearized.function;
  const auto run = [&](PassName name, auto &&pass) {
    compilation.passes.run(name, function, pass);
  };
  // These versions are for packets of one shape. A whole group's shape is a compile-time constant,
  // so it needs no partner versions.
  const bool has_one_shape = job.mode != PacketMode::group && !linearized.has_row;
  if (has_one_shape) {
    run("add_partner_versions", [&] { add_partner_versions(function, linearized.packet); });
  }
  run("branch_on_superword_conditions", [&] { branch_on_superword_conditions(function); });
  if (has_one_shape) {
    run("add_sparse_mask_paths", [&] { add_sparse_mask_paths(function, linearized.packet); });
  }
  run("separate_uniform_exits", [&] { separate_uniform_exits(function, linearized.sources); });
  run("interleave_variables", [&] { interleave_variables(function, linearized.packet.lanes); });
}

void make_epilogue(llvm::Function &linearized, const Packet &packet, const PacketJob &job,
                   Compilation &compilation) {
  const auto run = [&](PassName name, auto &&pass) {
    compilation.passes.run(name, linearized, pass);
  };
  if (job.mode == PacketMode::along_index) {
    run("stop_at_group_end", [&] { stop_at_group_end(linearized); });
  } else {
    run("stop_at_row_end", [&] { stop_at_row_end(linearized); });
  }
  run("interleave_variables", [&] { interleave_variables(linearized, packet.lanes); });
}

/// Returns the size in bytes of all local variables, aligned; 0 if there are none.
uint64_t end_of(const std::vector<LocalVariable> &variables) {
  return variables.empty() ? 0
                           : llvm::alignTo(variables.back().offset + variables.back().size,
                                           local_memory_alignment);
}

llvm::Function *make_packet(llvm::Function &linearized, const Packet &packet, PacketUse use,
                            const PacketJob &job, Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  llvm::Module &module = *linearized.getParent();
  llvm::Function &function =
      *passes.run("widen", module, [&] { return widen(linearized, packet); });
  const auto run = [&](PassName name, auto &&pass) { passes.run(name, function, pass); };
  if (job.mode == PacketMode::group) {
    run("keep_local_memory", [&] {
      // Local memory that is zero-initialized by the runtime has to stay in the scratch memory.
      if (!job.kernel.initializes_local_memory) {
        keep_local_memory(function, end_of(job.kernel.local_variables));
      }
    });
    run("fold", [&] { FunctionPasses(function, compilation.machine).run(folding_passes()); });
    run("forward_stores_to_loads", [&] {
      for (llvm::AllocaInst *variable : stack_variables(function)) {
        forward_stores_to_loads(*variable);
      }
    });
  }
  run("revectorize_components", [&] { revectorize_components(function, compilation.machine); });
  if (use == PacketUse::epilogue) {
    run("keep_loops_rolled", [&] { keep_loops_rolled(function); });
    return &function;
  }
  run("prefetch_next_iterations", [&] { prefetch_next_iterations(function); });
  // The local memory of a whole group is on its stack by now.
  if (job.mode != PacketMode::group) {
    run("privatize_histograms",
        [&] { privatize_histograms(function, job.kernel.local_variables); });
  }
  run("add_streaming_stores",
      [&] { add_streaming_stores(function, job.kernel.description, packet.lanes); });
  return &function;
}

}  // namespace mux::compiler
