// Queries around commands of every kind, alone and concurrently: durations are ordered, counters
// exact.

#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <functional>
#include <thread>

#include "query_pools.h"
#include "query_program.h"

namespace mux::test::queries {

namespace {

constexpr const char *source = R"(
  kernel void add(global uint *values, uint amount) { values[get_global_id(0)] += amount; }
  kernel void grid(global uint *values) {
    const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    values[x + get_global_size(0) * (y + get_global_size(1) * z)] = 1;
  }
  kernel void spin(global uint *values, uint rounds) {
    uint value = get_global_id(0);
    for (uint i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
    values[get_global_id(0)] = value;
  })";

void touch_pages(mux_queue_t, mux_command_buffer_t, void *const user_data) {
  const size_t size = *static_cast<const size_t *>(user_data);
  void *const pages =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages != MAP_FAILED) {
    madvise(pages, size, MADV_NOHUGEPAGE);
    std::memset(pages, 1, size);
    munmap(pages, size);
  }
}

void do_nothing(mux_queue_t, mux_command_buffer_t, void *) {}

}  // namespace

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryPoolResults.vu04, vu05, muxCreateQueryPool.vu02: durations of "
                 "commands of every kind follow each other",
                 "[kernels][muxGetQueryPoolResults]") {
  constexpr size_t size = 1 << 20;
  const TestBuffer first = make_buffer(size);
  const TestBuffer second = make_buffer(size);
  std::vector<uint8_t> host(size);
  mux_kernel_t add = build(source, "add");
  Arguments arguments;
  arguments.buffer(first).value(uint32_t{3});
  mux_image_t images[2] = {};
  for (mux_image_t &image : images) {
    REQUIRE(muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 64, 64, 1, 0,
                           0, 0, allocator, &image) == mux_success);
    at_end([this, image] { muxDestroyImage(device, image, allocator); });
    REQUIRE(muxBindImageMemory(device, make_memory(image->memory_requirements.size), image, 0) ==
            mux_success);
  }
  mux_buffer_region_info_t region = {
      {1000, 100, 4}, {0, 0, 0}, {0, 0, 0}, {1000, 100000}, {1000, 100000}};
  const mux_extent_3d_t extent = {64, 64, 1};
  const float color[4] = {1, 0, 0, 1};
  mux_query_pool_t scratch_pool = make_duration_pool(1);

  const mux_command_buffer_t cb = command_buffer;
  const std::vector<std::function<mux_result_t()>> commands = {
      [&] {
        return muxCommandReadBuffer(cb, first.buffer, 0, host.data(), size, 0, nullptr, nullptr);
      },
      [&] {
        return muxCommandReadBufferRegions(cb, first.buffer, host.data(), &region, 1, 0, nullptr,
                                           nullptr);
      },
      [&] {
        return muxCommandWriteBuffer(cb, first.buffer, 0, host.data(), size, 0, nullptr, nullptr);
      },
      [&] {
        return muxCommandWriteBufferRegions(cb, first.buffer, host.data(), &region, 1, 0, nullptr,
                                            nullptr);
      },
      [&] {
        return muxCommandCopyBuffer(cb, first.buffer, 0, second.buffer, 0, size, 0, nullptr,
                                    nullptr);
      },
      [&] {
        return muxCommandCopyBufferRegions(cb, first.buffer, second.buffer, &region, 1, 0, nullptr,
                                           nullptr);
      },
      [&] {
        return muxCommandFillBuffer(cb, first.buffer, 0, size, color, 16, 0, nullptr, nullptr);
      },
      [&] {
        return muxCommandReadImage(cb, images[0], {0, 0, 0}, extent, 256, 256 * 64, host.data(), 0,
                                   nullptr, nullptr);
      },
      [&] {
        return muxCommandWriteImage(cb, images[0], {0, 0, 0}, extent, 256, 256 * 64, host.data(), 0,
                                    nullptr, nullptr);
      },
      [&] {
        return muxCommandFillImage(cb, images[0], color, sizeof(color), {0, 0, 0}, extent, 0,
                                   nullptr, nullptr);
      },
      [&] {
        return muxCommandCopyImage(cb, images[0], images[1], {0, 0, 0}, {0, 0, 0}, extent, 0,
                                   nullptr, nullptr);
      },
      [&] {
        return muxCommandCopyImageToBuffer(cb, images[0], first.buffer, {0, 0, 0}, 0, extent, 0,
                                           nullptr, nullptr);
      },
      [&] {
        return muxCommandCopyBufferToImage(cb, first.buffer, images[0], 0, {0, 0, 0}, extent, 0,
                                           nullptr, nullptr);
      },
      [&] { return record(cb, add, arguments, Range::linear(size / 4, 64)); },
      [&] { return record(cb, add, arguments, Range::linear(0, 64)); },
      [&] { return muxCommandUserCallback(cb, do_nothing, nullptr, 0, nullptr, nullptr); },
      [&] { return muxCommandResetQueryPool(cb, scratch_pool, 0, 1, 0, nullptr, nullptr); },
  };
  const auto count = static_cast<uint32_t>(commands.size());
  // One slot for each command, and the last for all of them.
  mux_query_pool_t pool = make_duration_pool(count + 1);
  begin(pool, count);
  for (uint32_t slot = 0; slot < count; ++slot) {
    CAPTURE(slot);
    begin(pool, slot);
    REQUIRE(commands[slot]() == mux_success);
    end(pool, slot);
  }
  end(pool, count);
  REQUIRE(muxFinalizeCommandBuffer(cb) == mux_success);
  for (int round = 0; round < 10; ++round) {
    const uint64_t before = host_time();
    REQUIRE(dispatch_and_wait(cb) == mux_success);
    const uint64_t after = host_time();
    const auto results = durations(pool);
    uint64_t last = results[count].start;
    CHECK(before <= last);
    for (uint32_t slot = 0; slot < count; ++slot) {
      CAPTURE(slot);
      CHECK(last <= results[slot].start);
      CHECK(results[slot].start <= results[slot].end);
      last = results[slot].end;
    }
    CHECK(last <= results[count].end);
    CHECK(results[count].end <= after);
  }
}

