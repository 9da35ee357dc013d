// Concurrent recording: into separate command buffers and, which the specification requires for
// images only, into a shared one. Each call has a slot of its own that shows afterwards whether the
// command was recorded and ran.

#include <mux/extensions.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <numeric>

#include "../run_in_threads.h"
#include "images.h"
#include "query_pools.h"
#include "threads/program.h"

namespace mux::test::recording {

namespace {

constexpr size_t commands_of_thread = 50;
constexpr size_t commands_of_all = commands_of_thread * thread_count;
/// Half of them for the threads' own command buffers, half for the shared one.
constexpr size_t slots = 2 * commands_of_all;
/// The images have a pixel for each slot.
constexpr size_t image_width = 40;
constexpr size_t image_height = slots / image_width;

/// The parameters that differ between calls of a recording entry point.
struct Call {
  mux_command_buffer_t target;
  size_t slot;
  uint32_t length;
  const mux_sync_point_t *list;
  mux_sync_point_t *sync_point;
};

/// Records the command of a slot.
using RecordSlot = std::function<mux_result_t(const Call &)>;

/// A command buffer and the slots of its commands.
struct Recorded {
  mux_command_buffer_t command_buffer;
  size_t first_slot;
  size_t slot_count;
};

/// Records the commands of some slots as a chain.
/// @return the sync-points, fewer than slots if a call failed.
std::vector<mux_sync_point_t> record_chain(const RecordSlot &record, mux_command_buffer_t target,
                                           size_t first_slot) {
  std::vector<mux_sync_point_t> chain;
  for (size_t i = 0; i < commands_of_thread; ++i) {
    mux_sync_point_t next = nullptr;
    const bool first = chain.empty();
    const mux_sync_point_t *const list = first ? nullptr : &chain.back();
    if (record({target, first_slot + i, first ? 0U : 1U, list, &next}) != mux_success) {
      break;
    }
    chain.push_back(next);
  }
  return chain;
}

/// Numbers to copy: slot i's is i + 1.
class RecordingFixture : public ImageFixture {
 public:
  RecordingFixture() {
    std::iota(host_from.begin(), host_from.end(), 1);
    std::iota(from.as<uint32_t>().begin(), from.as<uint32_t>().end(), 1);
    std::iota(image_from.bytes_as_numbers().begin(), image_from.bytes_as_numbers().end(), 1);
    for (size_t thread = 0; thread < thread_count; ++thread) {
      recorded.push_back({make_command_buffer(), thread * commands_of_thread, commands_of_thread});
    }
    recorded.push_back({make_command_buffer(), commands_of_all, commands_of_all});
  }

  /// Eight threads record into their own command buffers, then all into the last one.
  void record_in_threads(const RecordSlot &record) {
    const auto own = run_in_threads([&](unsigned thread) {
      return record_chain(record, recorded[thread].command_buffer, recorded[thread].first_slot);
    });
    const Recorded &shared = recorded.back();
    const auto together = run_in_threads([&](unsigned thread) {
      return record_chain(record, shared.command_buffer,
                          shared.first_slot + thread * commands_of_thread);
    });
    std::vector<mux_sync_point_t> all;
    for (size_t thread = 0; thread < thread_count; ++thread) {
      CHECK(own[thread].size() == commands_of_thread);
      CHECK(together[thread].size() == commands_of_thread);
      all.insert(all.end(), together[thread].begin(), together[thread].end());
    }
    std::sort(all.begin(), all.end());
    CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
    CHECK(std::all_of(all.begin(), all.end(), [&](mux_sync_point_t sync_point) {
      return sync_point->command_buffer == shared.command_buffer;
    }));
  }

  /// Runs all command buffers.
  void run_all() {
    for (const Recorded &each : recorded) {
      CHECK(run(each.command_buffer) == mux_success);
    }
  }

  /// Records in threads, runs, and checks the number of each slot.
  void check(const RecordSlot &record, std::span<const uint32_t> arrived) {
    record_in_threads(record);
    run_all();
    CHECK(std::equal(arrived.begin(), arrived.end(), host_from.begin(), host_from.end()));
  }

  struct NumberImage : TestImage {
    std::span<uint32_t> bytes_as_numbers() const {
      return {reinterpret_cast<uint32_t *>(bytes.data()), slots};
    }
  };
  NumberImage make_number_image() {
    return {make_image({mux_image_type_2d, mux_image_format_R32_uint, image_width, image_height})};
  }

