// Relational functions: scalar results are 1 or 0, those in vectors -1 or 0.

#include <catch2/catch.hpp>

#include "integer_inputs.h"
#include "reference.h"

namespace mux::compiler::test::relations {
namespace {

constexpr size_t count = 8192;

const Program &relations() {
  return shared_program("relations");
}

const char *const names[] = {"isequal",     "isnotequal",  "isgreater",     "isgreaterequal",
                             "isless",      "islessequal", "islessgreater", "isordered",
                             "isunordered", "isfinite",    "isinf",         "isnan",
                             "isnormal",    "signbit"};

template <typename T>
std::vector<bool> expected_relations(T x, T y) {
  return {x == y,
          x != y,
          x > y,
          x >= y,
          x < y,
          x <= y,
          x < y || x > y,
          !std::isunordered(x, y),
          std::isunordered(x, y),
          std::isfinite(x),
          std::isinf(x),
          std::isnan(x),
          std::isnormal(x),
          std::signbit(x)};
}

template <typename T, typename VectorResult>
void check_relations(const std::string &type) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x;
  std::vector<T> y;
  pairs_of_numbers(random, count, x, y);
  std::vector<int32_t> scalars(std::size(names) * count);
  std::vector<VectorResult> lanes(std::size(names) * count);
  uint64_t stride = count;
  run_over(relations(), "relations_" + type, count, x, y, scalars, stride);
  run_over(relations(), "relations_" + type + "_by_four", count / 4, x, y, lanes, stride);
  std::vector<size_t> wrong(std::size(names));
  for (size_t i = 0; i < count; ++i) {
    const std::vector<bool> expected = expected_relations(x[i], y[i]);
    for (size_t function = 0; function < std::size(names); ++function) {
      const bool truth = expected[function];
      wrong[function] += scalars[function * count + i] == (truth ? 1 : 0) ? 0 : 1;
      wrong[function] += lanes[function * count + i] == (truth ? -1 : 0) ? 0 : 1;
    }
  }
  for (size_t function = 0; function < std::size(names); ++function) {
    INFO(names[function] << " of " << type << ", seed " << random_seed());
    CHECK(wrong[function] == 0);
  }
}

template <typename T>
struct Bits {
  using Type = std::make_signed_t<T>;
};
template <>
struct Bits<float> {
  using Type = int32_t;
};
template <>
struct Bits<double> {
  using Type = int64_t;
};

template <typename T>
typename Bits<T>::Type bits_of(T value) {
  typename Bits<T>::Type bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

template <typename T>
std::vector<T> any_values(std::mt19937_64 &random) {
  std::vector<T> values(count);
  for (T &value : values) {
    uint64_t bits = random();
    bits = random() % 4 == 0 ? 0 : bits;
    std::memcpy(&value, &bits, sizeof(value));
  }
  return values;
}

template <typename T>
void check_choices(const std::string &type) {
  std::mt19937_64 random(random_seed());
  std::vector<T> a = any_values<T>(random);
  std::vector<T> b = any_values<T>(random);
  std::vector<T> mask = any_values<T>(random);
  std::vector<T> scalars(3 * count);
  std::vector<T> lanes(3 * count);
  uint64_t stride = count;
  run_over(relations(), "choices_" + type, count, a, b, mask, scalars, stride);
  run_over(relations(), "choices_" + type + "_by_four", count / 4, a, b, mask, lanes, stride);
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto chosen = static_cast<typename Bits<T>::Type>((bits_of(a[i]) & ~bits_of(mask[i])) |
                                                            (bits_of(b[i]) & bits_of(mask[i])));
    wrong += bits_of(scalars[i]) == chosen ? 0 : 1;
    wrong += bits_of(lanes[i]) == chosen ? 0 : 1;
    const T by_truth = bits_of(mask[i]) != 0 ? b[i] : a[i];
    const T by_sign = bits_of(mask[i]) < 0 ? b[i] : a[i];
    for (const size_t kind : {1, 2}) {
      wrong += same_bits(scalars[kind * count + i], by_truth) ? 0 : 1;
      wrong += same_bits(lanes[kind * count + i], by_sign) ? 0 : 1;
    }
  }
  INFO("bitselect and select of " << type << ", seed " << random_seed());
  CHECK(wrong == 0);
}

template <typename T>
void check_reductions(const std::string &type) {
  std::mt19937_64 random(random_seed());
  constexpr size_t vectors = 64;
  std::vector<T> x(16 * vectors);
  for (size_t vector = 0; vector < vectors; ++vector) {
    for (size_t lane = 0; lane < 16; ++lane) {
      // All negative, none, or some.
      const bool negative = vector % 3 == 0 || (vector % 3 == 2 && random() % 4 == 0);
      const T magnitude = static_cast<T>(random() % 100 + 1);
      x[16 * vector + lane] = negative ? static_cast<T>(-magnitude) : magnitude;
    }
  }
  std::vector<int32_t> out(12 * vectors);
  run_over(relations(), "reductions_" + type, vectors, x, out);
  size_t wrong = 0;
  const size_t widths[] = {1, 2, 3, 4, 8, 16};
  for (size_t vector = 0; vector < vectors; ++vector) {
    for (size_t width = 0; width < std::size(widths); ++width) {
      bool any = false;
      bool all = true;
      for (size_t lane = 0; lane < widths[width]; ++lane) {
        const bool negative = x[16 * vector + lane] < 0;
        any = any || negative;
        all = all && negative;
      }
      wrong += out[12 * vector + 2 * width] == (any ? 1 : 0) ? 0 : 1;
      wrong += out[12 * vector + 2 * width + 1] == (all ? 1 : 0) ? 0 : 1;
    }
  }
  INFO("any and all of " << type << ", seed " << random_seed());
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("comparisons and classifications", "[relations]") {
  check_relations<float, int32_t>("float");
  check_relations<double, int64_t>("double");
}

TEST_CASE("select and bitselect of every type", "[relations]") {
  check_choices<int8_t>("char");
  check_choices<uint8_t>("uchar");
  check_choices<int16_t>("short");
  check_choices<uint16_t>("ushort");
  check_choices<int32_t>("int");
  check_choices<uint32_t>("uint");
  check_choices<int64_t>("long");
  check_choices<uint64_t>("ulong");
  check_choices<float>("float");
  check_choices<double>("double");
}

TEST_CASE("any and all look at the sign of each lane", "[relations]") {
  check_reductions<int8_t>("char");
  check_reductions<int16_t>("short");
  check_reductions<int32_t>("int");
  check_reductions<int64_t>("long");
}

}  // namespace mux::compiler::test::relations
