// Integer functions compared with 128-bit arithmetic.

#include <catch2/catch.hpp>

#include "integer_inputs.h"
#include "reference.h"

namespace mux::compiler::test::integer_functions {
namespace {

using Wide = __int128;

const Program &integers() {
  return shared_program("integers");
}

constexpr size_t count = 8192;

template <typename T>
constexpr int bits = static_cast<int>(sizeof(T) * 8);

template <typename T>
T saturate(Wide value) {
  return static_cast<T>(
      std::clamp<Wide>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

template <typename T>
T rotate(T value, T by) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto pattern = static_cast<Unsigned>(value);
  const int left = static_cast<int>(static_cast<Unsigned>(by) % bits<T>);
  if (left == 0) {
    return value;
  }
  return static_cast<T>(static_cast<Unsigned>(pattern << left) |
                        static_cast<Unsigned>(pattern >> (bits<T> - left)));
}

template <typename T>
T high_half(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>((Wide(a) * Wide(b)) >> bits<T>);
  } else {
    using UnsignedWide = unsigned __int128;
    return static_cast<T>((UnsignedWide(a) * UnsignedWide(b)) >> bits<T>);
  }
}

/// a * b + c saturated: for two numbers below 2^64 and a third one the sum may not fit into a
/// signed Wide.
template <typename T>
T saturated_sum_of_product(T a, T b, T c) {
  if constexpr (std::is_signed_v<T>) {
    return saturate<T>(Wide(a) * Wide(b) + Wide(c));
  } else {
    using UnsignedWide = unsigned __int128;
    return static_cast<T>(std::min<UnsignedWide>(UnsignedWide(a) * UnsignedWide(b) + c,
                                                 std::numeric_limits<T>::max()));
  }
}

template <typename T>
T leading_zeros(T value) {
  int zeros = 0;
  for (int bit = bits<T> - 1; bit >= 0 && ((Wide(value) >> bit) & 1) == 0; --bit) {
    ++zeros;
  }
  return static_cast<T>(zeros);
}

template <typename T>
T trailing_zeros(T value) {
  int zeros = 0;
  while (zeros < bits<T> && ((Wide(value) >> zeros) & 1) == 0) {
    ++zeros;
  }
  return static_cast<T>(zeros);
}

template <typename T>
T ones(T value) {
  int number = 0;
  for (int bit = 0; bit < bits<T>; ++bit) {
    number += static_cast<int>((Wide(value) >> bit) & 1);
  }
  return static_cast<T>(number);
}

/// In the order of the kernel's results.
template <typename T>
std::vector<T> expected_results(T a, T b, T c) {
  const Wide difference = Wide(a) - Wide(b);
  const T least = std::min(b, c);
  const T most = std::max(b, c);
  return {static_cast<T>(a < 0 ? -Wide(a) : Wide(a)),
          static_cast<T>(difference < 0 ? -difference : difference),
          saturate<T>(Wide(a) + Wide(b)),
          saturate<T>(difference),
          static_cast<T>((Wide(a) + Wide(b)) >> 1),
          static_cast<T>((Wide(a) + Wide(b) + 1) >> 1),
          leading_zeros(a),
          trailing_zeros(a),
          ones(a),
          rotate(a, b),
          high_half(a, b),
          static_cast<T>(Wide(high_half(a, b)) + Wide(c)),
          saturated_sum_of_product(a, b, c),
          std::max(a, b),
          std::min(a, b),
          std::clamp(a, least, most)};
}

const char *const functions[] = {"abs",     "abs_diff", "add_sat",  "sub_sat", "hadd",   "rhadd",
                                 "clz",     "ctz",      "popcount", "rotate",  "mul_hi", "mad_hi",
                                 "mad_sat", "max",      "min",      "clamp"};

template <typename T>
void check_integer_functions(const std::string &type) {
  std::mt19937_64 random(random_seed());
  std::vector<T> a = integer_inputs<T>(random, count);
  std::vector<T> b = integer_inputs<T>(random, count);
  std::vector<T> c = integer_inputs<T>(random, count);
  std::shuffle(b.begin(), b.end(), random);
  std::shuffle(c.begin(), c.end(), random);
  uint64_t stride = count;
  for (const char *variant : {"", "_by_four"}) {
    std::vector<T> out(std::size(functions) * count);
    run_over(integers(), type + "_functions" + variant, *variant == '\0' ? count : count / 4, a, b,
             c, out, stride);
    std::vector<size_t> wrong(std::size(functions));
    for (size_t i = 0; i < count; ++i) {
      const std::vector<T> expected = expected_results(a[i], b[i], c[i]);
      for (size_t function = 0; function < std::size(functions); ++function) {
        wrong[function] += out[function * count + i] == expected[function] ? 0 : 1;
      }
    }
    for (size_t function = 0; function < std::size(functions); ++function) {
      INFO(functions[function] << " of " << type << variant << ", seed " << random_seed());
      CHECK(wrong[function] == 0);
    }
  }
}

template <typename High, typename Wider>
void check_upsample(const std::string &type) {
  using Low = std::make_unsigned_t<High>;
  std::mt19937_64 random(random_seed());
  std::vector<High> high = integer_inputs<High>(random, count);
  std::vector<Low> low = integer_inputs<Low>(random, count);
  std::shuffle(low.begin(), low.end(), random);
  std::vector<Wider> out(count);
  run_over(integers(), "upsample_" + type, count, high, low, out);
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    wrong += out[i] == static_cast<Wider>((Wide(high[i]) << bits<High>) | low[i]) ? 0 : 1;
  }
  INFO("upsample of " << type << ", seed " << random_seed());
  CHECK(wrong == 0);
}

template <typename T>
void check_fast(const std::string &type) {
  std::mt19937_64 random(random_seed());
  std::vector<T> a;
  std::vector<T> b;
  for (size_t i = 0; i < count; ++i) {
    // 24 bits, the upper one of which is the sign for signed types.
    const int64_t offset = std::is_signed_v<T> ? 1 << 23 : 0;
    a.push_back(static_cast<T>(static_cast<int64_t>(random() % (1 << 24)) - offset));
    b.push_back(static_cast<T>(static_cast<int64_t>(random() % (1 << 24)) - offset));
  }
  std::vector<T> c = integer_inputs<T>(random, count);
  std::vector<T> out(2 * count);
  uint64_t stride = count;
  run_over(integers(), "fast_" + type, count, a, b, c, out, stride);
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    wrong += out[i] == static_cast<T>(Wide(a[i]) * b[i]) ? 0 : 1;
    wrong += out[count + i] == static_cast<T>(Wide(a[i]) * b[i] + c[i]) ? 0 : 1;
  }
  INFO("mul24 and mad24 of " << type << ", seed " << random_seed());
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("integer functions of every type", "[integers]") {
  check_integer_functions<int8_t>("char");
  check_integer_functions<uint8_t>("uchar");
  check_integer_functions<int16_t>("short");
  check_integer_functions<uint16_t>("ushort");
  check_integer_functions<int32_t>("int");
  check_integer_functions<uint32_t>("uint");
  check_integer_functions<int64_t>("long");
  check_integer_functions<uint64_t>("ulong");
  check_upsample<int8_t, int16_t>("char");
  check_upsample<uint8_t, uint16_t>("uchar");
  check_upsample<int16_t, int32_t>("short");
  check_upsample<uint16_t, uint32_t>("ushort");
  check_upsample<int32_t, int64_t>("int");
  check_upsample<uint32_t, uint64_t>("uint");
  check_fast<int32_t>("int");
  check_fast<uint32_t>("uint");
}

}  // namespace mux::compiler::test::integer_functions