  static mux_offset_3d_t pixel_of(size_t slot) {
    return {static_cast<uint32_t>(slot % image_width), static_cast<uint32_t>(slot / image_width),
            0};
  }
  /// The region of a slot's number.
  static mux_buffer_region_info_t region_of(size_t slot) {
    const mux_extent_3d_t origin = {slot * sizeof(uint32_t), 0, 0};
    const mux_extent_2d_t whole = {slots * sizeof(uint32_t), slots * sizeof(uint32_t)};
    return {{sizeof(uint32_t), 1, 1}, origin, origin, whole, whole};
  }

  static constexpr size_t number_size = sizeof(uint32_t);
  static constexpr mux_extent_3d_t one_pixel = {1, 1, 1};
  std::vector<uint32_t> host_from = std::vector<uint32_t>(slots);
  std::vector<uint32_t> host_to = std::vector<uint32_t>(slots);
  TestBuffer from = make_buffer(slots * number_size);
  TestBuffer to = make_buffer(slots * number_size);
  NumberImage image_from = make_number_image();
  NumberImage image_to = make_number_image();
  std::vector<Recorded> recorded;
};

/// A pool with a query for each slot.
class QueryRecordingFixture : public RecordingFixture {
 public:
  QueryRecordingFixture() {
    REQUIRE(muxCreateQueryPool(queue, mux_query_type_duration, slots, nullptr, allocator, &pool) ==
            mux_success);
    at_end([this] { muxDestroyQueryPool(queue, pool, allocator); });
  }
  ~QueryRecordingFixture() { clean_up(); }

  void begin_all(const Recorded &each) {
    REQUIRE(muxCommandBeginQuery(each.command_buffer, pool, static_cast<uint32_t>(each.first_slot),
                                 static_cast<uint32_t>(each.slot_count), 0, nullptr,
                                 nullptr) == mux_success);
  }
  void end_all(const Recorded &each) {
    REQUIRE(muxCommandEndQuery(each.command_buffer, pool, static_cast<uint32_t>(each.first_slot),
                               static_cast<uint32_t>(each.slot_count), 0, nullptr,
                               nullptr) == mux_success);
  }
  /// The number of slots with a result.
  size_t results() {
    std::vector<mux_query_duration_result_s> all(slots);
    REQUIRE(muxGetQueryPoolResults(queue, pool, 0, slots, slots * sizeof(all[0]), all.data(),
                                   sizeof(all[0])) == mux_success);
    return static_cast<size_t>(
        std::count_if(all.begin(), all.end(), [](const auto &result) { return result.end != 0; }));
  }

  mux_query_pool_t pool = nullptr;
};

}  // namespace

TEST_CASE_METHOD(RecordingFixture, "muxCommandReadBuffer.vu01: eight threads record at once",
                 "[muxCommandReadBuffer][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandReadBuffer(call.target, from.buffer, call.slot * number_size,
                                    &host_to[call.slot], number_size, call.length, call.list,
                                    call.sync_point);
      },
      host_to);
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandReadBufferRegions.vu01: eight threads record at once",
                 "[muxCommandReadBufferRegions][threads]") {
  check(
      [this](const Call &call) {
        mux_buffer_region_info_t region = region_of(call.slot);
        return muxCommandReadBufferRegions(call.target, from.buffer, host_to.data(), &region, 1,
                                           call.length, call.list, call.sync_point);
      },
      host_to);
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandWriteBuffer.vu01: eight threads record at once",
                 "[muxCommandWriteBuffer][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandWriteBuffer(call.target, to.buffer, call.slot * number_size,
                                     &host_from[call.slot], number_size, call.length, call.list,
                                     call.sync_point);
      },
      to.as<uint32_t>());
}

