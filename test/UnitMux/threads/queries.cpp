// Concurrent use of query pools and counters.

#include <catch2/catch.hpp>
#include <cstring>

#include "../run_in_threads.h"
#include "query_pools.h"

namespace mux::test::queries {

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.vu01, muxDestroyQueryPool.vu01: eight threads create and "
                 "destroy pools at once",
                 "[muxCreateQueryPool][muxDestroyQueryPool][threads]") {
  const auto chosen = configs({"tiles", "CPU time"});
  const int64_t live = counter.live();
  const auto failures = run_in_threads([&](unsigned) {
    int failed = 0;
    for (int i = 0; i < 100; ++i) {
      mux_query_pool_t pools[2] = {};
      failed += create_pool(mux_query_type_duration, 2, nullptr, &pools[0]) != mux_success;
      failed += create_pool(mux_query_type_counter, 2, chosen.data(), &pools[1]) != mux_success;
      for (mux_query_pool_t pool : pools) {
        muxDestroyQueryPool(queue, pool, allocator);
      }
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxDestroyQueryPool.vu01: eight threads destroy pools that others made at once",
                 "[muxDestroyQueryPool][threads]") {
  const auto chosen = configs({"tiles", "CPU time"});
  const int64_t live = counter.live();
  std::vector<mux_query_pool_t> pools(size_t{thread_count} * 100);
  for (size_t i = 0; i < pools.size(); i += 2) {
    REQUIRE(create_pool(mux_query_type_duration, 1, nullptr, &pools[i]) == mux_success);
    REQUIRE(create_pool(mux_query_type_counter, 2, chosen.data(), &pools[i + 1]) == mux_success);
  }
  CHECK(counter.live() > live);
  destroy_in_threads(pools,
                     [&](mux_query_pool_t pool) { muxDestroyQueryPool(queue, pool, allocator); });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(QueryFixture, "muxGetQueryPoolResults.vu01: eight threads read one pool at once",
                 "[muxGetQueryPoolResults][threads]") {
  begin(duration_pool, 0, 4);
  record_mark(command_buffer);
  end(duration_pool, 0, 4);
  REQUIRE(run(command_buffer) == mux_success);
  const auto expected = durations(duration_pool);
  const auto wrong = run_in_threads([&](unsigned) {
    int different = 0;
    for (int i = 0; i < 1000; ++i) {
      mux_query_duration_result_s seen[4] = {};
      different += muxGetQueryPoolResults(queue, duration_pool, 0, 4, sizeof(seen), seen,
                                          sizeof(seen[0])) != mux_success;
      different += std::memcmp(seen, expected.data(), sizeof(seen)) != 0;
    }
    return different;
  });
  CHECK(all_zero(wrong));
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetSupportedQueryCounters.vu01: eight threads ask at once and hear the same",
                 "[muxGetSupportedQueryCounters][threads]") {
  const auto wrong = run_in_threads([&](unsigned) {
    int different = 0;
    for (int i = 0; i < 100; ++i) {
      uint32_t count = 0;
      std::vector<mux_query_counter_t> listed(counters.size());
      different += muxGetSupportedQueryCounters(device, mux_queue_type_compute,
                                                static_cast<uint32_t>(listed.size()), listed.data(),
                                                nullptr, &count) != mux_success;
      different += count != counters.size();
      for (size_t each = 0; each < listed.size(); ++each) {
        different += listed[each].uuid != counters[each].counter.uuid;
      }
    }
    return different;
  });
  CHECK(all_zero(wrong));
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses.vu01: eight threads ask at once and hear the "
                 "same",
                 "[muxGetQueryCounterRequiredPasses][threads]") {
  const auto chosen = configs({"tiles", "CPU time", "utilization"});
  const auto wrong = run_in_threads([&](unsigned) {
    int different = 0;
    for (int i = 0; i < 100; ++i) {
      uint32_t passes = 0;
      different +=
          muxGetQueryCounterRequiredPasses(queue, 3, chosen.data(), &passes) != mux_success;
      different += passes != 1;
    }
    return different;
  });
  CHECK(all_zero(wrong));
}

}  // namespace mux::test::queries
