// Eight threads with a context each use one screen, and resources that they share.

#include <barrier>

#include "program.h"

namespace gallium_test::thread_contexts {

namespace {

constexpr uint32_t rounds = 30;

}  // namespace

TEST_CASE("R02, R04 threads: contexts of one screen transfer, copy and run grids at once") {
  const Resource shared = zeros();
  require_no_failures(run_in_threads([&](unsigned thread) {
    ThreadContext context;
    mux_gallium_resource_t own = nullptr;
    mux_gallium_resource_t copy = nullptr;
    const mux_gallium_resource_template_t description = buffer_of(number_bytes);
    context.note(muxGalliumCreateResource(screen(), &description, &own));
    context.note(muxGalliumCreateResource(screen(), &description, &copy));
    for (uint32_t round = 0; round < rounds; ++round) {
      const uint32_t value = thread * 1000 + round;
      context.fill(own, value);
      context.add(own);
      // All read the shared buffer.
      context.sum(own, shared);
      context.copy(copy, own);
      const std::vector<uint32_t> numbers(number_count, value);
      context.note(muxGalliumBufferSubdata(context, own, 0, 0, number_bytes, numbers.data()));
      context.expect(context.has(copy, value + 1));
      context.expect(context.has(own, value));
      context.expect(context.has(shared, 0));
      if (round % 8 == thread) {
        context.flush(round % 2 == 0 ? 0 : mux_gallium_flush_async);
      }
    }
    context.note(muxGalliumReleaseResource(own));
    context.note(muxGalliumReleaseResource(copy));
    return context.failures();
  }));
}

TEST_CASE("R02, R06, S01 threads: in turns, each thread sees what the others flushed") {
  const Resource shared = zeros();
  const Resource doubled = zeros();
  std::barrier turns(thread_count);
  require_no_failures(run_in_threads([&](unsigned thread) {
    ThreadContext context;
    uint32_t value = 0;
    uint32_t expected_double = 0;
    for (uint32_t round = 0; round < 4 * thread_count; ++round) {
      ++value;
      expected_double += value;
      if (round % thread_count == thread) {
        context.add(shared);
        context.sum(doubled, shared);
        context.flush();
      }
      turns.arrive_and_wait();
      // One of them reads through a mapping while no other one writes.
      if ((round + 3) % thread_count == thread) {
        context.expect(context.has(shared, value));
        context.expect(context.has(doubled, expected_double));
      }
      turns.arrive_and_wait();
    }
    return context.failures();
  }));
}

TEST_CASE("R01, R02 threads: contexts, resources and views come and go") {
  const Resource shared = zeros();
  require_no_failures(run_in_threads([&](unsigned thread) {
    int failures = 0;
    for (uint32_t round = 0; round < rounds / 3; ++round) {
      ThreadContext context;
      mux_gallium_resource_t own = nullptr;
      mux_gallium_resource_template_t description = buffer_of(number_bytes);
      context.note(muxGalliumCreateResource(screen(), &description, &own));
      context.note(muxGalliumRetainResource(shared));
      context.copy(own, shared);
      context.add(own);
      if (thread % 2 == 0) {
        context.expect(context.has(own, 1));
      }
      // Commands still use both; the context's end waits for them.
      context.note(muxGalliumReleaseResource(shared));
      context.note(muxGalliumReleaseResource(own));
      description =
          texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8g8b8a8_unorm, 8, 8);
      mux_gallium_resource_t texture = nullptr;
      context.note(muxGalliumCreateResource(screen(), &description, &texture));
      mux_gallium_sampler_view_template_t view{};
      view.target = description.target;
      view.format = description.format;
      mux_gallium_sampler_view_t made = nullptr;
      context.note(muxGalliumCreateSamplerView(context, texture, &view, &made));
      context.note(muxGalliumSetSamplerViews(context, mux_gallium_stage_compute, 0, 1, &made));
      context.note(muxGalliumReleaseResource(texture));
      failures += context.failures();
    }
    return failures;
  }));
}

TEST_CASE("Q19 threads: each context has its own queries") {
  require_no_failures(run_in_threads([&](unsigned) {
    ThreadContext context;
    uint64_t last = 0;
    for (uint32_t round = 0; round < rounds; ++round) {
      mux_gallium_query_t query = nullptr;
      context.note(muxGalliumCreateQuery(context, mux_gallium_query_timestamp, 0, &query));
      context.note(muxGalliumEndQuery(context, query));
      mux_gallium_query_result_t result{};
      bool available = false;
      context.note(muxGalliumGetQueryResult(context, query, true, &result, &available));
      context.expect(available && result.u64 >= last);
      last = result.u64;
      context.note(muxGalliumDestroyQuery(context, query));
    }
    return context.failures();
  }));
}

}  // namespace gallium_test::thread_contexts
