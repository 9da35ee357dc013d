#include "fixtures.h"

namespace gallium_test::queries {

namespace {

mux_gallium_query_t query_of(mux_gallium_context_t context, mux_gallium_query_type_e type) {
  mux_gallium_query_t made = nullptr;
  succeed(muxGalliumCreateQuery(context, type, 0, &made));
  return made;
}

mux_gallium_query_result_t wait_for(mux_gallium_context_t context, mux_gallium_query_t query) {
  mux_gallium_query_result_t result{};
  bool available = false;
  succeed(muxGalliumGetQueryResult(context, query, true, &result, &available));
  CHECK(available);
  return result;
}

uint64_t now() {
  uint64_t time = 0;
  succeed(muxGalliumGetTimestamp(screen(), &time));
  return time;
}

void fill(mux_gallium_context_t context, mux_gallium_resource_t buffer) {
  constexpr uint32_t value = 1;
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &value, 4));
}

}  // namespace

TEST_CASE("Q01, Q03, Q14 create_query: types of draws are refused, as the screen says") {
  Context context;
  for (uint32_t type = 0; type < mux_gallium_query_type_count; ++type) {
    mux_gallium_query_t query = nullptr;
    const mux_result_t result =
        muxGalliumCreateQuery(context, static_cast<mux_gallium_query_type_e>(type), 0, &query);
    if ((limits().query_types >> type & 1U) != 0) {
      succeed(result);
      succeed(muxGalliumDestroyQuery(context, query));
    } else {
      refuse(result, mux_error_feature_unsupported, "draws");
    }
  }
  mux_gallium_query_t query = nullptr;
  refuse(muxGalliumCreateQuery(context, mux_gallium_query_type_count, 0, &query),
         mux_error_invalid_value, "unknown");
  refuse(muxGalliumCreateQuery(context, mux_gallium_query_timestamp, 1, &query),
         mux_error_invalid_value, "index");
}

TEST_CASE("Q19, Q20 timestamp: the time after all earlier commands, without a begin") {
  Context context;
  const Resource buffer(buffer_of(64));
  mux_gallium_query_t query = query_of(context, mux_gallium_query_timestamp);
  Blockade blockade(context);
  fill(context, buffer);
  succeed(muxGalliumEndQuery(context, query));
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const uint64_t before = now();
  blockade.release();
  const uint64_t time = wait_for(context, query).u64;
  CHECK(time >= before);
  CHECK(time <= now());
  refuse(muxGalliumBeginQuery(context, query), mux_error_invalid_value, "no begin");
  // Also if there were no commands since the last one.
  const uint64_t again = now();
  succeed(muxGalliumEndQuery(context, query));
  CHECK(wait_for(context, query).u64 >= again);
}

