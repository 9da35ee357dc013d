// Clocks read by kernels; only the order of their values is checked.

#include <catch2/catch.hpp>

#include "reference.h"

namespace mux::compiler::test {
namespace {

constexpr size_t items = 131;

}  // namespace

TEST_CASE("clocks advance in every scope", "[clocks]") {
  const std::string scope = GENERATE("device", "work_group", "sub_group");
  CAPTURE(scope);
  std::vector<uint64_t> out(items * 4);
  std::vector<int32_t> busy(items, 1);
  for (size_t i = 0; i < items; ++i) {
    busy[i] = static_cast<int32_t>(i);
  }
  run_over(shared_program("clocks"), scope, items, out, busy);
  uint64_t last_before = 0;
  uint64_t first_after = UINT64_MAX;
  size_t branches = 0;
  for (size_t i = 0; i < items; ++i) {
    const uint64_t *o = &out[i * 4];
    CAPTURE(i);
    CHECK(o[0] != 0);
    // 500 iterations take longer than none.
    CHECK(o[0] < o[1]);
    const bool branches_off = busy[i] % 3 != 0;
    branches += branches_off ? 1 : 0;
    CHECK((branches_off ? o[1] <= o[2] : o[2] == 0));
    CHECK(o[1] < o[3]);
    last_before = std::max({last_before, o[0], o[1], o[2]});
    first_after = std::min(first_after, o[3]);
  }
  CHECK((branches > 0 && branches < items));
  // All have reached the barrier before any leaves it.
  CHECK(last_before <= first_after);
}

TEST_CASE("clock reads are not merged", "[clocks]") {
  std::vector<uint64_t> turns(items);
  uint64_t ticks = 100000;
  run_over(shared_program("clocks"), "wait_for_ticks", items, turns, ticks);
  for (const uint64_t count : turns) {
    CHECK(count > 0);
  }
}

}  // namespace mux::compiler::test