TEST_CASE_METHOD(RecordingFixture,
                 "muxCommandWriteBufferRegions.vu01: eight threads record at once",
                 "[muxCommandWriteBufferRegions][threads]") {
  check(
      [this](const Call &call) {
        mux_buffer_region_info_t region = region_of(call.slot);
        return muxCommandWriteBufferRegions(call.target, to.buffer, host_from.data(), &region, 1,
                                            call.length, call.list, call.sync_point);
      },
      to.as<uint32_t>());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandCopyBuffer.vu01: eight threads record at once",
                 "[muxCommandCopyBuffer][threads]") {
  check(
      [this](const Call &call) {
        const uint64_t offset = call.slot * number_size;
        return muxCommandCopyBuffer(call.target, from.buffer, offset, to.buffer, offset,
                                    number_size, call.length, call.list, call.sync_point);
      },
      to.as<uint32_t>());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandCopyBufferRegions.vu01: eight threads record at once",
                 "[muxCommandCopyBufferRegions][threads]") {
  check(
      [this](const Call &call) {
        mux_buffer_region_info_t region = region_of(call.slot);
        return muxCommandCopyBufferRegions(call.target, from.buffer, to.buffer, &region, 1,
                                           call.length, call.list, call.sync_point);
      },
      to.as<uint32_t>());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandFillBuffer.vu01: eight threads record at once",
                 "[muxCommandFillBuffer][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandFillBuffer(call.target, to.buffer, call.slot * number_size, number_size,
                                    &host_from[call.slot], number_size, call.length, call.list,
                                    call.sync_point);
      },
      to.as<uint32_t>());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandReadImage.vu01: eight threads record at once",
                 "[muxCommandReadImage][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandReadImage(call.target, image_from.image, pixel_of(call.slot), one_pixel, 0,
                                   0, &host_to[call.slot], call.length, call.list, call.sync_point);
      },
      host_to);
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandWriteImage.vu01: eight threads record at once",
                 "[muxCommandWriteImage][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandWriteImage(call.target, image_to.image, pixel_of(call.slot), one_pixel, 0,
                                    0, &host_from[call.slot], call.length, call.list,
                                    call.sync_point);
      },
      image_to.bytes_as_numbers());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandFillImage.vu01: eight threads record at once",
                 "[muxCommandFillImage][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandFillImage(call.target, image_to.image, &host_from[call.slot], number_size,
                                   pixel_of(call.slot), one_pixel, call.length, call.list,
                                   call.sync_point);
      },
      image_to.bytes_as_numbers());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandCopyImage.vu01: eight threads record at once",
                 "[muxCommandCopyImage][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandCopyImage(call.target, image_from.image, image_to.image,
                                   pixel_of(call.slot), pixel_of(call.slot), one_pixel, call.length,
                                   call.list, call.sync_point);
      },
      image_to.bytes_as_numbers());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandCopyImageToBuffer.vu01: eight threads record at once",
                 "[muxCommandCopyImageToBuffer][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandCopyImageToBuffer(call.target, image_from.image, to.buffer,
                                           pixel_of(call.slot), call.slot * number_size, one_pixel,
                                           call.length, call.list, call.sync_point);
      },
      to.as<uint32_t>());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandCopyBufferToImage.vu01: eight threads record at once",
                 "[muxCommandCopyBufferToImage][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandCopyBufferToImage(call.target, from.buffer, image_to.image,
                                           static_cast<uint32_t>(call.slot * number_size),
                                           pixel_of(call.slot), one_pixel, call.length, call.list,
                                           call.sync_point);
      },
      image_to.bytes_as_numbers());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandNDRange.vu01: eight threads record at once",
                 "[muxCommandNDRange][threads]") {
  mux_kernel_t kernel = make_kernel(load(thread_program()), "increment");
  std::iota(to.as<uint32_t>().begin(), to.as<uint32_t>().end(), 0);
  check(
      [&](const Call &call) {
        Arguments arguments;
        arguments.buffer(to, call.slot * number_size);
        const size_t offset[3] = {0, 0, 0};
        const size_t global[3] = {1, 1, 1};
        mux_ndrange_options_t options{};
        options.descriptors = arguments.descriptors.data();
        options.descriptors_length = arguments.descriptors.size();
        std::fill(std::begin(options.local_size), std::end(options.local_size), 1);
        options.global_offset = offset;
        options.global_size = global;
        options.dimensions = 1;
        return muxCommandNDRange(call.target, kernel, options, call.length, call.list,
                                 call.sync_point);
      },
      to.as<uint32_t>());
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandUserCallback.vu01: eight threads record at once",
                 "[muxCommandUserCallback][threads]") {
  std::iota(host_to.begin(), host_to.end(), 0);
  check(
      [this](const Call &call) {
        return muxCommandUserCallback(
            call.target,
            [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
              ++*static_cast<uint32_t *>(user_data);
            },
            &host_to[call.slot], call.length, call.list, call.sync_point);
      },
      host_to);
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandCopyMemory: eight threads record at once",
                 "[muxCommandCopyMemory][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandCopyMemory(call.target, &host_from[call.slot], &host_to[call.slot],
                                    number_size, call.length, call.list, call.sync_point);
      },
      host_to);
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandFillMemory: eight threads record at once",
                 "[muxCommandFillMemory][threads]") {
  check(
      [this](const Call &call) {
        return muxCommandFillMemory(call.target, &host_to[call.slot], number_size,
                                    &host_from[call.slot], number_size, call.length, call.list,
                                    call.sync_point);
      },
      host_to);
}

