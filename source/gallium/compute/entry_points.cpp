// Entry points of compute programs and grids.

#include <algorithm>

#include "gallium/bindings/bound_numbers.h"
#include "gallium/compute/decoded_views.h"
#include "gallium/compute/grid.h"
#include "gallium/compute/indirect.h"
#include "gallium/context/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateComputeState(mux_gallium_context_t context,
                                          const mux_gallium_compute_template_t *description,
                                          mux_gallium_compute_state_t *out_state) {
  return context_call("muxGalliumCreateComputeState", context, arguments(description, out_state),
                      [&](Context &on) {
                        require_valid(description != nullptr, "the description is NULL");
                        require_out(out_state, "out_state is NULL");
                        *out_state = add_compiled<ComputeState>(on, *description);
                      });
}

mux_result_t muxGalliumBindComputeState(mux_gallium_context_t context,
                                        mux_gallium_compute_state_t state) {
  return context_call("muxGalliumBindComputeState", context, arguments(state), [&](Context &on) {
    Ref<ComputeState> program;
    if (state != nullptr) {
      program = Ref<ComputeState>(checked<ComputeState>(state, &on));
    }
    on.bindings().program = std::move(program);
    on.bindings().stages[mux_gallium_stage_compute].inlinable.clear();
  });
}

mux_result_t muxGalliumDestroyComputeState(mux_gallium_context_t context,
                                           mux_gallium_compute_state_t state) {
  return any_context_call("muxGalliumDestroyComputeState", context, arguments(state),
                          [&](Context &on) { on.remove(checked<ComputeState>(state, &on)); });
}

mux_result_t muxGalliumGetComputeStateInfo(mux_gallium_compute_state_t state, uint32_t entry_point,
                                           mux_gallium_compute_state_info_t *out_info) {
  return call("muxGalliumGetComputeStateInfo", arguments(state, entry_point, out_info), [&] {
    const ComputeState &of = checked<ComputeState>(state);
    const mux_kernel_info_t &kernel = of.executable().entry_point(entry_point).info;
    require_out(out_info, "out_info is NULL");
    mux_gallium_compute_state_info_t info{};
    info.entry_point_count = of.executable().entry_point_count();
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      info.required_block[dimension] = static_cast<uint32_t>(kernel.required_local_size[dimension]);
    }
    info.max_block_size = static_cast<uint32_t>(kernel.max_local_size);
    info.preferred_block_multiple = static_cast<uint32_t>(kernel.preferred_local_size_multiple);
    info.private_memory = static_cast<uint32_t>(kernel.private_memory_size);
    *out_info = info;
  });
}

mux_result_t muxGalliumGetComputeEntryPoint(mux_gallium_compute_state_t state, const char *name,
                                            uint32_t *out_entry_point) {
  return call("muxGalliumGetComputeEntryPoint", arguments(state, name, out_entry_point), [&] {
    const ComputeState &of = checked<ComputeState>(state);
    require_valid(name != nullptr, "the name is NULL");
    const uint32_t found = of.executable().find(name);
    require_out(out_entry_point, "out_entry_point is NULL");
    *out_entry_point = found;
  });
}

