// Every entry point that uses an allocator, with its first, second, ... allocation failing in turn:
// always mux_error_out_of_memory, no leak, all objects unchanged, and the call succeeds when there
// is memory again.

#include <mux/extensions.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>

#include "command_buffer_fixture.h"
#include "images.h"
#include "recording_checks.h"

namespace mux::test::failing_allocations {

namespace {

/// Makes each allocation of `attempt` fail in turn. At least `least` allocations must have failed,
/// to detect that expected allocations are missing.
template <class Attempt>
void fails_each_allocation(CountingAllocator &counter, Attempt attempt, int least = 1,
                           int64_t most_kept = 0) {
  const FailingAllocations seen = for_each_failing_allocation(counter, attempt);
  INFO("after " << seen.attempts << " failing allocations: " << muxGetLastErrorMessage());
  CHECK(seen.result == mux_success);
  CHECK(seen.attempts >= least);
  CHECK(seen.leaked <= most_kept);
}

/// Creates an object; destroying it must free everything.
template <class Handle>
void fails_to_create(DeviceFixture &fixture, const std::function<mux_result_t(Handle *)> &create,
                     void (*destroy)(mux_device_t, Handle, mux_allocator_info_t)) {
  const int64_t live = fixture.counter.live();
  Handle handle = nullptr;
  fails_each_allocation(fixture.counter, [&] { return create(&handle); });
  REQUIRE(handle != nullptr);
  destroy(fixture.device, handle, fixture.allocator);
  CHECK(fixture.counter.live() == live);
}

constexpr const char *plain_source =
    "kernel void plain(global int *out, int value) { out[get_global_id(0)] = value; }";

class FailingCommandsFixture : public TellingKernelFixture {
 public:
  /// Records a command into a new command buffer, with a sync-point, each allocation failing in
  /// turn; then only that command must be in it and have its effect.
  void fails_to_record(
      const std::function<mux_result_t(mux_command_buffer_t, mux_sync_point_t *)> &record_command) {
    mux_command_buffer_t target = make_command_buffer();
    mux_sync_point_t sync_point = nullptr;
    // At least two blocks: its record, its sync-point, the list of commands.
    fails_each_allocation(
        counter,
        [&] {
          const mux_result_t result = record_command(target, &sync_point);
          CHECK((sync_point != nullptr) == (result == mux_success));
          return result;
        },
        2);
    record_mark(target);
    const mux_command_id_t after = 2;
    REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
    CHECK(muxUpdateDescriptors(target, after, 0, nullptr, nullptr) == mux_error_invalid_value);
    CHECK(std::string(muxGetLastErrorMessage()).find("has 2 commands") != std::string::npos);
    CHECK(dispatch_and_wait(target) == mux_success);
    CHECK(marks_seen == 1);
  }

  TestBuffer buffer = make_buffer(256);
  TestBuffer other = make_buffer(256);
  uint8_t host[256] = {};
  mux_buffer_region_info_t region = {{8, 2, 1}, {0, 0, 0}, {0, 0, 0}, {16, 32}, {16, 32}};
};

/// A command buffer with commands of many kinds, not finalized.
class FailingCommandBufferFixture : public FailingCommandsFixture {
 public:
  FailingCommandBufferFixture() {
    const uint32_t pattern = 7;
    arguments.buffer(told).value(7).local(local_items * sizeof(int)).null_buffer();
    record_mark(command_buffer);
    REQUIRE(record_telling(command_buffer, arguments) == mux_success);
    REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 256, &pattern, 4, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandCopyBufferRegions(command_buffer, buffer.buffer, other.buffer, &region, 1, 0,
                                        nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandReadBuffer(command_buffer, other.buffer, 0, host, 256, 0, nullptr, nullptr) ==
            mux_success);
  }

