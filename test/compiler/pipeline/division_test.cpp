// Divisions by a uniform divisor.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

struct alignas(16) Int4 {
  int32_t values[4];

  bool operator==(const Int4 &) const = default;
};

struct alignas(32) Long4 {
  int64_t values[4];

  bool operator==(const Long4 &) const = default;
};

/// Numbers next to multiples of the divisor, and others.
std::vector<uint64_t> long_dividends(std::mt19937_64 &random, uint64_t divisor) {
  std::vector<uint64_t> numbers = {
      0, 1, 2, INT64_MAX - 1, INT64_MAX, uint64_t{1} << 63, UINT64_MAX - 1, UINT64_MAX};
  while (numbers.size() < 1024) {
    const uint64_t any = random();
    const uint64_t multiple = any % (UINT64_MAX / divisor) * divisor;
    numbers.insert(numbers.end(), {any, any >> (any % 64), multiple - 1, multiple, multiple + 1});
  }
  numbers.resize(1024);
  return numbers;
}

/// Numbers next to multiples of the divisor, and others.
std::vector<uint32_t> dividends(int32_t divisor) {
  std::vector<uint32_t> numbers = {0,          1,          2,          0x7FFFFFFE, 0x7FFFFFFF,
                                   0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF};
  std::mt19937 random(static_cast<uint32_t>(divisor) + 5);
  while (numbers.size() < 2048) {
    const uint32_t any = random();
    const uint32_t multiple = any / 8 * static_cast<uint32_t>(divisor);
    numbers.insert(numbers.end(), {any, any >> (any % 32), multiple - 1, multiple, multiple + 1});
  }
  numbers.resize(2048);
  return numbers;
}

std::unique_ptr<Program> in_packets(const std::string &kernel) {
  std::unique_ptr<Program> packets =
      specialize(load_shared("division.O2.bc"), kernel, {{}, {}, VectorizationStrategy::packets});
  REQUIRE(packets != nullptr);
  return packets;
}

std::vector<Int4> quotients_of(const std::string &kernel, int32_t divisor,
                               std::vector<uint32_t> &numbers) {
  std::vector<Int4> out(numbers.size());
  const std::unique_ptr<Program> packets = in_packets(kernel);
  Call(*packets, kernel)
      .buffer(out)
      .buffer(numbers)
      .value(divisor)
      .run({.global = {numbers.size(), 1, 1}, .local = {128, 1, 1}, .dimensions = 1});
  return out;
}

/// A divisor for each number.
std::vector<Int4> quotients_of(std::vector<uint32_t> &numbers, std::vector<uint32_t> &by) {
  std::vector<Int4> out(numbers.size());
  const std::unique_ptr<Program> packets = in_packets("divide_each");
  Call(*packets, "divide_each")
      .buffer(out)
      .buffer(numbers)
      .buffer(by)
      .run({.global = {numbers.size(), 1, 1}, .local = {128, 1, 1}, .dimensions = 1});
  return out;
}

constexpr int32_t divisors[] = {
    1,  2,      3,     7,     10,      255, 256,   600,   32767, -1,         -2,
    -7, -32768, 65535, 65537, 1000003, -3,  46341, 46340, 99999, 2147483647, -2147483647 - 1};

}  // namespace

TEST_CASE("a uniform divisor", "[division]") {
  for (const int32_t divisor : divisors) {
    std::vector<uint32_t> numbers = dividends(divisor);
    const std::vector<Int4> wide = quotients_of("divide_by_one", divisor, numbers);
    const std::vector<Int4> narrow = quotients_of("divide_narrow_by_one", divisor, numbers);
    const auto one = static_cast<uint32_t>(divisor);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const uint32_t y = numbers[i];
      const auto x = static_cast<int32_t>(y);
      const bool overflows = divisor == -1 && y == 0x80000000;
      INFO(y << " by " << divisor);
      CHECK(wide[i] == Int4{{overflows ? x : x / divisor, overflows ? 0 : x % divisor,
                             static_cast<int32_t>(y / one), static_cast<int32_t>(y % one)}});
      const auto short_divisor = static_cast<int16_t>(divisor);
      const auto byte_divisor = static_cast<uint8_t>(divisor);
      if (short_divisor != 0 && byte_divisor != 0) {
        const auto short_x = static_cast<int16_t>(y);
        CHECK(narrow[i] == Int4{{static_cast<int16_t>(short_x / short_divisor),
                                 static_cast<uint16_t>(y) / static_cast<uint16_t>(divisor),
                                 static_cast<int16_t>(short_x % short_divisor),
                                 static_cast<uint8_t>(y) / byte_divisor}});
      }
    }
  }
}

