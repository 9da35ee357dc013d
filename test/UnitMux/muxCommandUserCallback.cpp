#include <catch2/catch.hpp>
#include <mutex>
#include <thread>

#include "recording_checks.h"

namespace mux::test::mux_command_user_callback {

namespace {

constexpr EntryPoint entry_point("muxCommandUserCallback");

/// Arguments of callbacks.
struct Seen {
  mux_queue_t queue = nullptr;
  mux_command_buffer_t command_buffer = nullptr;
  std::thread::id thread;
  int calls = 0;
};

void note(mux_queue_t queue, mux_command_buffer_t command_buffer, void *const user_data) {
  auto *seen = static_cast<Seen *>(user_data);
  seen->queue = queue;
  seen->command_buffer = command_buffer;
  seen->thread = std::this_thread::get_id();
  ++seen->calls;
}

class CommandUserCallbackFixture : public CommandBufferFixture {
 public:
  Seen seen[4];
  std::atomic<int> calls{0};

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandUserCallback(
        target,
        [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
          static_cast<std::atomic<int> *>(user_data)->fetch_add(1);
        },
        &calls, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandUserCallbackFixture,
                 "muxCommandUserCallback.rc01: no function is mux_error_invalid_value",
                 "[muxCommandUserCallback]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandUserCallback(command_buffer, nullptr, nullptr, 0, nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandUserCallbackFixture,
                 "muxCommandUserCallback.rc02, rc03: a wait list and its length go together",
                 "[muxCommandUserCallback]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandUserCallbackFixture,
                 "muxCommandUserCallback.rc04, vu02, vu03 and command_buffer: records into command "
                 "buffers",
                 "[muxCommandUserCallback]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandUserCallbackFixture,
                 "muxCommandUserCallback: gets the queue, the command buffer and the user's data, "
                 "on a thread of the device",
                 "[muxCommandUserCallback][scheduling]") {
  REQUIRE(muxCommandUserCallback(command_buffer, note, &seen[0], 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(seen[0].calls == 1);
  CHECK(seen[0].queue == queue);
  CHECK(seen[0].command_buffer == command_buffer);
  CHECK(seen[0].thread != std::this_thread::get_id());
}

TEST_CASE_METHOD(CommandUserCallbackFixture, "muxCommandUserCallback: the user's data may be null",
                 "[muxCommandUserCallback]") {
  REQUIRE(muxCommandUserCallback(
              command_buffer, [](mux_queue_t, mux_command_buffer_t, void *const) {}, nullptr, 0,
              nullptr, nullptr) == mux_success);
  CHECK(run(command_buffer) == mux_success);
}

TEST_CASE_METHOD(
    CommandBufferFixture,
    "muxCommandUserCallback: sees effects of earlier commands, and later commands see its effects",
    "[muxCommandUserCallback][scheduling]") {
  struct Shared {
    TestBuffer buffer;
    std::vector<uint32_t> values;
  };
  Shared shared{make_buffer(64), {}};
  const auto look = [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
    auto *data = static_cast<Shared *>(user_data);
    const std::span<uint32_t> words = data->buffer.as<uint32_t>();
    data->values.push_back(words[0]);
    words[1] = words[0] * 10;
  };
  const TestBuffer copies = make_buffer(100 * 8);
  for (uint32_t i = 0; i < 100; ++i) {
    REQUIRE(muxCommandFillBuffer(command_buffer, shared.buffer.buffer, 0, 4, &i, 4, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandUserCallback(command_buffer, look, &shared, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxCommandCopyBuffer(command_buffer, shared.buffer.buffer, 0, copies.buffer, i * 8, 8,
                                 0, nullptr, nullptr) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  REQUIRE(shared.values.size() == 100);
  for (uint32_t i = 0; i < 100; ++i) {
    CHECK(shared.values[i] == i);
    CHECK(copies.as<uint32_t>()[i * 2] == i);
    CHECK(copies.as<uint32_t>()[i * 2 + 1] == i * 10);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandUserCallback: callbacks run in the order recorded",
                 "[muxCommandUserCallback][scheduling]") {
  struct Step {
    std::vector<int> *order;
    int number;
  };
  std::vector<int> order;
  std::vector<Step> steps;
  for (int i = 0; i < 200; ++i) {
    steps.push_back({&order, i});
  }
  for (Step &step : steps) {
    REQUIRE(muxCommandUserCallback(
                command_buffer,
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  auto *self = static_cast<Step *>(user_data);
                  self->order->push_back(self->number);
                },
                &step, 0, nullptr, nullptr) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  REQUIRE(order.size() == 200);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandUserCallback: may dispatch another command buffer and wait for it",
                 "[muxCommandUserCallback][scheduling]") {
  struct Nested {
    CommandBufferFixture *fixture;
    mux_command_buffer_t inner;
    mux_result_t result;
  };
  Nested nested{this, make_command_buffer(), mux_error_internal};
  record_mark(nested.inner);
  REQUIRE(muxFinalizeCommandBuffer(nested.inner) == mux_success);
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Nested *>(user_data);
                self->result = self->fixture->dispatch_and_wait(self->inner);
              },
              &nested, 0, nullptr, nullptr) == mux_success);
  CHECK(run(command_buffer) == mux_success);
  CHECK(nested.result == mux_success);
  CHECK(marks_seen == 1);
}

}  // namespace mux::test::mux_command_user_callback
