// Work-items that may wait for each other are run one at a time, others are not.

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

const Program &load_waiting() {
  return load_shared("waiting." + GENERATE(as<std::string>{}, "O0", "O2") + ".bc");
}

std::string vectorization_of(const std::string &kernel) {
  std::unique_ptr<Program> packets =
      specialize(load_waiting(), kernel, {{}, {}, VectorizationStrategy::packets});
  return packets == nullptr ? "none" : packets->kernel(0).vectorization;
}

constexpr Range range{.global = {7, 1, 1}, .local = {7, 1, 1}, .dimensions = 1};

}  // namespace

TEST_CASE("loops that others cannot keep from ending run side by side", "[waiting]") {
  for (const char *kernel : {"append", "append_some", "sum_volatile"}) {
    INFO(kernel);
    CHECK(vectorization_of(kernel).starts_with("packets of"));
  }
}

TEST_CASE("what a loop gets from others while it runs is written down", "[waiting]") {
  constexpr int n = 1000;
  std::vector<int> in(n);
  std::iota(in.begin(), in.end(), 1);
  std::vector<int> out(n);
  std::vector<int> count(1);
  const std::unique_ptr<Program> packets =
      specialize(load_waiting(), "append", {{}, {}, VectorizationStrategy::packets});
  Call(*packets, "append").buffer(in).buffer(out).buffer(count).value(n).run(range);
  CHECK(count[0] == n);
  std::sort(out.begin(), out.end());
  CHECK(out == in);
}

TEST_CASE("loops that end when others let them run one work-item at a time", "[waiting]") {
  for (const char *kernel :
       {"lock", "lock_once", "flag_of_another", "flag_in_memory", "flag_and_limit"}) {
    INFO(kernel);
    CHECK_THAT(vectorization_of(kernel),
               Catch::Contains("one work-item at a time: work-items may wait for each other"));
  }
}

}  // namespace mux::compiler::test