  /// Dispatches, and checks the effect of every command.
  void expect_effects(mux_command_buffer_t target, int value_told) {
    clear(told);
    clear(other);
    const int marks_before = marks_seen;
    REQUIRE(dispatch_and_wait(target) == mux_success);
    CHECK(marks_seen == marks_before + 1);
    CHECK(report(told) == Report{value_told, -1, 1, 0});
    CHECK(host[0] == 7);
    CHECK(host[64] == 0);
  }

  TestBuffer told = make_report();
  Arguments arguments;
};

}  // namespace

TEST_CASE("failing allocations: muxCreateDevices", "[failing_allocations]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  mux_device_info_t infos[2] = {info, info};
  mux_device_t devices[2] = {};
  fails_each_allocation(
      counter, [&] { return muxCreateDevices(2, infos, counter.info(), devices); }, 2);
  for (mux_device_t device : devices) {
    muxDestroyDevice(device, counter.info());
  }
  CHECK(counter.live() == 0);
}

TEST_CASE("failing allocations: muxLink", "[failing_allocations]") {
  CountingAllocator counter;
  const std::string object = compile(plain_source, nullptr, mux_compile_output_object);
  const void *binary = object.data();
  const uint64_t length = object.size();
  mux_link_info_t info{};
  info.binaries = &binary;
  info.binary_lengths = &length;
  info.binary_count = 1;
  mux_compilation_t compilation = nullptr;
  fails_each_allocation(counter, [&] { return muxLink(&info, counter.info(), &compilation); });
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE("failing allocations: muxCompile", "[failing_allocations]") {
  CountingAllocator counter;
  mux_compile_info_t info{};
  info.source = plain_source;
  info.source_length = std::string_view(plain_source).size();
  mux_compilation_t compilation = nullptr;
  fails_each_allocation(counter, [&] { return muxCompile(&info, counter.info(), &compilation); });
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE_METHOD(KernelFixture, "failing allocations: muxCreateExecutable",
                 "[failing_allocations]") {
  const std::string binary = compile(plain_source);
  fails_to_create<mux_executable_t>(
      *this,
      [&](mux_executable_t *out) {
        return muxCreateExecutable(device, binary.data(), binary.size(), allocator, out);
      },
      muxDestroyExecutable);
}

TEST_CASE_METHOD(KernelFixture, "failing allocations: muxCreateKernel", "[failing_allocations]") {
  mux_executable_t executable = load(compile(plain_source));
  const std::function create = [&](mux_kernel_t *out) {
    return muxCreateKernel(device, executable, "plain", 5, allocator, out);
  };
  // State that the executable shares between kernels is allocated with the first one, and remains
  // after a failure.
  constexpr int64_t most_kept = 6;
  mux_kernel_t first = nullptr;
  fails_each_allocation(counter, [&] { return create(&first); }, 2, most_kept);
  muxDestroyKernel(device, first, allocator);
  fails_to_create<mux_kernel_t>(*this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(KernelFixture,
                 "failing allocations: a kernel whose specialization fails runs its previous code",
                 "[failing_allocations]") {
  const std::string binary = compile(R"(
kernel void sum(global int *out, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) {
    total += (int)get_local_size(0) * i;
  }
  out[get_global_id(0)] = total;
})");
  const TestBuffer out = make_buffer(64 * sizeof(int));
  // Dispatches the kernel of a new executable, with one allocation failing, and returns how many
  // allocations that took.
  const auto dispatch_often = [&](const char *specialize, int64_t successes) {
    setenv("MUX_SPECIALIZE", specialize, 1);
    mux_executable_t executable = nullptr;
    REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
            mux_success);
    unsetenv("MUX_SPECIALIZE");
    mux_kernel_t kernel = nullptr;
    REQUIRE(muxCreateKernel(device, executable, "sum", 3, allocator, &kernel) == mux_success);
    mux_command_buffer_t commands = nullptr;
    REQUIRE(muxCreateCommandBuffer(device, nullptr, allocator, &commands) == mux_success);
    Arguments arguments;
    arguments.buffer(out).value(10);
    REQUIRE(record(commands, kernel, arguments, Range::linear(64, 16)) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    const uint64_t total = counter.total();
    counter.fail_after(successes);
    // Code for the local size comes first, then for the value, then another strategy.
    for (int done = 0; done < 4;) {
      std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{0});
      const mux_result_t result = dispatch_and_wait(commands);
      if (result == mux_success) {
        CHECK(std::count(out.as<int>().begin(), out.as<int>().end(), 16 * 45) == 64);
        ++done;
      } else {
        REQUIRE(result == mux_error_out_of_memory);
      }
    }
    counter.succeed();
    const uint64_t allocations = counter.total() - total;
    muxDestroyCommandBuffer(device, commands, allocator);
    muxDestroyKernel(device, kernel, allocator);
    muxDestroyExecutable(device, executable, allocator);
    return allocations;
  };
  constexpr int64_t all = INT64_MAX;
  // A dispatch needs memory if a thread still holds the previous run.
  uint64_t without = dispatch_often("0", all);
  for (int repeat = 0; repeat < 10; ++repeat) {
    without = std::min(without, dispatch_often("0", all));
  }
  const uint64_t with = dispatch_often("at-once", all);
  CHECK(with >= without + 2);
  const int64_t live = counter.live();
  const uint64_t failures = counter.failures();
  for (uint64_t successes = 0; successes < with; ++successes) {
    dispatch_often("at-once", static_cast<int64_t>(successes));
    CHECK(counter.live() == live);
  }
  // The number of allocations depends on when a comparison ends; the last ones may not happen.
  CHECK(counter.failures() - failures >= without + 2);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateBuiltInKernel",
                 "[failing_allocations]") {
  const std::string declarations = device->info->builtin_kernel_declarations;
  const std::string name = declarations.substr(0, declarations.find('('));
  REQUIRE_FALSE(name.empty());
  fails_to_create<mux_kernel_t>(
      *this,
      [&](mux_kernel_t *out) {
        return muxCreateBuiltInKernel(device, name.data(), name.size(), allocator, out);
      },
      muxDestroyKernel);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxAllocateMemory", "[failing_allocations]") {
  // Small memory is from the allocator, large memory from the operating system.
  for (const size_t size : {size_t{100}, size_t{8} << 20}) {
    fails_to_create<mux_memory_t>(
        *this,
        [&](mux_memory_t *out) {
          return muxAllocateMemory(
              device, size, 1, mux_memory_property_host_visible | mux_memory_property_host_coherent,
              mux_allocation_type_alloc_host, 0, allocator, out);
        },
        muxFreeMemory);
  }
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateMemoryFromHost",
                 "[failing_allocations]") {
  alignas(4096) static uint8_t storage[4096];
  fails_to_create<mux_memory_t>(
      *this,
      [&](mux_memory_t *out) {
        return muxCreateMemoryFromHost(device, sizeof(storage), storage, allocator, out);
      },
      muxFreeMemory);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateBuffer", "[failing_allocations]") {
  fails_to_create<mux_buffer_t>(
      *this, [&](mux_buffer_t *out) { return muxCreateBuffer(device, 64, allocator, out); },
      muxDestroyBuffer);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateImage", "[failing_allocations]") {
  fails_to_create<mux_image_t>(
      *this,
      [&](mux_image_t *out) {
        return muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8, 1,
                              0, 0, 0, allocator, out);
      },
      muxDestroyImage);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateFence", "[failing_allocations]") {
  fails_to_create<mux_fence_t>(
      *this, [&](mux_fence_t *out) { return muxCreateFence(device, allocator, out); },
      muxDestroyFence);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateSemaphore",
                 "[failing_allocations]") {
  fails_to_create<mux_semaphore_t>(
      *this, [&](mux_semaphore_t *out) { return muxCreateSemaphore(device, allocator, out); },
      muxDestroySemaphore);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateQueryPool",
                 "[failing_allocations]") {
  const int64_t live = counter.live();
  mux_query_pool_t pool = nullptr;
  fails_each_allocation(counter, [&] {
    return muxCreateQueryPool(queue, mux_query_type_duration, 5, nullptr, allocator, &pool);
  });
  muxDestroyQueryPool(queue, pool, allocator);
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateQueryPool of counters",
                 "[failing_allocations]") {
  uint32_t count = 0;
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, nullptr, nullptr,
                                       &count) == mux_success);
  REQUIRE(count > 0);
  std::vector<mux_query_counter_t> counters(count);
  std::vector<mux_query_counter_description_t> descriptions(count);
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, count, counters.data(),
                                       descriptions.data(), nullptr) == mux_success);
  // The last ones exist on every machine.
  const mux_query_counter_config_t config = {counters.back().uuid, nullptr};
  const int64_t live = counter.live();
  mux_query_pool_t pool = nullptr;
  fails_each_allocation(counter, [&] {
    return muxCreateQueryPool(queue, mux_query_type_counter, 1, &config, allocator, &pool);
  });
  muxDestroyQueryPool(queue, pool, allocator);
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateCommandBuffer",
                 "[failing_allocations]") {
  fails_to_create<mux_command_buffer_t>(
      *this,
      [&](mux_command_buffer_t *out) {
        return muxCreateCommandBuffer(device, no_callback(), allocator, out);
      },
      muxDestroyCommandBuffer);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandReadBuffer",
                 "[failing_allocations]") {
  buffer.bytes[5] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandReadBuffer(target, buffer.buffer, 0, host, 256, 0, nullptr, sync_point);
  });
  CHECK(host[5] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandReadBufferRegions",
                 "[failing_allocations]") {
  buffer.bytes[17] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandReadBufferRegions(target, buffer.buffer, host, &region, 1, 0, nullptr,
                                       sync_point);
  });
  CHECK(host[17] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandWriteBuffer",
                 "[failing_allocations]") {
  host[5] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandWriteBuffer(target, buffer.buffer, 0, host, 256, 0, nullptr, sync_point);
  });
  CHECK(buffer.bytes[5] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandWriteBufferRegions",
                 "[failing_allocations]") {
  host[17] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandWriteBufferRegions(target, buffer.buffer, host, &region, 1, 0, nullptr,
                                        sync_point);
  });
  CHECK(buffer.bytes[17] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandCopyBuffer",
                 "[failing_allocations]") {
  buffer.bytes[5] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandCopyBuffer(target, buffer.buffer, 0, other.buffer, 0, 256, 0, nullptr,
                                sync_point);
  });
  CHECK(other.bytes[5] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandCopyBufferRegions",
                 "[failing_allocations]") {
  buffer.bytes[17] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandCopyBufferRegions(target, buffer.buffer, other.buffer, &region, 1, 0, nullptr,
                                       sync_point);
  });
  CHECK(other.bytes[17] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandFillBuffer",
                 "[failing_allocations]") {
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    const uint64_t pattern = 0x0102030405060708;
    return muxCommandFillBuffer(target, buffer.buffer, 0, 256, &pattern, 8, 0, nullptr, sync_point);
  });
  CHECK(buffer.bytes[255] == 1);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandNDRange",
                 "[failing_allocations]") {
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
                 "[failing_allocations]") {
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
                 "[failing_allocations]") {
  host[7] = 5;
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandCopyMemory(target, host, buffer.bytes.data(), 256, 0, nullptr, sync_point);
  });
  CHECK(buffer.bytes[7] == 5);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandFillMemory",
                 "[failing_allocations]") {
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    const uint64_t pattern = 0x0102030405060708;
    return muxCommandFillMemory(target, host, 256, &pattern, 8, 0, nullptr, sync_point);
  });
  CHECK(host[255] == 1);
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: muxCommandBarrier",
                 "[failing_allocations]") {
  fails_to_record([&](mux_command_buffer_t target, mux_sync_point_t *sync_point) {
    return muxCommandBarrier(target, 0, nullptr, sync_point);
  });
}

