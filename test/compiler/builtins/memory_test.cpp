// vload, vstore, and half as a storage format.

#include <catch2/catch.hpp>
#include <numeric>

#include "reference.h"

namespace mux::compiler::test {
namespace {

const Program &memory() {
  return shared_program("memory");
}

/// All elements except the first and the last.
template <typename T>
void check_copies(const std::string &type) {
  for (const size_t width : {2, 3, 4, 8, 16}) {
    constexpr size_t vectors = 5;
    std::vector<T> in(vectors * width + 2);
    std::iota(in.begin(), in.end(), T(1));
    std::vector<T> out(in.size(), T(99));
    run_over(memory(), "copy_" + type + "_" + std::to_string(width), vectors, in, out);
    in.front() = T(99);
    in.back() = T(99);
    INFO("vload and vstore of " << type << width);
    CHECK(in == out);
  }
}

double half_value(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int significand = bits & 1023;
  double value =
      std::ldexp(significand + (exponent == 0 ? 0 : 1024), (exponent == 0 ? 1 : exponent) - 25);
  if (exponent == 31) {
    value = significand == 0 ? std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
  }
  return bits >> 15 != 0 ? -value : value;
}

enum class Rounding { to_even, to_zero, up, down };

/// The bits of a magnitude in ulp of half, rounded.
uint16_t half_bits(double value, Rounding rounding) {
  if (std::isnan(value)) {
    return 0x7e00;
  }
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  const bool away = sign != 0 ? rounding == Rounding::down : rounding == Rounding::up;
  if (std::isinf(value)) {
    return sign | 0x7c00;
  }
  if (magnitude >= 65536) {
    return sign | (away || rounding == Rounding::to_even ? 0x7c00 : 0x7bff);
  }
  const int exponent = magnitude == 0 ? -14 : std::max(std::ilogb(magnitude), -14);
  const double units = std::ldexp(magnitude, 10 - exponent);
  const double whole = std::floor(units);
  auto significand = static_cast<uint16_t>(whole);
  const double rest = units - whole;
  const bool nearest_up = rest > 0.5 || (rest == 0.5 && significand % 2 != 0);
  significand += rounding == Rounding::to_even ? nearest_up : away && rest > 0;
  // A carry into the exponent is correct, also for infinity.
  return static_cast<uint16_t>(sign + ((exponent + 14) << 10) + significand);
}

bool is_half_nan(uint16_t bits) {
  return (bits & 0x7fff) > 0x7c00;
}

/// All halves, numbers between them, and numbers around the limits of half.
template <typename T>
std::vector<T> half_inputs() {
  std::mt19937_64 random(random_seed());
  std::vector<T> inputs = special_numbers<T>();
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const T number = static_cast<T>(half_value(static_cast<uint16_t>(bits)));
    const T next = static_cast<T>(half_value(static_cast<uint16_t>(bits + 1)));
    const T middle = std::isinf(next) ? T(65520) : (number + next) / 2;
    const T sign = random() % 2 != 0 ? T(1) : T(-1);
    switch (random() % 4) {
      case 0:
        inputs.push_back(sign * number);
        break;
      case 1:
        inputs.push_back(sign * middle);
        break;
      case 2:
        inputs.push_back(sign * std::nextafter(middle, T(0)));
        break;
      default:
        inputs.push_back(sign * std::nextafter(middle, T(70000)));
    }
  }
  for (const double number : {65504.0, 65519.0, 65520.0, 65535.0, 65536.0, 0x1p-24, 0x1p-25,
                              0x1.8p-25, 0x1p-26, 0x1p-14}) {
    for (const T near :
         {T(number), std::nextafter(T(number), T(0)), std::nextafter(T(number), T(1e10))}) {
      inputs.push_back(near);
      inputs.push_back(-near);
    }
  }
  // Detects double rounding through float.
  inputs.push_back(static_cast<T>(1.0 + 0x1p-11 + 0x1p-40));
  inputs.push_back(static_cast<T>(-1.0 - 0x1p-11 - 0x1p-40));
  inputs.push_back(static_cast<T>(1.0 + 0x1p-11 - 0x1p-40));
  while (inputs.size() % 12 != 0) {
    inputs.push_back(T(1));
  }
  return inputs;
}

bool is_right_half(uint16_t got, double value, Rounding rounding) {
  return std::isnan(value) ? is_half_nan(got) : got == half_bits(value, rounding);
}

template <typename T>
void check_store_half(const std::string &type) {
  std::vector<T> in = half_inputs<T>();
  uint64_t count = in.size();
  const Rounding roundings[] = {Rounding::to_even, Rounding::to_even, Rounding::to_zero,
                                Rounding::up, Rounding::down};
  for (const char *variant : {"", "_by_four"}) {
    std::vector<uint16_t> out(5 * count);
    run_over(memory(), "store_half_" + type + variant, *variant == '\0' ? count : count / 4, in,
             out, count);
    size_t wrong = 0;
    size_t first = 0;
    for (size_t i = out.size(); i-- > 0;) {
      if (!is_right_half(out[i], in[i % count], roundings[i / count])) {
        ++wrong;
        first = i;
      }
    }
    INFO("vstore_half of " << type << variant << ", kind " << first / count << " of "
                           << in[first % count] << " gives " << out[first] << ", seed "
                           << random_seed());
    CHECK(wrong == 0);
  }
  const size_t vectors = 32;
  std::vector<uint16_t> dense(4 * vectors);
  std::vector<uint16_t> sparse(4 * vectors, 0xaaaa);
  run_over(memory(), "store_half_" + type + "_3", vectors, in, dense);
  run_over(memory(), "store_aligned_half_" + type + "_3", vectors, in, sparse);
  for (size_t i = 0; i < 3 * vectors; ++i) {
    CHECK(is_right_half(dense[i], in[i], Rounding::to_even));
    CHECK(is_right_half(sparse[i / 3 * 4 + i % 3], in[i], Rounding::to_even));
  }
  for (size_t vector = 0; vector < vectors; ++vector) {
    CHECK(sparse[4 * vector + 3] == 0xaaaa);
  }
}

}  // namespace

