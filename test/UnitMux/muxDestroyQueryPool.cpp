#include <mux/target.h>

#include <catch2/catch.hpp>

#include "../run_in_threads.h"
#include "query_pools.h"
#include "queues.h"

namespace mux::test::mux_destroy_query_pool {

namespace {

/// A pool that every test destroys itself.
class DestroyFixture : public QueryFixture {
 public:
  DestroyFixture() {
    before_ = counter.live();
    REQUIRE(create_pool(mux_query_type_duration, 2, nullptr, &pool) == mux_success);
    live = counter.live();
  }

  void expect_alive() {
    CHECK(counter.live() == live);
    CHECK(durations(pool).size() == 2);
  }
  void expect_gone() { CHECK(counter.live() == before_); }

  mux_query_pool_t pool = nullptr;
  int64_t live = 0;

 private:
  int64_t before_ = 0;
};

}  // namespace

TEST_CASE_METHOD(DestroyFixture,
                 "muxDestroyQueryPool.vu02: with its own queue it goes, with another device's it "
                 "stays",
                 "[muxDestroyQueryPool]") {
  {
    const DeviceFixture other;
    muxDestroyQueryPool(other.queue, pool, allocator);
    expect_alive();
  }
  muxDestroyQueryPool(queue, pool, allocator);
  expect_gone();
}

TEST_CASE_METHOD(DestroyFixture,
                 "muxDestroyQueryPool.vu02: with another queue of its device it stays",
                 "[muxDestroyQueryPool]") {
  for (mux_queue_t each : queues_of(device)) {
    if (each != queue) {
      muxDestroyQueryPool(each, pool, allocator);
      expect_alive();
    }
  }
  muxDestroyQueryPool(queue, pool, allocator);
  expect_gone();
}

TEST_CASE_METHOD(QueryFixture,
                 "muxDestroyQueryPool.vu03: all memory goes back to the allocator that it came "
                 "from",
                 "[muxDestroyQueryPool]") {
  CountingAllocator own;
  const auto chosen = configs({"tiles", "CPU time"});
  mux_query_pool_t pools[2] = {};
  REQUIRE(muxCreateQueryPool(queue, mux_query_type_duration, 1000, nullptr, own.info(),
                             &pools[0]) == mux_success);
  REQUIRE(muxCreateQueryPool(queue, mux_query_type_counter, 2, chosen.data(), own.info(),
                             &pools[1]) == mux_success);
  const TestBuffer buffer = make_buffer(64);
  begin(pools[0]);
  begin(pools[1], 0, 2);
  fill(buffer);
  end(pools[0]);
  end(pools[1], 0, 2);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(own.live() > 0);
  // The command buffer is complete, so they may be destroyed, and it may be reset without them.
  muxDestroyQueryPool(queue, pools[0], own.info());
  muxDestroyQueryPool(queue, pools[1], own.info());
  CHECK(own.live() == 0);
  CHECK(own.misuses() == 0);
  CHECK(muxResetCommandBuffer(command_buffer) == mux_success);
}

TEST_CASE_METHOD(DestroyFixture, "muxDestroyQueryPool.vu04: invalid queues have no effect",
                 "[muxDestroyQueryPool]") {
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    muxSetLastErrorMessage("");
    muxDestroyQueryPool(invalid, pool, allocator);
    CHECK_THAT(muxGetLastErrorMessage(), Catch::Contains("muxDestroyQueryPool"));
    expect_alive();
  }
  muxDestroyQueryPool(queue, pool, allocator);
  expect_gone();
}

TEST_CASE_METHOD(DestroyFixture, "muxDestroyQueryPool.vu05: invalid pools have no effect",
                 "[muxDestroyQueryPool]") {
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    muxDestroyQueryPool(queue, invalid, allocator);
    CHECK(counter.live() == live);
  }
  CHECK(counter.misuses() == 0);
  muxDestroyQueryPool(queue, pool, allocator);
  expect_gone();
}

TEST_CASE_METHOD(DestroyFixture, "muxDestroyQueryPool.vu06: invalid allocators have no effect",
                 "[muxDestroyQueryPool]") {
  for (const mux_allocator_info_t &invalid : invalid_allocators(allocator)) {
    muxDestroyQueryPool(queue, pool, invalid);
    expect_alive();
  }
  muxDestroyQueryPool(queue, pool, allocator);
  expect_gone();
}

}  // namespace mux::test::mux_destroy_query_pool
