#include <catch2/catch.hpp>

#include "unsupported_objects.h"

using namespace mux::test;

TEST_CASE_METHOD(QueryPoolFixture,
                 "muxDestroyQueryPool.vu04 to vu06: invalid arguments have no effect",
                 "[muxDestroyQueryPool]") {
  const int64_t live = counter.live();
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    muxDestroyQueryPool(invalid, &pool, allocator);
  }
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    muxDestroyQueryPool(queue, invalid, allocator);
  }
  for (const mux_allocator_info_t &invalid : invalid_allocators(allocator)) {
    muxDestroyQueryPool(queue, &pool, invalid);
  }
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}
