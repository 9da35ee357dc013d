// The estimate of a kernel's time.

#include "client/kernel_cost.h"

#include <catch2/catch.hpp>

namespace mux::client {
namespace {

TEST_CASE("client: the time of a kernel is unknown until it was measured, and after forget()") {
  KernelCost cost;
  CHECK(cost.expected(1) == unknown_time);
  cost.note(10, 1'000);
  CHECK(cost.expected(1) == 100);
  CHECK(cost.expected(20) == 2'000);
  cost.forget();
  CHECK(cost.expected(1) == unknown_time);
}

TEST_CASE("client: longer times replace the estimate, shorter ones are averaged in") {
  KernelCost cost;
  cost.note(1, 1'000);
  cost.note(1, 200);
  CHECK(cost.expected(1) == 800);
  cost.note(1, 5'000);
  CHECK(cost.expected(1) == 5'000);
}

TEST_CASE("client: sums of times saturate") {
  CHECK(add_times(unknown_time, 1) == unknown_time);
  CHECK(add_times(unknown_time - 1, 2) == unknown_time);
  CHECK(add_times(2, 3) == 5);
}

}  // namespace
}  // namespace mux::client
