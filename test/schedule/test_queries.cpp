// Queries under stress: overlapping commands between begin and end, many dispatches of several
// command buffers in flight, and threads that read results and create pools.

#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include "support.h"

namespace mux::test::queries {

namespace {

/// A counter that is always available; see muxGetSupportedQueryCounters().
constexpr uint32_t commands_uuid = 0x101;
constexpr uint32_t work_groups_uuid = 0x103;
constexpr uint32_t work_items_uuid = 0x104;
constexpr uint32_t bytes_uuid = 0x105;
constexpr uint32_t cpu_time_uuid = 0x201;
constexpr uint32_t page_faults_uuid = 0x202;

constexpr std::array<mux_query_counter_config_t, 6> configs = {{{commands_uuid, nullptr},
                                                                {work_groups_uuid, nullptr},
                                                                {work_items_uuid, nullptr},
                                                                {bytes_uuid, nullptr},
                                                                {cpu_time_uuid, nullptr},
                                                                {page_faults_uuid, nullptr}}};
constexpr auto slots = static_cast<uint32_t>(configs.size());
using Counts = std::array<mux_query_counter_result_s, slots>;

/// A pool of durations and one of counters.
class Pools {
 public:
  explicit Pools(Fixture &fixture) : fixture_(fixture) {
    REQUIRE(muxCreateQueryPool(fixture.queue, mux_query_type_duration, 2, nullptr,
                               fixture.allocator, &durations) == mux_success);
    REQUIRE(muxCreateQueryPool(fixture.queue, mux_query_type_counter, slots, configs.data(),
                               fixture.allocator, &counters) == mux_success);
  }
  ~Pools() {
    muxDestroyQueryPool(fixture_.queue, durations, fixture_.allocator);
    muxDestroyQueryPool(fixture_.queue, counters, fixture_.allocator);
  }
  Pools(const Pools &) = delete;
  Pools &operator=(const Pools &) = delete;

  /// Thread-safe.
  bool read(Counts &counts) const {
    return muxGetQueryPoolResults(fixture_.queue, counters, 0, slots, sizeof(counts), counts.data(),
                                  sizeof(counts[0])) == mux_success;
  }
  bool durations_are_whole() const {
    mux_query_duration_result_s results[2] = {};
    return muxGetQueryPoolResults(fixture_.queue, durations, 0, 2, sizeof(results), results,
                                  sizeof(results[0])) == mux_success &&
           results[0].start <= results[0].end && results[1].start <= results[1].end &&
           (results[0].start == 0) == (results[0].end == 0);
  }

  mux_query_pool_t durations = nullptr;
  mux_query_pool_t counters = nullptr;

 private:
  Fixture &fixture_;
};

}  // namespace

TEST_CASE("Schedule: queries measure each dispatch exactly while others run and results are read") {
  Fixture fixture;
  constexpr size_t buffers = 6;
  constexpr size_t size = 4096;
  constexpr uint64_t groups = 64;
  mux_kernel_t increment = fixture.kernel("increment");
  constexpr size_t count = 3;
  // Command buffers overlap, so each has its own memory. Dispatches of one are ordered by
  // semaphores.
  constexpr int repeats = 4;
  std::vector<std::vector<int32_t>> data(count * buffers, std::vector<int32_t>(size));
  std::vector<mux_semaphore_t> between[count];
  std::vector<std::unique_ptr<Pools>> pools;
  std::vector<std::unique_ptr<Commands>> commands;
  const uint32_t pattern = 1;
  for (size_t index = 0; index < count; ++index) {
    pools.push_back(std::make_unique<Pools>(fixture));
    commands.push_back(std::make_unique<Commands>(fixture));
    Commands &target = *commands.back();
    const Pools &own = *pools.back();
    std::vector<mux_buffer_t> memory;
    for (size_t each = 0; each < buffers; ++each) {
      memory.push_back(
          fixture.buffer_over(data[index * buffers + each].data(), size * sizeof(int32_t)));
    }
    for (int repeat = 1; repeat < repeats; ++repeat) {
      between[index].push_back(fixture.semaphore());
    }
    const auto add_unmeasured = [&] {
      for (mux_buffer_t buffer : memory) {
        target.run(increment, {describe_buffer(buffer)}, size, size / groups);
      }
    };
    add_unmeasured();
    REQUIRE(muxCommandBeginQuery(target, own.durations, 0, 2, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandBeginQuery(target, own.counters, 0, slots, 0, nullptr, nullptr) ==
            mux_success);
    // The commands of each buffer depend only on each other.
    for (size_t repeat = 0; repeat <= index; ++repeat) {
      for (mux_buffer_t buffer : memory) {
        target.run(increment, {describe_buffer(buffer)}, size, size / groups);
        REQUIRE(muxCommandFillBuffer(target, buffer, 0, 64, &pattern, 4, 0, nullptr, nullptr) ==
                mux_success);
      }
    }
    REQUIRE(muxCommandEndQuery(target, own.durations, 1, 1, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandEndQuery(target, own.counters, 0, slots, 0, nullptr, nullptr) == mux_success);
    add_unmeasured();
    REQUIRE(muxCommandEndQuery(target, own.durations, 0, 1, 0, nullptr, nullptr) == mux_success);
    target.finalize();
  }
  const auto exact = [&](const Counts &counts, uint64_t index) {
    const uint64_t pairs = (index + 1) * buffers;
    return counts[0].uint32 == 2 * pairs && counts[1].uint64 == pairs * groups &&
           counts[2].uint64 == pairs * size && counts[3].uint64 == pairs * 64;
  };

  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::thread reader([&] {
    while (!stop) {
      for (size_t index = 0; index < count; ++index) {
        wrong += pools[index]->durations_are_whole() ? 0 : 1;
        // Results of different slots may be of different dispatches, but each is exact or missing.
        Counts counts;
        wrong += pools[index]->read(counts) ? 0 : 1;
        wrong += counts[2].uint64 == 0 || counts[2].uint64 == (index + 1) * buffers * size ? 0 : 1;
      }
      // Pools are created and destroyed while others are in use.
      mux_query_pool_t pool = nullptr;
      wrong += muxCreateQueryPool(fixture.queue, mux_query_type_counter, slots, configs.data(),
                                  fixture.allocator, &pool) == mux_success
                   ? 0
                   : 1;
      muxDestroyQueryPool(fixture.queue, pool, fixture.allocator);
    }
  });
  for (int round = 0; round < 10; ++round) {
    for (size_t repeat = 0; repeat < repeats; ++repeat) {
      for (size_t index = 0; index < count; ++index) {
        std::vector<mux_semaphore_t> wait;
        std::vector<mux_semaphore_t> signal;
        if (repeat > 0) {
          wait.push_back(between[index][repeat - 1]);
        }
        if (repeat + 1 < repeats) {
          signal.push_back(between[index][repeat]);
        }
        CHECK(fixture.dispatch(*commands[index], nullptr, wait, signal) == mux_success);
      }
    }
    CHECK(muxWaitAll(fixture.queue) == mux_success);
    for (size_t index = 0; index < count; ++index) {
      for (mux_semaphore_t semaphore : between[index]) {
        CHECK(muxResetSemaphore(semaphore) == mux_success);
      }
      Counts counts;
      CHECK(pools[index]->read(counts));
      CHECK(exact(counts, index));
    }
  }
  stop = true;
  reader.join();
  CHECK(wrong == 0);
  commands.clear();
}

}  // namespace mux::test::queries
