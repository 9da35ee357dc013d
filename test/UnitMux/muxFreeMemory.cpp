#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFreeMemory.vu05 to vu07: invalid arguments have no effect",
                 "[muxFreeMemory]") {
  check_destroy_arguments(*this, make_memory(64), muxFreeMemory);
}

TEST_CASE_METHOD(DeviceFixture, "muxFreeMemory.vu01: from eight threads at once",
                 "[muxFreeMemory]") {
  std::vector<mux_memory_t> memories(thread_count);
  for (mux_memory_t &memory : memories) {
    REQUIRE(muxAllocateMemory(device, 4096, 1,
                              mux_memory_property_host_visible | mux_memory_property_host_coherent,
                              mux_allocation_type_alloc_host, 0, allocator,
                              &memory) == mux_success);
  }
  run_in_threads([&](unsigned thread) {
    muxFreeMemory(device, memories[thread], allocator);
    return 0;
  });
}