TEST_CASE_METHOD(FailingCommandsFixture, "failing allocations: commands with completion functions",
                 "[failing_allocations]") {
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
                 "[failing_allocations]") {
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
                 "[failing_allocations]") {
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

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxFinalizeCommandBuffer",
                 "[failing_allocations]") {
  // A device may keep scratch memory if finalization fails later.
  mux_command_buffer_t first = make_command_buffer();
  REQUIRE(record_telling(first, arguments) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(first) == mux_success);
  fails_each_allocation(counter, [&] {
    const mux_result_t result = muxFinalizeCommandBuffer(command_buffer);
    if (result != mux_success) {
      // Still recording, and cannot be dispatched.
      CHECK(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_error_invalid_value);
    }
    return result;
  });
  expect_effects(command_buffer, 7);
}

TEST_CASE_METHOD(FailingCommandBufferFixture,
                 "failing allocations: muxFinalizeCommandBuffer, with "
                 "the first scratch memory of the device",
                 "[failing_allocations]") {
  fails_each_allocation(counter, [&] { return muxFinalizeCommandBuffer(command_buffer); }, 3);
  expect_effects(command_buffer, 7);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxCloneCommandBuffer",
                 "[failing_allocations]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t clone = nullptr;
  fails_each_allocation(
      counter,
      [&] {
        const mux_result_t result =
            muxCloneCommandBuffer(device, allocator, command_buffer, &clone);
        CHECK((clone != nullptr) == (result == mux_success));
        return result;
      },
      4);
  expect_effects(clone, 7);
  expect_effects(command_buffer, 7);
  muxDestroyCommandBuffer(device, clone, allocator);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxUpdateDescriptors",
                 "[failing_allocations]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  const auto update = [&](int number, size_t local) {
    Update change{{value, scratch}, {}};
    change.arguments.value(number).local(local);
    return change.apply(command_buffer, 1);
  };
  SECTION("while nothing is in flight, more scratch memory") {
    // The dispatches in between leave runs; how many depends on when workers return them.
    constexpr int64_t runs_of_dispatches = 30;
    fails_each_allocation(
        counter,
        [&] {
          const int64_t live = counter.live();
          const mux_result_t result = update(8, 100'000);
          if (result != mux_success) {
            // If a worker still holds the last run, there has to be a new plan as well; when only
            // that fails, the device keeps the scratch memory for the next time.
            CHECK(counter.live() <= live + device->info->compute_units + 1);
            counter.succeed();
            expect_effects(command_buffer, 7);
          }
          return result;
        },
        1, runs_of_dispatches);
  }
  SECTION("another buffer, which changes the dependences") {
    const TestBuffer pointee = make_pointee(9);
    Update change{{value, maybe}, {}};
    change.arguments.value(9).buffer(pointee);
    counter.fail_always();
    const mux_result_t result = change.apply(command_buffer, 1);
    counter.succeed();
    REQUIRE(result == mux_success);
    // The update needs no memory; the first dispatch after it does, and keeps a run.
    mux_fence_t fence = make_fence();
    fails_each_allocation(
        counter,
        [&] {
          return muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr,
                             nullptr);
        },
        3, 1);
    REQUIRE(muxWait(queue, fence) == mux_success);
    CHECK(report(told) == Report{9, 9, 1, 0});
    clear(told);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(report(told) == Report{9, 9, 1, 0});
    Update back{{value, maybe}, {}};
    back.arguments.value(8).null_buffer();
    REQUIRE(back.apply(command_buffer, 1) == mux_success);
  }
  SECTION("in flight, a new plan") {
    mux_semaphore_t start = make_semaphore();
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(queue, command_buffer, fence, &start, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    fails_each_allocation(counter, [&] { return update(8, 64); }, 2);
    mux_command_buffer_t starter = make_command_buffer();
    REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
    clear(told);
    REQUIRE(muxDispatch(queue, starter, nullptr, nullptr, 0, &start, 1, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    CHECK(report(told).value == 7);
  }
  expect_effects(command_buffer, 8);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxUpdateNDRanges",
                 "[failing_allocations]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  Arguments changed;
  changed.buffer(told).value(8).local(64).null_buffer();
  const Range range = Range::linear(groups * local_items, local_items);
  mux_ndrange_update_t update = {1, kernel, {}};
  update.options = {changed.descriptors.data(),
                    changed.descriptors.size(),
                    {local_items, 1, 1},
                    range.offset,
                    range.global,
                    1};
  mux_semaphore_t start = make_semaphore();
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, &start, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  fails_each_allocation(counter, [&] { return muxUpdateNDRanges(command_buffer, 1, &update); }, 2);
  REQUIRE(muxSignalSemaphore(start, mux_success) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(report(told).value == 7);
  expect_effects(command_buffer, 8);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxDispatch",
                 "[failing_allocations]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  std::vector<mux_semaphore_t> wait;
  std::vector<mux_semaphore_t> signal;
  for (int i = 0; i < 40; ++i) {
    wait.push_back(make_semaphore());
    signal.push_back(make_semaphore());
  }
  mux_command_buffer_t starter = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
  REQUIRE(muxDispatch(queue, starter, nullptr, nullptr, 0, wait.data(),
                      static_cast<uint32_t>(wait.size()), nullptr, nullptr) == mux_success);
  mux_fence_t fence = make_fence();
  // A new command buffer for each attempt, because each keeps its resources for later dispatches.
  std::vector<mux_command_buffer_t> clones;
  for (int i = 0; i < 8; ++i) {
    clones.push_back(nullptr);
    REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clones.back()) ==
            mux_success);
    at_end([clone = clones.back(), this] { muxDestroyCommandBuffer(device, clone, allocator); });
  }
  size_t next = 0;
  const FailingAllocations seen = for_each_failing_allocation(counter, [&] {
    return muxDispatch(queue, clones.at(next++), fence, wait.data(),
                       static_cast<uint32_t>(wait.size()), signal.data(),
                       static_cast<uint32_t>(signal.size()), nullptr, nullptr);
  });
  CHECK(seen.result == mux_success);
  // The run, the wait list and the signal list.
  CHECK(seen.attempts == 3);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);
  // The failed dispatches neither signaled nor waited: the semaphores can be used once.
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(muxDispatch(queue, starter, fence, signal.data(), static_cast<uint32_t>(signal.size()),
                      nullptr, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  for (mux_command_buffer_t clone : clones) {
    expect_effects(clone, 7);
  }
}

TEST_CASE_METHOD(FailingCommandBufferFixture,
                 "failing allocations: calls that need no memory succeed without any",
                 "[failing_allocations]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  mux_memory_t memory = make_memory(64);
  mux_fence_t fence = make_fence();
  mux_semaphore_t semaphore = make_semaphore();
  mux_command_buffer_t reset = make_command_buffer();
  record_mark(reset);
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);

  counter.fail_always();
  const auto results = [&] {
    mux_queue_t got = nullptr;
    void *data = nullptr;
    return std::vector<mux_result_t>{
        muxGetQueue(device, mux_queue_type_compute, 0, &got),
        muxBindBufferMemory(device, memory, unbound, 0),
        muxMapMemory(device, memory, 0, 64, &data),
        muxFlushMappedMemoryToDevice(device, memory, 0, 64),
        muxFlushMappedMemoryFromDevice(device, memory, 0, 64),
        muxUnmapMemory(device, memory),
        muxFinalizeCommandBuffer(command_buffer),
        muxWait(queue, fence),
        muxTryWait(queue, 0, fence),
        muxWaitAll(queue),
        muxResetFence(fence),
        muxResetSemaphore(semaphore),
        muxResetCommandBuffer(reset),
        muxFinalizeCommandBuffer(command_buffer),
    };
  }();
  counter.succeed();
  for (const mux_result_t result : results) {
    CHECK(result == mux_success);
  }
  muxDestroyBuffer(device, unbound, allocator);
}

}  // namespace mux::test::failing_allocations