TEST_CASE_METHOD(QueryFixture, "queries: counters of commands are exact",
                 "[kernels][muxGetQueryPoolResults]") {
  const std::vector<std::string_view> names = {"commands", "tiles", "work-groups", "work-items",
                                               "transferred bytes"};
  // Five slots for each of three overlapping queries, and one empty query.
  std::vector<std::string_view> all;
  for (int i = 0; i < 4; ++i) {
    all.insert(all.end(), names.begin(), names.end());
  }
  mux_query_pool_t pool = make_counter_pool(all);
  constexpr size_t size = 8 << 20;
  const TestBuffer buffer = make_buffer(size);
  const TestBuffer other = make_buffer(size);
  mux_kernel_t add = build(source, "add");
  mux_kernel_t grid = build(source, "grid");
  Arguments add_arguments;
  add_arguments.buffer(buffer).value(uint32_t{1});
  Arguments grid_arguments;
  grid_arguments.buffer(other);
  Range odd;
  odd.dimensions = 3;
  odd.global[0] = 10;
  odd.global[1] = 7;
  odd.global[2] = 5;
  odd.local[0] = 4;
  odd.local[1] = 2;
  odd.local[2] = 5;

  fill(buffer);
  begin(pool, 15, 5);
  end(pool, 15, 5);
  begin(pool, 0, 5);
  fill(buffer);
  begin(pool, 5, 10);
  REQUIRE(record(command_buffer, add, add_arguments, Range::linear(1000, 10)) == mux_success);
  end(pool, 0, 5);
  // The last work-group in x and in y is smaller.
  REQUIRE(record(command_buffer, grid, grid_arguments, odd) == mux_success);
  end(pool, 5, 5);
  mux_buffer_region_info_t regions[2] = {
      {{100, 10, 2}, {0, 0, 0}, {0, 0, 0}, {100, 1000}, {100, 1000}},
      {{7, 3, 1}, {0, 50, 0}, {0, 50, 0}, {100, 1000}, {100, 1000}}};
  REQUIRE(muxCommandCopyBufferRegions(command_buffer, buffer.buffer, other.buffer, regions, 2, 0,
                                      nullptr, nullptr) == mux_success);
  REQUIRE(record(command_buffer, add, add_arguments, Range::linear(0, 10)) == mux_success);
  record_mark(command_buffer);
  end(pool, 10, 5);
  fill(buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int round = 0; round < 5; ++round) {
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    const auto results = values(pool);
    const auto check = [&](size_t query, uint32_t commands, uint64_t groups, uint64_t items,
                           uint64_t bytes) {
      CAPTURE(query);
      CHECK(results[query * 5].uint32 == commands);
      CHECK(results[query * 5 + 1].uint64 >= commands);
      CHECK(results[query * 5 + 2].uint64 == groups);
      CHECK(results[query * 5 + 3].uint64 == items);
      CHECK(results[query * 5 + 4].uint64 == bytes);
    };
    const uint64_t odd_groups = 3 * 4 * 1;
    check(0, 2, 100, 1000, size);
    check(1, 2, 100 + odd_groups, 1000 + 10 * 7 * 5, 0);
    check(2, 5, 100 + odd_groups, 1000 + 10 * 7 * 5, 100 * 10 * 2 + 7 * 3);
    check(3, 0, 0, 0, 0);
    CHECK(results[16].uint64 == 0);
  }
}

