// Failing allocations of entry points that record commands.

#include <mux/extensions.h>

#include <atomic>
#include <catch2/catch.hpp>

#include "failing_allocations.h"
#include "images.h"

namespace mux::test::failing_commands {

using namespace failing_allocations;

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandReadBuffer",
                 "[failing_allocations][failing_commands]") {
  buffer.bytes[5] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandReadBuffer(target, buffer.buffer, 0, host, 256, 0, nullptr, sync_point);
  });
  CHECK(host[5] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandReadBufferRegions",
                 "[failing_allocations][failing_commands]") {
  buffer.bytes[17] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandReadBufferRegions(target, buffer.buffer, host, &region, 1, 0, nullptr,
                                       sync_point);
  });
  CHECK(host[17] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandWriteBuffer",
                 "[failing_allocations][failing_commands]") {
  host[5] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandWriteBuffer(target, buffer.buffer, 0, host, 256, 0, nullptr, sync_point);
  });
  CHECK(buffer.bytes[5] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandWriteBufferRegions",
                 "[failing_allocations][failing_commands]") {
  host[17] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandWriteBufferRegions(target, buffer.buffer, host, &region, 1, 0, nullptr,
                                        sync_point);
  });
  CHECK(buffer.bytes[17] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandCopyBuffer",
                 "[failing_allocations][failing_commands]") {
  buffer.bytes[5] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandCopyBuffer(target, buffer.buffer, 0, other.buffer, 0, 256, 0, nullptr,
                                sync_point);
  });
  CHECK(other.bytes[5] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandCopyBufferRegions",
                 "[failing_allocations][failing_commands]") {
  buffer.bytes[17] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandCopyBufferRegions(target, buffer.buffer, other.buffer, &region, 1, 0, nullptr,
                                       sync_point);
  });
  CHECK(other.bytes[17] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandFillBuffer",
                 "[failing_allocations][failing_commands]") {
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    const uint64_t pattern = 0x0102030405060708;
    return muxCommandFillBuffer(target, buffer.buffer, 0, 256, &pattern, 8, 0, nullptr, sync_point);
  });
  CHECK(buffer.bytes[255] == 1);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandNDRange",
                 "[failing_allocations][failing_commands]") {
  const TestBuffer told = make_report();
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    Arguments arguments;
    arguments.buffer(told).value(9).local(64).null_buffer();
    mux_ndrange_options_t options{};
    const size_t offset = 0;
    const size_t global = groups * local_items;
    options.descriptors = arguments.descriptors.data();
    options.descriptors_length = arguments.descriptors.size();
    options.local_size[0] = local_items;
    options.local_size[1] = options.local_size[2] = 1;
    options.global_offset = &offset;
    options.global_size = &global;
    options.dimensions = 1;
    return muxCommandNDRange(target, kernel, options, 0, nullptr, sync_point);
  });
  CHECK(report(told) == Report{9, -1, 1, 0});
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandUserCallback",
                 "[failing_allocations][failing_commands]") {
  int calls = 0;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandUserCallback(
        target,
        [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
          ++*static_cast<int *>(user_data);
        },
        &calls, 0, nullptr, sync_point);
  });
  CHECK(calls == 1);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandCopyMemory",
                 "[failing_allocations][failing_commands]") {
  host[7] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandCopyMemory(target, host, buffer.bytes.data(), 256, 0, nullptr, sync_point);
  });
  CHECK(buffer.bytes[7] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandFillMemory",
                 "[failing_allocations][failing_commands]") {
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    const uint64_t pattern = 0x0102030405060708;
    return muxCommandFillMemory(target, host, 256, &pattern, 8, 0, nullptr, sync_point);
  });
  CHECK(host[255] == 1);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandBarrier",
                 "[failing_allocations][failing_commands]") {
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandBarrier(target, 0, nullptr, sync_point);
  });
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: commands with completion functions",
                 "[failing_allocations][failing_commands]") {
  // Finalizing, cloning, and the first dispatch allocate state for completions.
  std::atomic<int> calls{0};
  for (mux_command_id_t command = 0; command < 300; ++command) {
    REQUIRE(muxCommandFillMemory(command_buffer, host + command % 256, 1, host, 1, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxSetCommandCompletion(
                command_buffer, command,
                [](const mux_command_completion_t *, void *user_data) {
                  ++*static_cast<std::atomic<int> *>(user_data);
                },
                &calls) == mux_success);
  }
  fails_each_allocation(counter, [&] { return muxFinalizeCommandBuffer(command_buffer); }, 3);
  mux_command_buffer_t clone = nullptr;
  fails_each_allocation(
      counter, [&] { return muxCloneCommandBuffer(device, allocator, command_buffer, &clone); }, 4);
  at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
  mux_fence_t fence = make_fence();
  fails_each_allocation(
      counter,
      [&] { return muxDispatch(queue, clone, fence, nullptr, 0, nullptr, 0, nullptr, nullptr); }, 1,
      1);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(calls == 300);
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(calls == 600);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: commands of images",
                 "[failing_allocations][failing_commands]") {
  ImageFixture images;
  const auto fails = [&](const Record &record_command) {
    mux_command_buffer_t target = images.make_command_buffer();
    fails_each_allocation(
        images.counter,
        [&] {
          mux_sync_point_t sync_point = nullptr;
          return record_command(target, 0, nullptr, &sync_point);
        },
        2);
    CHECK(images.run(target) == mux_success);
  };
  const mux_offset_3d_t origin = {0, 0, 0};
  const mux_extent_3d_t extent = {4, 4, 1};
  const TestBuffer pixels = images.make_buffer(1024);
  const mux_image_t second =
      images.make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8}).image;
  fails([&](mux_command_buffer_t target, uint32_t, const mux_sync_point_t *,
            mux_sync_point_t *sync_point) {
    return muxCommandReadImage(target, images.image, origin, extent, 16, 64, host, 0, nullptr,
                               sync_point);
  });
  fails([&](mux_command_buffer_t target, uint32_t, const mux_sync_point_t *,
            mux_sync_point_t *sync_point) {
    return muxCommandWriteImage(target, images.image, origin, extent, 16, 64, host, 0, nullptr,
                                sync_point);
  });
  fails([&](mux_command_buffer_t target, uint32_t, const mux_sync_point_t *,
            mux_sync_point_t *sync_point) {
    const float color[4] = {1, 0, 0, 1};
    return muxCommandFillImage(target, images.image, color, sizeof(color), origin, extent, 0,
                               nullptr, sync_point);
  });
  fails([&](mux_command_buffer_t target, uint32_t, const mux_sync_point_t *,
            mux_sync_point_t *sync_point) {
    return muxCommandCopyImage(target, images.image, second, origin, origin, extent, 0, nullptr,
                               sync_point);
  });
  fails([&](mux_command_buffer_t target, uint32_t, const mux_sync_point_t *,
            mux_sync_point_t *sync_point) {
    return muxCommandCopyImageToBuffer(target, images.image, pixels.buffer, origin, 0, extent, 0,
                                       nullptr, sync_point);
  });
  fails([&](mux_command_buffer_t target, uint32_t, const mux_sync_point_t *,
            mux_sync_point_t *sync_point) {
    return muxCommandCopyBufferToImage(target, pixels.buffer, images.image, 0, origin, extent, 0,
                                       nullptr, sync_point);
  });
}

