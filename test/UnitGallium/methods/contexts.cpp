#include "fixtures.h"

namespace gallium_test::contexts {

TEST_CASE("R02 create_context: threads use contexts of one screen at once") {
  constexpr int count = 3;
  std::vector<Resource> buffers;
  std::vector<std::unique_ptr<Context>> contexts;
  std::vector<mux_gallium_compute_state_t> programs;
  for (int index = 0; index < count; ++index) {
    buffers.emplace_back(buffer_of(256));
    Context &context = *contexts.emplace_back(std::make_unique<Context>());
    constexpr uint32_t zero = 0;
    succeed(muxGalliumClearBuffer(context, buffers.back(), 0, 256, &zero, 4));
    bind_buffer(context, 0, buffers.back());
    programs.push_back(compile(
        context, "kernel void add(global uint *buffer_0) { buffer_0[get_global_id(0)] += 1; }"));
    succeed(muxGalliumBindComputeState(context, programs.back()));
  }
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int index = 0; index < count; ++index) {
    threads.emplace_back([&, index] {
      mux_gallium_grid_info_t info{};
      info.work_dim = 1;
      info.block[0] = 8;
      info.grid[0] = 8;
      for (int round = 0; round < 200; ++round) {
        failures += muxGalliumLaunchGrid(*contexts[index], &info) != mux_success ? 1 : 0;
        if (round % 16 == 0) {
          failures += muxGalliumFlush(*contexts[index], 0, nullptr) != mux_success ? 1 : 0;
        }
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == 0);
  for (int index = 0; index < count; ++index) {
    CHECK(contexts[index]->read_as<uint32_t>(buffers[index], 0, 64) ==
          std::vector<uint32_t>(64, 200));
  }
}

TEST_CASE("R04 create_context: resources and fences of a screen work with every context") {
  Context one;
  Context other;
  const Resource buffer(buffer_of(64));
  constexpr uint32_t eight = 8;
  succeed(muxGalliumClearBuffer(one, buffer, 0, 64, &eight, 4));
  mux_gallium_fence_t fence = nullptr;
  succeed(muxGalliumFlush(one, 0, &fence));
  succeed(muxGalliumFenceServerSync(other, fence));
  succeed(muxGalliumReleaseFence(fence));
  CHECK(other.read_as<uint32_t>(buffer, 0, 16) == std::vector<uint32_t>(16, 8));
}

TEST_CASE("R03 create_context: objects of a context are refused by another one") {
  Context one;
  Context other;
  mux_gallium_compute_state_t program = compile(one, "kernel void none(void) {}");
  refuse(muxGalliumBindComputeState(other, program), mux_error_invalid_value, "another context");
  mux_gallium_query_t query = nullptr;
  succeed(muxGalliumCreateQuery(one, mux_gallium_query_timestamp, 0, &query));
  refuse(muxGalliumEndQuery(other, query), mux_error_invalid_value, "another context");
  refuse(muxGalliumDestroyQuery(other, query), mux_error_invalid_value, "another context");
}

TEST_CASE("R02 destroy_context: pending commands end, and its objects are destroyed") {
  const Resource buffer(buffer_of(64));
  {
    Context context;
    mux_gallium_compute_state_t program = compile(
        context, "kernel void fill(global uint *buffer_0) { buffer_0[get_global_id(0)] = 2; }");
    bind_buffer(context, 0, buffer);
    run(context, program, 16);
  }
  Context other;
  CHECK(other.read_as<uint32_t>(buffer, 0, 16) == std::vector<uint32_t>(16, 2));
}

TEST_CASE("R01, R02 create_screen: screens, contexts and resources in any order of destruction") {
  mux_gallium_screen_t own = nullptr;
  succeed(muxGalliumCreateScreen(device(), allocator(), &own));
  mux_gallium_resource_t buffer = nullptr;
  const mux_gallium_resource_template_t description = buffer_of(64);
  succeed(muxGalliumCreateResource(own, &description, &buffer));
  {
    Context context(own);
    succeed(muxGalliumDestroyScreen(own));
    constexpr uint32_t one = 1;
    succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &one, 4));
  }
  Context other;
  CHECK(other.read_as<uint32_t>(buffer, 0, 1)[0] == 1);
  succeed(muxGalliumReleaseResource(buffer));
}

TEST_CASE("create_screen: wrong arguments are refused") {
  mux_gallium_screen_t made = nullptr;
  refuse(muxGalliumCreateScreen(nullptr, allocator(), &made), mux_error_invalid_value, "device");
  refuse(muxGalliumCreateScreen(device(), {}, &made), mux_error_null_allocator_callback,
         "allocator");
  refuse(muxGalliumCreateScreen(device(), allocator(), nullptr), mux_error_null_out_parameter,
         "out_screen");
  mux_gallium_context_t context = nullptr;
  refuse(muxGalliumCreateContext(screen(), 1, &context), mux_error_invalid_value, "flags");
}

}  // namespace gallium_test::contexts