TEST_CASE("vload and vstore move vectors of every type and width", "[memory]") {
  check_copies<int8_t>("char");
  check_copies<uint8_t>("uchar");
  check_copies<int16_t>("short");
  check_copies<uint16_t>("ushort");
  check_copies<int32_t>("int");
  check_copies<uint32_t>("uint");
  check_copies<int64_t>("long");
  check_copies<uint64_t>("ulong");
  check_copies<float>("float");
  check_copies<double>("double");
}

TEST_CASE("vload and vstore reach every address space", "[memory]") {
  std::vector<int32_t> out(13);
  Call call(memory(), "address_spaces");
  call.buffer(out).local(64);
  call.run(Range{});
  CHECK(out == std::vector<int32_t>{1, 2, 3, 13, 14, 15, 23, 24, 25, 20, 21, 7, 8});
}

TEST_CASE("vload_half converts every half", "[memory]") {
  std::vector<uint16_t> in(65536);
  std::iota(in.begin(), in.end(), uint16_t{0});
  const auto wrong_of = [&](const std::vector<float> &out, size_t width, size_t stride) {
    size_t wrong = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      const auto expected = static_cast<float>(half_value(in[i / width * stride + i % width]));
      wrong += same_number(out[i], expected) ? 0 : 1;
    }
    return wrong;
  };
  std::vector<float> out(65536);
  run_over(memory(), "load_half", 65536, in, out);
  CHECK(wrong_of(out, 1, 1) == 0);
  for (const size_t width : {2, 3, 4, 8, 16}) {
    INFO("width " << width);
    const size_t stride = width == 3 ? 4 : width;
    const uint64_t vectors = 65536 / stride;
    out.assign(vectors * width, 0);
    run_over(memory(), "load_half_" + std::to_string(width), vectors, in, out);
    CHECK(wrong_of(out, width, width) == 0);
    run_over(memory(), "load_aligned_half_" + std::to_string(width), vectors, in, out);
    CHECK(wrong_of(out, width, stride) == 0);
  }
}

TEST_CASE("vstore_half rounds once, in every mode", "[memory]") {
  check_store_half<float>("float");
  check_store_half<double>("double");
}

}  // namespace mux::compiler::test