TEST_CASE_METHOD(RecordingFixture, "muxCommandBarrier: eight threads record at once",
                 "[muxCommandBarrier][threads]") {
  // Copies and barriers alternate.
  check(
      [this](const Call &call) {
        mux_sync_point_t copied = nullptr;
        const mux_result_t result =
            muxCommandCopyMemory(call.target, &host_from[call.slot], &host_to[call.slot],
                                 number_size, call.length, call.list, &copied);
        return result != mux_success
                   ? result
                   : muxCommandBarrier(call.target, call.slot % 2,
                                       call.slot % 2 == 0 ? nullptr : &copied, call.sync_point);
      },
      host_to);
}

TEST_CASE_METHOD(RecordingFixture,
                 "muxSetCommandCompletion: eight threads record and set completions at once",
                 "[muxSetCommandCompletion][threads]") {
  // Concurrent recording moves the records of commands with completions.
  constexpr mux_command_id_t commands = commands_of_all;
  for (mux_command_id_t index = 0; index < commands; ++index) {
    REQUIRE(muxCommandCopyMemory(command_buffer, &host_from[index], &host_to[index], number_size, 0,
                                 nullptr, nullptr) == mux_success);
  }
  std::array<std::atomic<uint32_t>, commands> calls{};
  const auto failures = run_in_threads([&](unsigned thread) {
    mux_result_t failure = mux_success;
    for (mux_command_id_t index = thread; index < commands; index += thread_count) {
      failure |= muxSetCommandCompletion(
          command_buffer, index,
          [](const mux_command_completion_t *completion, void *user_data) {
            *static_cast<std::atomic<uint32_t> *>(user_data) +=
                completion->status == mux_success ? 1 : 1000;
          },
          &calls[index]);
      failure |= muxCommandCopyMemory(command_buffer, &host_from[commands + index],
                                      &host_to[commands + index], number_size, 0, nullptr, nullptr);
    }
    return failure;
  });
  CHECK(all_zero(failures));
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (uint32_t round = 1; round <= 3; ++round) {
    CHECK(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(std::all_of(calls.begin(), calls.end(), [&](const auto &each) { return each == round; }));
  }
  CHECK(host_to == host_from);
}

TEST_CASE_METHOD(QueryRecordingFixture, "muxCommandBeginQuery.vu01: eight threads record at once",
                 "[muxCommandBeginQuery][threads]") {
  record_in_threads([this](const Call &call) {
    return muxCommandBeginQuery(call.target, pool, static_cast<uint32_t>(call.slot), 1, call.length,
                                call.list, call.sync_point);
  });
  for (const Recorded &each : recorded) {
    end_all(each);
  }
  run_all();
  CHECK(results() == slots);
}

TEST_CASE_METHOD(QueryRecordingFixture, "muxCommandEndQuery.vu01: eight threads record at once",
                 "[muxCommandEndQuery][threads]") {
  for (const Recorded &each : recorded) {
    begin_all(each);
  }
  record_in_threads([this](const Call &call) {
    return muxCommandEndQuery(call.target, pool, static_cast<uint32_t>(call.slot), 1, call.length,
                              call.list, call.sync_point);
  });
  run_all();
  CHECK(results() == slots);
}

TEST_CASE_METHOD(QueryRecordingFixture,
                 "muxCommandResetQueryPool.vu01: eight threads record at once",
                 "[muxCommandResetQueryPool][threads]") {
  const Recorded all = {command_buffer, 0, slots};
  begin_all(all);
  end_all(all);
  REQUIRE(run(command_buffer) == mux_success);
  REQUIRE(results() == slots);
  record_in_threads([this](const Call &call) {
    return muxCommandResetQueryPool(call.target, pool, static_cast<uint32_t>(call.slot), 1,
                                    call.length, call.list, call.sync_point);
  });
  run_all();
  CHECK(results() == 0);
}

}  // namespace mux::test::recording