TEST_CASE_METHOD(CommandBufferFixture, "failing allocations: commands of queries",
                 "[failing_allocations][failing_commands]") {
  mux_query_pool_t pool = nullptr;
  REQUIRE(muxCreateQueryPool(queue, mux_query_type_duration, 2, nullptr, allocator, &pool) ==
          mux_success);
  at_end([=, this] { muxDestroyQueryPool(queue, pool, allocator); });
  mux_sync_point_t sync_point = nullptr;
  fails_each_allocation(
      counter,
      [&] { return muxCommandResetQueryPool(command_buffer, pool, 0, 2, 0, nullptr, &sync_point); },
      2);
  // The list of open queries is owned by the command buffer.
  mux_command_buffer_t begins = make_command_buffer();
  fails_each_allocation(
      counter, [&] { return muxCommandBeginQuery(begins, pool, 0, 1, 0, nullptr, &sync_point); }, 3,
      1);
  // Chunks of memory have room for several commands, so only some calls allocate.
  int failed = 0;
  for (int round = 0; round < 100 && failed == 0; ++round) {
    const FailingAllocations end = for_each_failing_allocation(
        counter, [&] { return muxCommandEndQuery(begins, pool, 0, 1, 0, nullptr, &sync_point); });
    CHECK(end.result == mux_success);
    CHECK(end.leaked <= 1);
    failed += end.attempts;
    REQUIRE(muxCommandBeginQuery(begins, pool, 1, 1, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandEndQuery(begins, pool, 1, 1, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandBeginQuery(begins, pool, 0, 1, 0, nullptr, nullptr) == mux_success);
  }
  CHECK(failed > 0);
  REQUIRE(muxCommandEndQuery(begins, pool, 0, 1, 0, nullptr, nullptr) == mux_success);
  CHECK(run(command_buffer) == mux_success);
  CHECK(run(begins) == mux_success);
  mux_query_duration_result_s duration{};
  REQUIRE(muxGetQueryPoolResults(queue, pool, 0, 1, sizeof(duration), &duration,
                                 sizeof(duration)) == mux_success);
  CHECK(duration.end >= duration.start);
}

}  // namespace mux::test::failing_commands
