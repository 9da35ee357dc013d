#include "fixtures.h"

namespace gallium_test::sampler_states {

namespace {

constexpr auto compute = mux_gallium_stage_compute;

mux_gallium_sampler_state_t state_of(mux_gallium_context_t context, float min_lod) {
  mux_gallium_sampler_template_t description{};
  description.min_lod = min_lod;
  mux_gallium_sampler_state_t made = nullptr;
  succeed(muxGalliumCreateSamplerState(context, &description, &made));
  return made;
}

/// The least level of the samplers of slots 0 and 1 of the compute stage; -1 without a sampler.
std::vector<int32_t> levels(Context &context) {
  const Resource result(buffer_of(8));
  mux_gallium_compute_state_t program =
      compile(context,
              "kernel void k(global const float *sampler_0, global const float *sampler_1,"
              "              global int *buffer_0) {"
              "  buffer_0[0] = sampler_0 ? (int)sampler_0[12] : -1;"
              "  buffer_0[1] = sampler_1 ? (int)sampler_1[12] : -1; }");
  bind_buffer(context, 0, result);
  run(context, program, 1);
  return context.read_as<int32_t>(result, 0, 2);
}

}  // namespace

TEST_CASE("V01, V02, V04 bind_sampler_states: ranges of slots of one stage") {
  Context context;
  const mux_gallium_sampler_state_t states[] = {state_of(context, 1), state_of(context, 2)};
  CHECK(levels(context) == std::vector<int32_t>{-1, -1});
  succeed(muxGalliumBindSamplerStates(context, compute, 0, 2, states));
  CHECK(levels(context) == std::vector<int32_t>{1, 2});
  for (const auto stage : {mux_gallium_stage_vertex, mux_gallium_stage_fragment}) {
    succeed(muxGalliumBindSamplerStates(context, stage, 0, 1, &states[1]));
  }
  succeed(muxGalliumBindSamplerStates(context, compute, 1, 1, states));
  CHECK(levels(context) == std::vector<int32_t>{1, 1});
  succeed(muxGalliumBindSamplerStates(context, compute, 0, 1, nullptr));
  CHECK(levels(context) == std::vector<int32_t>{-1, 1});
  // A destroyed state stays usable while it is bound.
  succeed(muxGalliumDestroySamplerState(context, states[0]));
  CHECK(levels(context) == std::vector<int32_t>{-1, 1});
}

TEST_CASE("V06 bind_sampler_states: no sampler where the view is a buffer, in either order") {
  Context context;
  const Resource buffer(buffer_of(64));
  mux_gallium_sampler_view_template_t description{};
  description.target = mux_gallium_target_buffer;
  description.format = mux_gallium_format_r32_uint;
  description.size = 64;
  mux_gallium_sampler_view_t view = nullptr;
  succeed(muxGalliumCreateSamplerView(context, buffer, &description, &view));
  const mux_gallium_sampler_state_t states[] = {state_of(context, 1), state_of(context, 2)};
  succeed(muxGalliumBindSamplerStates(context, compute, 0, 2, states));
  succeed(muxGalliumSetSamplerViews(context, compute, 1, 1, &view));
  CHECK(levels(context) == std::vector<int32_t>{1, -1});
  succeed(muxGalliumSetSamplerViews(context, compute, 1, 1, nullptr));
  CHECK(levels(context) == std::vector<int32_t>{1, 2});
  succeed(muxGalliumSetSamplerViews(context, compute, 0, 1, &view));
  succeed(muxGalliumBindSamplerStates(context, compute, 0, 2, states));
  CHECK(levels(context) == std::vector<int32_t>{-1, 2});
}

}  // namespace gallium_test::sampler_states