TEST_CASE("one 64-bit divisor for all work-items", "[division]") {
  const uint32_t seed = std::random_device()();
  std::mt19937_64 random(seed);
  INFO("seed " << seed);
  std::vector<int64_t> by = {1,
                             2,
                             3,
                             10,
                             -1,
                             -2,
                             -7,
                             1000003,
                             INT64_MAX,
                             INT64_MIN,
                             INT64_MAX - 1,
                             INT64_MIN + 1,
                             1LL << 32,
                             (1LL << 32) + 1,
                             (1LL << 32) - 1,
                             1LL << 62};
  while (by.size() < 64) {
    const auto any = static_cast<int64_t>(random() >> random() % 64);
    by.push_back(any == 0 ? 1 : any);
  }
  const std::unique_ptr<Program> packets = in_packets("divide_long_by_one");
  for (int64_t divisor : by) {
    std::vector<uint64_t> numbers = long_dividends(random, static_cast<uint64_t>(divisor));
    std::vector<Long4> out(numbers.size());
    Call(*packets, "divide_long_by_one")
        .buffer(out)
        .buffer(numbers)
        .value(divisor)
        .run({.global = {numbers.size(), 1, 1}, .local = {128, 1, 1}, .dimensions = 1});
    const auto one = static_cast<uint64_t>(divisor);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const uint64_t y = numbers[i];
      const auto x = static_cast<int64_t>(y);
      const bool overflows = divisor == -1 && x == INT64_MIN;
      const Long4 expected{{overflows ? out[i].values[0] : x / divisor,
                            overflows ? out[i].values[1] : x % divisor,
                            static_cast<int64_t>(y / one), static_cast<int64_t>(y % one)}};
      if (out[i] != expected) {
        FAIL(y << " by " << divisor);
      }
    }
  }
}

TEST_CASE("a varying divisor", "[division]") {
  const unsigned seed = std::random_device()();
  std::mt19937 random(seed);
  for (int turn = 0; turn < 64; ++turn) {
    // Of all sizes, and those of the other tests.
    std::vector<uint32_t> numbers;
    std::vector<uint32_t> by;
    while (numbers.size() < 4096) {
      const uint32_t any = std::max<uint32_t>(1, random() >> (random() % 32));
      const uint32_t divisor = random() % 4 == 0
                                   ? static_cast<uint32_t>(divisors[random() % std::size(divisors)])
                                   : (random() % 2 == 0 ? any : 0 - any);
      const uint32_t multiple =
          static_cast<uint32_t>(random() % (0xFFFFFFFF / divisor + uint64_t{1})) * divisor;
      for (const uint32_t number :
           {multiple - 1, multiple, multiple + 1, uint32_t(random()), 0x80000000U, 0 - multiple}) {
        numbers.push_back(number);
        by.push_back(divisor);
      }
    }
    numbers.resize(4096);
    by.resize(4096);
    const std::vector<Int4> out = quotients_of(numbers, by);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto x = static_cast<int32_t>(numbers[i]);
      const auto y = static_cast<int32_t>(by[i]);
      const bool overflows = y == -1 && numbers[i] == 0x80000000;
      const Int4 expected{{overflows ? x : x / y, overflows ? 0 : x % y,
                           static_cast<int32_t>(numbers[i] / by[i]),
                           static_cast<int32_t>(numbers[i] % by[i])}};
      if (out[i] != expected) {
        FAIL(numbers[i] << " by " << by[i] << ", seed " << seed);
      }
    }
  }
}

TEST_CASE("a divisor of 0 does not trap", "[division]") {
  std::vector<uint32_t> numbers = dividends(1);
  std::vector<uint32_t> zeros(numbers.size());
  CHECK(quotients_of(numbers, zeros).size() == numbers.size());
}

TEST_CASE("a uniform divisor of 0 does not trap", "[division]") {
  std::vector<uint32_t> numbers = dividends(1);
  CHECK(quotients_of("divide_by_one", 0, numbers).size() == numbers.size());
}

TEST_CASE("work-items that divide by 1, and others, each have their own divisor", "[division]") {
  for (const int32_t divisor : {2, 30, 300, 1001}) {
    std::vector<uint32_t> numbers = dividends(divisor);
    const std::vector<Int4> out = quotients_of("divide_by_chosen", divisor, numbers);
    for (uint32_t i = 0; i < numbers.size(); ++i) {
      const uint32_t chosen = i % 2 != 0 ? 1 : static_cast<uint32_t>(divisor) | 1;
      CHECK(out[i] == Int4{{static_cast<int32_t>(i / chosen), static_cast<int32_t>(i % chosen),
                            static_cast<int32_t>(numbers[i] / chosen),
                            static_cast<int32_t>(numbers[i] % chosen)}});
    }
  }
}

}  // namespace mux::compiler::test
