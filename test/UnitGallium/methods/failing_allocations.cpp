#include "fixtures.h"

namespace gallium_test::failing_allocations {

namespace {

/// Fails after a number of allocations.
struct Budget {
  std::atomic<int64_t> left;
  std::atomic<int64_t> live = 0;
};

mux_allocator_info_t limited(Budget &budget) {
  return {[](void *user_data, size_t size, size_t alignment) -> void * {
            auto &own = *static_cast<Budget *>(user_data);
            if (own.left.fetch_sub(1) <= 0) {
              return nullptr;
            }
            ++own.live;
            return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
          },
          [](void *user_data, void *pointer) {
            if (pointer != nullptr) {
              --static_cast<Budget *>(user_data)->live;
              std::free(pointer);
            }
          },
          &budget};
}

constexpr std::string_view source =
    "kernel void k(global uint *buffer_0) { buffer_0[get_global_id(0)] = 3; }";

/// Makes a resource and a program, and runs it. Returns the first failure.
mux_result_t work(mux_gallium_screen_t on, mux_gallium_context_t context) {
  const mux_gallium_resource_template_t description = buffer_of(64);
  mux_gallium_resource_t buffer = nullptr;
  mux_result_t result = muxGalliumCreateResource(on, &description, &buffer);
  if (result != mux_success) {
    return result;
  }
  mux_gallium_compute_template_t program{};
  program.language = mux_gallium_language_opencl_c;
  program.source = source.data();
  program.source_length = source.size();
  mux_gallium_compute_state_t state = nullptr;
  result = muxGalliumCreateComputeState(context, &program, &state);
  if (result == mux_success) {
    bind_buffer(context, 0, buffer);
    result = muxGalliumBindComputeState(context, state);
  }
  if (result == mux_success) {
    mux_gallium_grid_info_t info{};
    std::fill_n(info.block, 3, 1U);
    std::fill_n(info.grid, 3, 1U);
    info.grid[0] = 16;
    result = muxGalliumLaunchGrid(context, &info);
  }
  if (result == mux_success) {
    const mux_gallium_shader_buffer_t none = {};
    succeed(muxGalliumSetShaderBuffers(context, mux_gallium_stage_compute, 0, 1, &none, 0));
  }
  succeed(muxGalliumReleaseResource(buffer));
  return result;
}

}  // namespace

TEST_CASE("failing_allocations: every call reports a failure of the allocator, and leaks nothing") {
  bool succeeded = false;
  for (int64_t allocations = 0; !succeeded && allocations < 200; ++allocations) {
    Budget budget{allocations};
    mux_gallium_screen_t own = nullptr;
    succeed(muxGalliumCreateScreen(device(), limited(budget), &own));
    mux_gallium_context_t context = nullptr;
    succeed(muxGalliumCreateContext(own, 0, &context));
    const mux_result_t result = work(own, context);
    succeeded = result == mux_success;
    CHECK((succeeded || result == mux_error_out_of_memory));
    succeed(muxGalliumDestroyContext(context));
    succeed(muxGalliumDestroyScreen(own));
    CHECK(budget.live == 0);
  }
  CHECK(succeeded);
}

}  // namespace gallium_test::failing_allocations