TEST_CASE(
    "Q04, Q05, Q06, Q18 time_elapsed: the time of the enclosed commands; a begin drops a result") {
  Context context;
  const Resource buffer(buffer_of(64));
  mux_gallium_query_t query = query_of(context, mux_gallium_query_time_elapsed);
  refuse(muxGalliumEndQuery(context, query), mux_error_invalid_value, "not active");
  succeed(muxGalliumBeginQuery(context, query));
  refuse(muxGalliumBeginQuery(context, query), mux_error_invalid_value, "active");
  mux_gallium_query_result_t result{};
  bool available = false;
  refuse(muxGalliumGetQueryResult(context, query, true, &result, &available),
         mux_error_invalid_value, "active");
  // The begin has been reached.
  context.finish();
  {
    Blockade blockade(context);
    fill(context, buffer);
    fill(context, buffer);
    succeed(muxGalliumEndQuery(context, query));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(wait_for(context, query).u64 >= 10'000'000);
  const uint64_t before = now();
  succeed(muxGalliumBeginQuery(context, query));
  succeed(muxGalliumEndQuery(context, query));
  const uint64_t elapsed = wait_for(context, query).u64;
  CHECK(elapsed <= now() - before);
}

TEST_CASE("Q07 begin_query: queries may be nested") {
  Context context;
  const Resource buffer(buffer_of(64));
  mux_gallium_query_t outer = query_of(context, mux_gallium_query_time_elapsed);
  mux_gallium_query_t inner = query_of(context, mux_gallium_query_time_elapsed);
  succeed(muxGalliumBeginQuery(context, outer));
  fill(context, buffer);
  succeed(muxGalliumBeginQuery(context, inner));
  fill(context, buffer);
  succeed(muxGalliumEndQuery(context, inner));
  fill(context, buffer);
  succeed(muxGalliumEndQuery(context, outer));
  CHECK(wait_for(context, inner).u64 <= wait_for(context, outer).u64);
}

TEST_CASE("Q08, Q09 get_query_result: without a wait it answers at once") {
  Context context;
  const Resource buffer(buffer_of(64));
  mux_gallium_query_t query = query_of(context, mux_gallium_query_timestamp);
  Blockade blockade(context);
  fill(context, buffer);
  succeed(muxGalliumEndQuery(context, query));
  mux_gallium_query_result_t result{};
  bool available = true;
  succeed(muxGalliumGetQueryResult(context, query, false, &result, &available));
  CHECK_FALSE(available);
  CHECK(result.u64 == 0);
  blockade.release();
  CHECK(wait_for(context, query).u64 != 0);
  succeed(muxGalliumGetQueryResult(context, query, false, &result, &available));
  CHECK(available);
  mux_gallium_query_t fresh = query_of(context, mux_gallium_query_timestamp);
  refuse(muxGalliumGetQueryResult(context, fresh, true, &result, &available),
         mux_error_invalid_value, "never ended");
}

TEST_CASE("Q21, Q22 timestamp_disjoint: the frequency, and that timestamps can be trusted") {
  Context context;
  mux_gallium_query_t query = query_of(context, mux_gallium_query_timestamp_disjoint);
  succeed(muxGalliumBeginQuery(context, query));
  mux_gallium_query_t inside = query_of(context, mux_gallium_query_timestamp);
  succeed(muxGalliumEndQuery(context, inside));
  succeed(muxGalliumEndQuery(context, query));
  const mux_gallium_query_result_t result = wait_for(context, query);
  CHECK(result.timestamp_disjoint.frequency == limits().timestamp_frequency);
  CHECK_FALSE(result.timestamp_disjoint.disjoint);
}

TEST_CASE("Q28, Q29 gpu_finished: whether all earlier commands have ended, without a begin") {
  Context context;
  const Resource buffer(buffer_of(64));
  mux_gallium_query_t query = query_of(context, mux_gallium_query_gpu_finished);
  Blockade blockade(context);
  fill(context, buffer);
  succeed(muxGalliumEndQuery(context, query));
  mux_gallium_query_result_t result{};
  bool available = true;
  succeed(muxGalliumGetQueryResult(context, query, false, &result, &available));
  CHECK_FALSE(available);
  blockade.release();
  CHECK(wait_for(context, query).b);
}

TEST_CASE(
    "Q10, Q11, Q12 get_query_result_resource: results go to a buffer in the order of commands") {
  Context context;
  const Resource buffer(buffer_of(64));
  constexpr uint32_t zero = 0;
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &zero, 4));
  mux_gallium_query_t query = query_of(context, mux_gallium_query_timestamp_disjoint);
  Blockade blockade(context);
  succeed(muxGalliumBeginQuery(context, query));
  succeed(muxGalliumEndQuery(context, query));
  const auto store = [&](mux_gallium_query_value_type_e type, int32_t index, uint64_t offset) {
    succeed(
        muxGalliumGetQueryResultResource(context, query, offset == 0, type, index, buffer, offset));
  };
  store(mux_gallium_query_value_u64, 0, 0);
  store(mux_gallium_query_value_i32, 0, 8);
  store(mux_gallium_query_value_u32, -1, 12);
  store(mux_gallium_query_value_i64, 1, 16);
  // Not written by the calling thread.
  blockade.release();
  const std::vector<uint32_t> got = context.read_as<uint32_t>(buffer, 0, 6);
  CHECK(got == std::vector<uint32_t>{1'000'000'000, 0, 1'000'000'000, 1, 0, 0});
  mux_gallium_query_t time = query_of(context, mux_gallium_query_timestamp);
  succeed(muxGalliumEndQuery(context, time));
  // Numbers that do not fit become the largest.
  succeed(muxGalliumGetQueryResultResource(context, time, true, mux_gallium_query_value_i32, 0,
                                           buffer, 32));
  if (wait_for(context, time).u64 > INT32_MAX) {
    CHECK(context.read_as<uint32_t>(buffer, 32, 1)[0] == INT32_MAX);
  }
  refuse(muxGalliumGetQueryResultResource(context, query, true, mux_gallium_query_value_u64, 0,
                                          buffer, 60),
         mux_error_invalid_value, "aligned");
  refuse(muxGalliumGetQueryResultResource(context, query, true, mux_gallium_query_value_u64, 2,
                                          buffer, 0),
         mux_error_invalid_value, "no such number");
}

