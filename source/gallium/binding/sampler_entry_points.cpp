// Entry points of sampler states and sampler views.

#include "gallium/binding/slots.h"
#include "gallium/context/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateSamplerState(mux_gallium_context_t context,
                                          const mux_gallium_sampler_template_t *description,
                                          mux_gallium_sampler_state_t *out_state) {
  return context_call("muxGalliumCreateSamplerState", context, arguments(description, out_state),
                      [&](Context &on) {
                        require_valid(description != nullptr, "the description is NULL");
                        const Ref<SamplerState> made = make_ref<SamplerState>(&on, *description);
                        require_out(out_state, "out_state is NULL");
                        *out_state = on.add(made);
                      });
}

mux_result_t muxGalliumDestroySamplerState(mux_gallium_context_t context,
                                           mux_gallium_sampler_state_t state) {
  return any_context_call("muxGalliumDestroySamplerState", context, arguments(state),
                          [&](Context &on) { on.remove(checked<SamplerState>(state, &on)); });
}

mux_result_t muxGalliumBindSamplerStates(mux_gallium_context_t context, uint32_t stage,
                                         uint32_t start, uint32_t count,
                                         const mux_gallium_sampler_state_t *states) {
  return context_call("muxGalliumBindSamplerStates", context,
                      arguments(stage, start, count, states), [&](Context &on) {
                        set_slots<SamplerState>(on, checked_stage(on, stage).samplers, start, count,
                                                states);
                      });
}

mux_result_t muxGalliumCreateSamplerView(mux_gallium_context_t context,
                                         mux_gallium_resource_t resource,
                                         const mux_gallium_sampler_view_template_t *description,
                                         mux_gallium_sampler_view_t *out_view) {
  return context_call("muxGalliumCreateSamplerView", context,
                      arguments(resource, description, out_view), [&](Context &on) {
                        Resource &of = checked<Resource>(resource);
                        require_valid(description != nullptr, "the description is NULL");
                        const Ref<SamplerView> made = make_ref<SamplerView>(&on, of, *description);
                        require_out(out_view, "out_view is NULL");
                        *out_view = on.add(made);
                      });
}

mux_result_t muxGalliumSamplerViewDestroy(mux_gallium_context_t context,
                                          mux_gallium_sampler_view_t view) {
  return any_context_call("muxGalliumSamplerViewDestroy", context, arguments(view),
                          [&](Context &on) { on.remove(checked<SamplerView>(view, &on)); });
}

mux_result_t muxGalliumSetSamplerViews(mux_gallium_context_t context, uint32_t stage,
                                       uint32_t start, uint32_t count,
                                       const mux_gallium_sampler_view_t *views) {
  return context_call("muxGalliumSetSamplerViews", context, arguments(stage, start, count, views),
                      [&](Context &on) {
                        set_slots<SamplerView>(on, checked_stage(on, stage).views, start, count,
                                               views);
                      });
}

namespace {

/// Binds objects to a stage from slot 0 on, and frees the slots after them.
template <typename T, size_t size>
void replace_slots(Context &on, std::array<Ref<T>, size> &slots, uint32_t count,
                   const typename T::HandleType *handles) {
  set_slots<T>(on, slots, 0, count, handles);
  std::fill(slots.begin() + count, slots.end(), Ref<T>());
}

}  // namespace

mux_result_t muxGalliumBindFragmentSamplerStates(mux_gallium_context_t context, uint32_t count,
                                                 const mux_gallium_sampler_state_t *states) {
  return context_call(
      "muxGalliumBindFragmentSamplerStates", context, arguments(count, states), [&](Context &on) {
        replace_slots<SamplerState>(on, checked_stage(on, mux_gallium_stage_fragment).samplers,
                                    count, states);
      });
}

mux_result_t muxGalliumBindVertexSamplerStates(mux_gallium_context_t context, uint32_t count,
                                               const mux_gallium_sampler_state_t *states) {
  return context_call(
      "muxGalliumBindVertexSamplerStates", context, arguments(count, states), [&](Context &on) {
        replace_slots<SamplerState>(on, checked_stage(on, mux_gallium_stage_vertex).samplers, count,
                                    states);
      });
}

mux_result_t muxGalliumSetFragmentSamplerViews(mux_gallium_context_t context, uint32_t count,
                                               const mux_gallium_sampler_view_t *views) {
  return context_call("muxGalliumSetFragmentSamplerViews", context, arguments(count, views),
                      [&](Context &on) {
                        replace_slots<SamplerView>(
                            on, checked_stage(on, mux_gallium_stage_fragment).views, count, views);
                      });
}

mux_result_t muxGalliumSetVertexSamplerViews(mux_gallium_context_t context, uint32_t count,
                                             const mux_gallium_sampler_view_t *views) {
  return context_call("muxGalliumSetVertexSamplerViews", context, arguments(count, views),
                      [&](Context &on) {
                        replace_slots<SamplerView>(
                            on, checked_stage(on, mux_gallium_stage_vertex).views, count, views);
                      });
}
