// Completions of commands: behavior that the API's own tests cannot observe.

#include <algorithm>
#include <thread>

#include "support.h"

namespace mux::test::completion {

namespace {

// Joins the meeting without being a work-group.
void join(const mux_command_completion_t *, void *user_data) {
  auto *meeting = static_cast<Meeting *>(user_data);
  const std::lock_guard<std::mutex> guard(meeting->mutex);
  meeting->present.insert(std::thread::id());
  meeting->met = meeting->present.size();
}

}  // namespace

TEST_CASE("Schedule: a completion is called while other commands run") {
  if (compute_units() < 2) {
    return;
  }
  Fixture fixture;
  char first = 0;
  char second = 0;
  mux_buffer_t first_buffer = fixture.buffer_over(&first, 1);
  mux_buffer_t second_buffer = fixture.buffer_over(&second, 1);
  Meeting meeting;
  meeting.wanted = 2;
  Meeting *address = &meeting;
  const uint8_t pattern = 1;
  Commands commands(fixture);
  commands.run(fixture.kernel("meet_in"),
               {describe_buffer(first_buffer), describe_data(&address, sizeof address)}, 1, 1);
  REQUIRE(muxCommandFillBuffer(commands, second_buffer, 0, 1, &pattern, 1, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxSetCommandCompletion(commands, 1, join, &meeting) == mux_success);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  CHECK(meeting.met == 2);
}

TEST_CASE("Schedule: commands with completions overlap") {
  if (compute_units() < 2) {
    return;
  }
  Fixture fixture;
  char bytes[2] = {};
  Meeting meeting;
  meeting.wanted = 2;
  Meeting *address = &meeting;
  Commands commands(fixture);
  for (mux_command_id_t index = 0; index < 2; ++index) {
    commands.run(fixture.kernel("meet_in"),
                 {describe_buffer(fixture.buffer_over(&bytes[index], 1)),
                  describe_data(&address, sizeof address)},
                 1, 1);
    REQUIRE(muxSetCommandCompletion(
                commands, index, [](const mux_command_completion_t *, void *) {}, nullptr) ==
            mux_success);
  }
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  CHECK(meeting.met == 2);
}

TEST_CASE("Schedule: completions do not change the floating-point environment of others") {
  Fixture fixture;
  std::vector<uint32_t> controls(64, 0);
  mux_buffer_t out = fixture.buffer_over(controls.data(), controls.size() * sizeof(uint32_t));
  mux_kernel_t environment = fixture.kernel("environment");
  Commands commands(fixture);
  for (mux_command_id_t index = 0; index < 2; ++index) {
    commands.run(environment, {describe_buffer(out)}, 64, 1);
    REQUIRE(muxSetCommandCompletion(
                commands, index,
                [](const mux_command_completion_t *, void *) { __builtin_ia32_ldmxcsr(0xFFC0); },
                nullptr) == mux_success);
  }
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  const unsigned before = __builtin_ia32_stmxcsr();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  const unsigned after = __builtin_ia32_stmxcsr();
  CHECK((after & ~0x3Fu) == (before & ~0x3Fu));
  CHECK(std::count(controls.begin(), controls.end(), 0x1F80u) == 64);
}

TEST_CASE("Schedule: concurrent dispatches call all completions") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  struct Seen {
    std::atomic<uint32_t> calls{0};
    std::atomic<uint32_t> wrong{0};
  } seen;
  constexpr mux_command_id_t chain = 8;
  Commands commands(fixture);
  for (mux_command_id_t index = 0; index < chain; ++index) {
    commands.run(count, {describe_buffer(buffer)}, index % 2 == 0 ? 300 : 1, 1);
    REQUIRE(muxSetCommandCompletion(
                commands, index,
                [](const mux_command_completion_t *completion, void *user_data) {
                  auto *self = static_cast<Seen *>(user_data);
                  ++self->calls;
                  self->wrong += completion->status != mux_success ||
                                 completion->start_time > completion->end_time;
                },
                &seen) == mux_success);
  }
  commands.finalize();
  constexpr uint32_t dispatches = 300;
  for (uint32_t index = 0; index < dispatches; ++index) {
    REQUIRE(fixture.dispatch(commands) == mux_success);
  }
  REQUIRE(muxWaitAll(fixture.queue) == mux_success);
  CHECK(seen.calls == chain * dispatches);
  CHECK(seen.wrong == 0);
  CHECK(total == dispatches * (chain / 2) * 301u);
}

}  // namespace mux::test::completion