TEST_CASE("Q13 set_active_query_state: time_elapsed alone keeps counting") {
  Context context;
  mux_gallium_query_t query = query_of(context, mux_gallium_query_time_elapsed);
  succeed(muxGalliumBeginQuery(context, query));
  context.finish();
  succeed(muxGalliumSetActiveQueryState(context, false));
  {
    const Blockade blockade(context);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  succeed(muxGalliumSetActiveQueryState(context, true));
  succeed(muxGalliumEndQuery(context, query));
  CHECK(wait_for(context, query).u64 >= 10'000'000);
}

TEST_CASE("Q42, Q43 render_condition: with a wait for the result, or running while it is pending") {
  Context context;
  constexpr auto format = mux_gallium_format_r32_uint;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, format, 1, 1));
  const mux_gallium_surface_template_t description = {format, 0, 0, 0,
                                                      mux_gallium_bind_render_target};
  mux_gallium_surface_t surface = nullptr;
  succeed(muxGalliumCreateSurface(context, texture, &description, &surface));
  const auto clear_to = [&](uint32_t value) {
    mux_gallium_color_t color{};
    color.u[0] = value;
    succeed(muxGalliumClearRenderTarget(context, surface, &color, 0, 0, 1, 1, true));
  };
  const auto texel = [&] { return context.read(texture, 0, {0, 0, 0, 1, 1, 1})[0]; };
  clear_to(1);
  for (const auto mode : {mux_gallium_condition_no_wait, mux_gallium_condition_by_region_no_wait}) {
    mux_gallium_query_t query = query_of(context, mux_gallium_query_timestamp);
    {
      Blockade blockade(context);
      succeed(muxGalliumEndQuery(context, query));
      succeed(muxGalliumRenderCondition(context, query, true, mode));
      clear_to(2);
    }
    CHECK(texel() == 2);
    // Complete: predicated as usual.
    clear_to(3);
    CHECK(texel() == 2);
  }
  for (const auto mode : {mux_gallium_condition_wait, mux_gallium_condition_by_region_wait}) {
    mux_gallium_query_t query = query_of(context, mux_gallium_query_timestamp);
    Blockade blockade(context);
    succeed(muxGalliumEndQuery(context, query));
    succeed(muxGalliumRenderCondition(context, query, true, mode));
    std::thread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      blockade.release();
    });
    clear_to(4);
    later.join();
    CHECK(texel() == 2);
  }
  refuse(muxGalliumRenderCondition(context, query_of(context, mux_gallium_query_timestamp), true,
                                   mux_gallium_condition_wait),
         mux_error_invalid_value, "never ended");
}

}  // namespace gallium_test::queries
