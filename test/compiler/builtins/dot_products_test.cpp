// Dot products of bytes compared with 64-bit sums.

#include <catch2/catch.hpp>

#include "integer_inputs.h"
#include "reference.h"

namespace mux::compiler::test::dot_products {
namespace {

/// Several packets and a remainder.
constexpr size_t items = 4099;
constexpr size_t results = 16;

int64_t byte(uint32_t word, unsigned index, bool is_signed) {
  const auto bits = static_cast<uint8_t>(word >> (index * 8));
  return is_signed ? int64_t{static_cast<int8_t>(bits)} : int64_t{bits};
}

int64_t product(uint32_t a, bool a_is_signed, uint32_t b, bool b_is_signed) {
  int64_t sum = 0;
  for (unsigned i = 0; i < 4; ++i) {
    sum += byte(a, i, a_is_signed) * byte(b, i, b_is_signed);
  }
  return sum;
}

int64_t saturated(int64_t value, bool is_signed) {
  return is_signed ? std::clamp<int64_t>(value, INT32_MIN, INT32_MAX)
                   : std::clamp<int64_t>(value, 0, UINT32_MAX);
}

/// In the order of the kernels' results: signedness ss, su, us, uu; accumulated; the same for
/// vectors.
int32_t expected_result(uint32_t a, uint32_t b, int32_t c, size_t index) {
  const bool a_is_signed = (index & 2) == 0;
  const bool b_is_signed = (index & 1) == 0;
  const bool is_signed = a_is_signed || b_is_signed;
  int64_t value = product(a, a_is_signed, b, b_is_signed);
  if ((index & 4) != 0) {
    value += is_signed ? int64_t{c} : int64_t{static_cast<uint32_t>(c)};
    value = saturated(value, is_signed);
  }
  return static_cast<int32_t>(value);
}

/// All combinations of minimum and maximum bytes, then random words.
std::vector<uint32_t> words(std::mt19937_64 &random) {
  constexpr uint8_t edges[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
  std::vector<uint32_t> made;
  for (size_t i = 0; made.size() < 625; ++i) {
    made.push_back(edges[i % 5] | uint32_t{edges[i / 5 % 5]} << 8 |
                   uint32_t{edges[i / 25 % 5]} << 16 | uint32_t{edges[i / 125 % 5]} << 24);
  }
  while (made.size() < items) {
    made.push_back(static_cast<uint32_t>(random()));
  }
  std::shuffle(made.begin(), made.end(), random);
  // All products have the maximum magnitude.
  constexpr uint32_t extremes[] = {0x80808080, 0xFFFFFFFF, 0x7F7F7F7F, 0};
  for (size_t i = 0; i < 16; ++i) {
    made[i] = extremes[random() % 4];
  }
  return made;
}

/// Numbers near the limits, so that sums saturate.
std::vector<int32_t> accumulators(std::mt19937_64 &random) {
  std::vector<int32_t> made = integer_inputs<int32_t>(random, items);
  for (size_t i = 0; i < items; i += 2) {
    constexpr int64_t ends[] = {INT32_MIN, -1, 0, INT32_MAX};
    made[i] = static_cast<int32_t>(static_cast<uint32_t>(
        ends[random() % 4] + static_cast<int64_t>(random() % 400001) - 200000));
  }
  return made;
}

void check(const std::string &kernel, size_t skipped) {
  CAPTURE(kernel, random_seed());
  std::mt19937_64 random(random_seed());
  std::vector<uint32_t> a = words(random);
  std::vector<uint32_t> b = words(random);
  std::vector<int32_t> c = accumulators(random);
  std::vector<int32_t> out(items * results, 12345);
  run_over(shared_program("dot_products"), kernel, items, a, b, c, out);
  for (size_t result = 0; result < results; ++result) {
    size_t wrong = 0;
    for (size_t i = 0; i < items; ++i) {
      const bool is_skipped = skipped != 0 && i % skipped == 0;
      const int32_t expected = is_skipped ? 12345 : expected_result(a[i], b[i], c[i], result);
      wrong += out[i * results + result] != expected ? 1 : 0;
    }
    CAPTURE(result);
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("dot products of bytes of every kind", "[dot_products]") {
  check("together", 0);
}

TEST_CASE("dot products of bytes in divergent code", "[dot_products]") {
  check("apart", 3);
}

TEST_CASE("dot products of rows of bytes", "[dot_products]") {
  CAPTURE(random_seed());
  std::mt19937_64 random(random_seed());
  constexpr uint32_t length = 37;
  std::vector<uint32_t> a(size_t{length} * 101);
  std::vector<uint32_t> b(length);
  for (uint32_t &word : a) {
    word = static_cast<uint32_t>(random());
  }
  for (uint32_t &word : b) {
    word = static_cast<uint32_t>(random());
  }
  std::vector<int32_t> out(101);
  uint32_t words_of_row = length;
  run_over(shared_program("dot_products"), "rows", out.size(), a, b, out, words_of_row);
  size_t wrong = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    int64_t sum = 0;
    for (size_t word = 0; word < length; ++word) {
      const uint32_t left = a[i * length + word];
      sum += product(left, true, b[word], true) + product(left, false, b[word], false) +
             product(left, false, b[word], true);
    }
    wrong += out[i] != static_cast<int32_t>(sum) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

}  // namespace mux::compiler::test::dot_products
