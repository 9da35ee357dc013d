#include "codegen/vectorize/pipeline.h"

#include "codegen/ir/drop_local_volatile.h"
#include "codegen/ir/failure.h"
#include "codegen/ir/restore_truncations.h"
#include "codegen/ir/set_sub_group_size.h"
#include "codegen/ir/stack_variables.h"
#include "codegen/optimize/disable_runtime_unrolling.h"
#include "codegen/optimize/scalarize_vectors.h"
#include "codegen/optimize/simplify_packet.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/analysis/spin_wait_loops.h"
#include "codegen/vectorize/idioms/add_streaming_stores.h"
#include "codegen/vectorize/idioms/forward_stores_to_loads.h"
#include "codegen/vectorize/idioms/move_local_memory_to_stack.h"
#include "codegen/vectorize/idioms/prefetch_next_iterations.h"
#include "codegen/vectorize/idioms/privatize_histograms.h"
#include "codegen/vectorize/idioms/revectorize_components.h"
#include "codegen/vectorize/linearize/linearize.h"
#include "codegen/vectorize/prepare/derive_local_ids.h"
#include "codegen/vectorize/prepare/hoist_loads_over_stores.h"
#include "codegen/vectorize/prepare/interleave_private_arrays.h"
#include "codegen/vectorize/prepare/narrow_integers.h"
#include "codegen/vectorize/prepare/return_last_barrier.h"
#include "codegen/vectorize/prepare/split_returns.h"
#include "codegen/vectorize/prepare/unroll_array_loops.h"
#include "codegen/vectorize/prepare/unroll_barrier_loops.h"
#include "codegen/vectorize/prepare/unroll_strided_loops.h"
#include "codegen/vectorize/prepare/unsink_loads.h"
#include "codegen/vectorize/versions/add_partner_versions.h"
#include "codegen/vectorize/versions/add_sparse_mask_paths.h"
#include "codegen/vectorize/versions/branch_on_superword_conditions.h"
#include "codegen/vectorize/versions/predicate_group_tail.h"
#include "codegen/vectorize/versions/predicate_row_tail.h"
#include "codegen/vectorize/versions/separate_uniform_exits.h"
#include "codegen/vectorize/widen/instructions/widen.h"
#include "compiler/abi/kernel_abi.h"

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
    run("unroll_strided_loops", [&] { unroll_strided_loops(work_item, machine); });
  }
  run("narrow_integers", [&] { narrow_integers(work_item, machine); });
  if (job.mode == PacketMode::sub_groups || job.mode == PacketMode::along_index) {
    run("set_sub_group_size", [&] { set_sub_group_size(work_item, job.width.lanes); });
  }
  run("scalarize_vectors", [&] { scalarize_vectors(work_item, machine); });
  run("unsink_loads", [&] { unsink_loads(work_item); });
  // Only the function of a whole group still contains barriers.
  if (is_group) {
    run("unroll_barrier_loops", [&] { unroll_barrier_loops(work_item, machine); });
  }
  run("restore_truncations", [&] { restore_truncations(work_item); });
  if (!is_group && job.kernel.barriers_diverge) {
    run("return_last_barrier",
        [&] { return_last_barrier(work_item, job.kernel.regions.size() - 1); });
  } else {
    run("split_returns", [&] { split_returns(work_item); });
  }
  if (may_wait_for_work_items(work_item)) {
    return failure("work-items may wait for each other");
  }
  run("drop_local_volatile", [&] { drop_local_volatile(work_item); });
  run("hoist_loads_over_stores", [&] { hoist_loads_over_stores(work_item); });
  if (job.mode == PacketMode::along_index) {
    run("derive_local_ids", [&] { derive_local_ids(work_item); });
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
  run("interleave_private_arrays",
      [&] { interleave_private_arrays(function, linearized.packet.lanes); });
}

void make_epilogue(llvm::Function &linearized, const Packet &packet, const PacketJob &job,
                   Compilation &compilation) {
  const auto run = [&](PassName name, auto &&pass) {
    compilation.passes.run(name, linearized, pass);
  };
  if (job.mode == PacketMode::along_index) {
    run("predicate_group_tail", [&] { predicate_group_tail(linearized); });
  } else {
    run("predicate_row_tail", [&] { predicate_row_tail(linearized); });
  }
  run("interleave_private_arrays", [&] { interleave_private_arrays(linearized, packet.lanes); });
}

/// Returns the size in bytes of all local variables, aligned; 0 if there are none.
uint64_t end_of(const std::vector<LocalVariable> &variables) {
  return variables.empty() ? 0
                           : llvm::alignTo(variables.back().offset + variables.back().size,
                                           local_memory_alignment);
}

llvm::Function *make_packet(const AccessPlan &plan, PacketUse use, const PacketJob &job,
                            Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  llvm::Module &module = *plan.function().getParent();
  llvm::Function &function = *passes.run("widen", module, [&] { return widen(plan); });
  const auto run = [&](PassName name, auto &&pass) { passes.run(name, function, pass); };
  if (job.mode == PacketMode::group) {
    run("move_local_memory_to_stack", [&] {
      // Local memory that is zero-initialized by the runtime has to stay in the scratch memory.
      if (!job.kernel.initializes_local_memory) {
        move_local_memory_to_stack(function, end_of(job.kernel.local_variables));
      }
    });
    run("simplify_packet", [&] { simplify_packet(function, compilation.machine); });
    run("forward_stores_to_loads", [&] {
      for (llvm::AllocaInst *variable : stack_variables(function)) {
        forward_stores_to_loads(*variable);
      }
    });
  }
  run("revectorize_components", [&] { revectorize_components(function, compilation.machine); });
  if (use == PacketUse::epilogue) {
    run("disable_runtime_unrolling", [&] { disable_runtime_unrolling(function); });
    return &function;
  }
  run("prefetch_next_iterations", [&] { prefetch_next_iterations(function); });
  // The local memory of a whole group is on its stack by now.
  if (job.mode != PacketMode::group) {
    run("privatize_histograms",
        [&] { privatize_histograms(function, job.kernel.local_variables); });
  }
  run("add_streaming_stores",
      [&] { add_streaming_stores(function, job.kernel.description, plan.packet().lanes); });
  return &function;
}

}  // namespace mux::compiler
