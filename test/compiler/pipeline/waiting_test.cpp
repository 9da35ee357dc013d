// Kernels whose work-items may wait for each other are not vectorized, others are.

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
  return load_shared("waiting." + GENERATE(from_range(clang_levels())) + ".bc");
}

std::string vectorization_of(const std::string &kernel) {
  std::unique_ptr<Program> packets =
      specialize(load_waiting(), kernel, {{}, {}, VectorizationStrategy::packets});
  return packets == nullptr ? "none" : packets->kernel(0).vectorization;
}

constexpr Range range{.global = {7, 1, 1}, .local = {7, 1, 1}, .dimensions = 1};

}  // namespace

TEST_CASE("loops whose exit does not depend on other work-items are vectorized", "[waiting]") {
  for (const char *kernel : {"append", "append_some", "sum_volatile"}) {
    INFO(kernel);
    CHECK(vectorization_of(kernel).starts_with("packets of"));
  }
}

TEST_CASE("dependences of a loop on other work-items are recorded", "[waiting]") {
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

TEST_CASE("compare-and-exchange retry loops are vectorized", "[waiting]") {
  constexpr int n = 1000;
  std::vector<int> in(n);
  std::iota(in.begin(), in.end(), 1);
  std::vector<int> places(n);
  std::transform(in.begin(), in.end(), places.begin(), [](int i) { return i * 7 % 5; });
  constexpr Range all{.global = {n, 1, 1}, .local = {250, 1, 1}, .dimensions = 1};
  const auto packets_of = [](const char *kernel) {
    std::unique_ptr<Program> packets =
        specialize(load_waiting(), kernel, {{}, {}, VectorizationStrategy::packets});
    CHECK(packets->kernel(0).vectorization.starts_with("packets of"));
    return packets;
  };
  std::vector<float> expected_sums(5);
  std::vector<int> expected_maxima(5);
  for (size_t i = 0; i < n; ++i) {
    const auto place = static_cast<size_t>(places[i]);
    expected_sums[place] += static_cast<float>(in[i]);
    expected_maxima[place] = std::max(expected_maxima[place], in[i]);
  }

  std::vector<float> sums(5);
  Call(*packets_of("retried_sum"), "retried_sum").buffer(in).buffer(places).buffer(sums).run(all);
  CHECK(sums == expected_sums);

  std::vector<int> out(64 + n);
  Call(*packets_of("retried_maximum"), "retried_maximum")
      .buffer(in)
      .buffer(places)
      .buffer(out)
      .run(all);
  CHECK(std::equal(expected_maxima.begin(), expected_maxima.end(), out.begin()));
  for (size_t i = 0; i < n; ++i) {
    REQUIRE(out[64 + i] == in[i] + places[i]);
  }

  std::vector<int> mixed(5);
  std::vector<int> found(n);
  Call(*packets_of("retried_function"), "retried_function")
      .buffer(in)
      .buffer(places)
      .buffer(mixed)
      .buffer(found)
      .run(all);
  // Each work-item saw the result of another one, so the lowest bits form a chain through all.
  std::vector<int> expected_mixed(5);
  for (size_t i = 0; i < n; ++i) {
    expected_mixed[static_cast<size_t>(places[i])] ^= in[i] & 255;
  }
  for (size_t place = 0; place < 5; ++place) {
    CHECK((mixed[place] & 255) == expected_mixed[place]);
  }
}

TEST_CASE("loops that wait for other work-items are not vectorized", "[waiting]") {
  for (const char *kernel : {"lock", "lock_once", "lock_until_free", "flag_of_another",
                             "flag_in_memory", "flag_and_limit"}) {
    INFO(kernel);
    CHECK_THAT(vectorization_of(kernel),
               Catch::Contains("one work-item at a time: work-items may wait for each other"));
  }
}

}  // namespace mux::compiler::test