TEST_CASE_METHOD(QueryFixture,
                 "queries: counters are exact with many dispatches in flight, of the same and of "
                 "other command buffers",
                 "[kernels][muxGetQueryPoolResults]") {
  const TestBuffer shared = make_buffer(1 << 16);
  mux_kernel_t spin = build(source, "spin");
  Arguments arguments;
  arguments.buffer(shared).value(uint32_t{50});
  // Three command buffers with different numbers of work-groups; the third has no query.
  constexpr size_t buffers = 3;
  mux_command_buffer_t commands[buffers] = {};
  mux_query_pool_t pools[buffers] = {};
  for (size_t i = 0; i < buffers; ++i) {
    command_buffer = commands[i] = make_command_buffer();
    pools[i] = make_counter_pool({"work-groups", "commands", "work-items", "page faults"});
    mux_query_pool_t times = make_duration_pool(1);
    REQUIRE(record(command_buffer, spin, arguments, Range::linear(4096, 16)) == mux_success);
    if (i != 2) {
      begin(times);
      begin(pools[i], 0, 4);
    }
    for (size_t repeat = 0; repeat <= i; ++repeat) {
      REQUIRE(record(command_buffer, spin, arguments, Range::linear(2048, 16)) == mux_success);
    }
    if (i != 2) {
      end(pools[i], 0, 4);
      end(times);
    }
    REQUIRE(record(command_buffer, spin, arguments, Range::linear(4096, 16)) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }
  for (int round = 0; round < 20; ++round) {
    for (int dispatch = 0; dispatch < 8; ++dispatch) {
      for (mux_command_buffer_t each : commands) {
        REQUIRE(muxDispatch(queue, each, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
                mux_success);
      }
      // Read while some are still running: missing, or exact.
      for (uint64_t i = 0; i < 2; ++i) {
        const uint64_t groups = values(pools[i])[0].uint64;
        CHECK((groups == 0 || groups == (i + 1) * 128));
      }
    }
    REQUIRE(muxWaitAll(queue) == mux_success);
    for (uint64_t i = 0; i < 2; ++i) {
      const auto results = values(pools[i]);
      CHECK(results[0].uint64 == (i + 1) * 128);
      CHECK(results[1].uint32 == i + 1);
      CHECK(results[2].uint64 == (i + 1) * 2048);
    }
    CHECK(values(pools[2])[0].uint64 == 0);
  }
}

TEST_CASE_METHOD(QueryFixture,
                 "queries: thread counters count commands only, not other work of the threads",
                 "[kernels][muxGetQueryPoolResults]") {
  mux_query_pool_t pool = make_counter_pool(
      {"page faults", "CPU time", "voluntary context switches", "busy time", "major page faults"});
  const auto measure = [&](mux_command_user_callback_t function, void *user_data) {
    mux_command_buffer_t measured = make_command_buffer();
    command_buffer = measured;
    begin(pool, 0, 5);
    REQUIRE(muxCommandUserCallback(measured, function, user_data, 0, nullptr, nullptr) ==
            mux_success);
    end(pool, 0, 5);
    REQUIRE(run(measured) == mux_success);
    return values(pool);
  };
  size_t bytes = 1024 * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  CHECK(measure(touch_pages, &bytes)[0].uint64 >= 1024);

  constexpr uint64_t working = 20000000;
  const auto worked = measure(
      [](mux_queue_t, mux_command_buffer_t, void *) {
        const auto now = [] {
          timespec time{};
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
          return static_cast<uint64_t>(time.tv_sec) * 1000000000 +
                 static_cast<uint64_t>(time.tv_nsec);
        };
        for (const uint64_t until = now() + working; now() < until;) {
        }
      },
      nullptr);
  CHECK(worked[1].uint64 >= working);
  CHECK(worked[3].uint64 >= working);

  const auto slept = measure(
      [](mux_queue_t, mux_command_buffer_t, void *) {
        for (int i = 0; i < 10; ++i) {
          std::this_thread::sleep_for(std::chrono::milliseconds(3));
        }
      },
      nullptr);
  CHECK(slept[1].uint64 < slept[3].uint64);
  CHECK(slept[2].uint64 >= 10);
  CHECK(slept[3].uint64 >= 30000000);

  // Other command buffers touch new pages all the time.
  mux_command_buffer_t noisy = make_command_buffer();
  for (int i = 0; i < 20; ++i) {
    REQUIRE(muxCommandUserCallback(noisy, touch_pages, &bytes, 0, nullptr, nullptr) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(noisy) == mux_success);
  for (int i = 0; i < 4; ++i) {
    REQUIRE(muxDispatch(queue, noisy, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
  }
  const auto quiet =
      measure([](mux_queue_t, mux_command_buffer_t,
                 void *) { std::this_thread::sleep_for(std::chrono::milliseconds(10)); },
              nullptr);
  CHECK(quiet[0].uint64 < 100);
  REQUIRE(muxWaitAll(queue) == mux_success);
}

TEST_CASE_METHOD(QueryFixture, "queries: all counters of this machine at the same time",
                 "[kernels][muxGetQueryPoolResults]") {
  // As many as the device has hardware counters for.
  std::vector<std::string_view> names;
  uint32_t left = device->info->max_hardware_counters;
  for (const TestCounter &each : counters) {
    if (each.counter.hardware_counters <= left) {
      left -= each.counter.hardware_counters;
      names.emplace_back(each.description.name);
    }
  }
  mux_query_pool_t pool = make_counter_pool(names);
  const TestBuffer buffer = make_buffer(1 << 18);
  mux_kernel_t spin = build(source, "spin");
  Arguments arguments;
  arguments.buffer(buffer).value(uint32_t{20000});
  begin(pool, 0, pool->count);
  REQUIRE(record(command_buffer, spin, arguments, Range::linear(1 << 12, 16)) == mux_success);
  end(pool, 0, pool->count);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int round = 0; round < 3; ++round) {
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    const auto results = values(pool);
    for (size_t slot = 0; slot < names.size(); ++slot) {
      CAPTURE(std::string(names[slot]));
      if (names[slot] == "work-items") {
        CHECK(results[slot].uint64 == 1 << 12);
      } else if (names[slot] == "instructions" || names[slot] == "cycles" ||
                 names[slot] == "branches" || names[slot] == "CPU time") {
        CHECK(results[slot].uint64 > 0);
      } else if (names[slot] == "instructions per cycle") {
        CHECK(results[slot].float64 > 0);
        CHECK(results[slot].float64 < 20);
      }
    }
  }
}

TEST_CASE("queries: processor events are read around tiles, and closed when unused", "[kernels]") {
  run_query_program("values");
}

TEST_CASE("queries: events that cannot be opened count 0, and commands still run", "[kernels]") {
  run_query_program("lost");
}

}  // namespace mux::test::queries