namespace {

void check_grid(const Context &on, const ComputeState &program,
                const mux_gallium_grid_info_t &info) {
  require_valid(program.input_size() == 0 || info.input != nullptr,
                "the program has INPUT, and input is NULL");
  require_valid(uint64_t{program.static_shared_memory()} + info.variable_shared_memory <=
                    on.screen().info().max_compute_shared_memory_size,
                "too much local memory");
}

/// Whether a grid may access resources by addresses: those that are mapped into GLOBAL, and those
/// of resident handles.
bool accesses_by_address(const Bindings &bindings) {
  return !bindings.residents.empty() ||
         std::ranges::any_of(bindings.globals,
                             [](const Ref<Resource> &bound) { return static_cast<bool>(bound); });
}

/// All resources of a grid: those of its arguments, and those that it may access by addresses.
std::vector<Use> all_uses(const Arguments &arguments, const Bindings &bindings) {
  std::vector<Use> uses(arguments.uses().begin(), arguments.uses().end());
  for (const Ref<Resource> &bound : bindings.globals) {
    if (bound) {
      uses.emplace_back(*bound, Access{.reads = true, .writes = true});
    }
  }
  for (const Ref<Handle> &handle : bindings.residents) {
    uses.emplace_back(handle->resource(), handle->access());
  }
  return uses;
}

/// Keeps what a grid uses besides resources.
void keep(const Arguments &arguments, const Bindings &bindings, Recording &recording) {
  arguments.keep(recording.kept);
  recording.kept.insert(recording.kept.end(), bindings.residents.begin(), bindings.residents.end());
}

void launch_direct(Context &on, EntryPoint &entry_point, const mux_gallium_grid_info_t &info) {
  const Range range = range_of(on.screen().info(), info,
                               {info.grid[0], info.work_dim == 1 ? 1 : info.grid[1],
                                info.work_dim == 1 || info.work_dim == 2 ? 1 : info.grid[2]});
  if (range.is_empty()) {
    return;
  }
  Arguments arguments(on, entry_point, {info.input, info.variable_shared_memory});
  on.record(all_uses(arguments, on.bindings()), [&](Recording &recording) {
    keep(arguments, on.bindings(), recording);
    recording.keep(*on.bindings().program);
    recording.cost = &entry_point.cost;
    recording.work_items = range.work_items();
    recording.expected = entry_point.cost.expected(range.work_items());
    return record_range(recording.commands, entry_point, arguments.descriptors(), range,
                        recording.wait_count, recording.waits, recording.sync_point);
  });
}

void launch_indirect(Context &on, EntryPoint &entry_point, const mux_gallium_grid_info_t &info) {
  constexpr uint64_t bytes = 3 * sizeof(uint32_t);
  Resource &indirect = checked<Resource>(info.indirect);
  require_valid(indirect.is_buffer() && info.indirect_offset % sizeof(uint32_t) == 0 &&
                    bytes <= indirect.size() && info.indirect_offset <= indirect.size() - bytes,
                "the indirect range is not aligned or not inside a buffer");
  auto arguments = std::make_unique<Arguments>(on, entry_point,
                                               GridInput{info.input, info.variable_shared_memory});
  std::vector<Use> uses = all_uses(*arguments, on.bindings());
  const Use &sizes = uses.emplace_back(indirect, Access{.reads = true, .writes = false});
  const Ref<IndirectGrid> grid = make_ref<IndirectGrid>(
      on, entry_point, info, std::move(arguments), sizes.storage->data() + info.indirect_offset);
  on.record(uses, [&](Recording &recording) {
    keep(grid->arguments(), on.bindings(), recording);
    recording.keep(*grid);
    return muxCommandUserCallback(recording.commands, IndirectGrid::run, grid.get(),
                                  recording.wait_count, recording.waits, recording.sync_point);
  });
}

}  // namespace

mux_result_t muxGalliumLaunchGrid(mux_gallium_context_t context,
                                  const mux_gallium_grid_info_t *info) {
  return context_call("muxGalliumLaunchGrid", context, arguments(info), [&](Context &on) {
    require_valid(info != nullptr, "the grid is NULL");
    const Ref<ComputeState> program = on.bindings().program;
    require_valid(static_cast<bool>(program), "no compute program is bound");
    const StageBindings &stage = on.bindings().stages[mux_gallium_stage_compute];
    EntryPoint &entry_point =
        program->executable_for(stage.inlinable, bound_numbers(program->bound_constants(), stage))
            .entry_point(info->entry_point);
    check_grid(on, *program, *info);
    check_blocks(on.screen().info(), entry_point, *info);
    decode_views(on, entry_point);
    // Addresses hide from the device which bytes a grid accesses.
    const bool accesses_any = accesses_by_address(on.bindings());
    if (accesses_any) {
      on.record_barrier();
    }
    if (info->indirect != nullptr) {
      launch_indirect(on, entry_point, *info);
    } else {
      launch_direct(on, entry_point, *info);
    }
    if (accesses_any) {
      on.record_barrier();
    }
  });
}
