// Arithmetic on bytes and shorts whose results are stored in these types: it may be narrowed to 16
// bits only if results are unchanged.

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "fixtures.h"

namespace mux::test::narrow_numbers {

namespace {

constexpr uint32_t work_items = 1000;
constexpr uint32_t group_size = 50;
constexpr uint32_t window = 5;

/// A formula of neighbors a, b and c and the sum of five, in OpenCL C and in C++.
struct Formula {
  const char *text;
  uint32_t (*value)(uint32_t a, uint32_t b, uint32_t c, uint32_t sum);
};

#define FORMULA(text) \
  {#text, [](uint32_t a, uint32_t b, uint32_t c, uint32_t sum) -> uint32_t { return text; }}

// Not all formulas use all numbers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
constexpr Formula formulas[] = {
    FORMULA(sum / 5),
    FORMULA(sum),
    FORMULA(sum * 77 >> 8),
    FORMULA(sum * 51 >> 8),
    FORMULA(sum % 7 * a),
    FORMULA(a *b >> 8),
    FORMULA(a *b >> 12),
    FORMULA(a *b *c >> 16),
    FORMULA((a + b * 2 + c) >> 2),
    FORMULA((a - b) / 3),
    FORMULA((a > b ? a - b : b - a) / 2),
    FORMULA(sum > 640 ? 255 : sum / 3),
    FORMULA(a << 9 >> 10),
    FORMULA((a ^ b) + (b & c) / 3),
    FORMULA((sum + 100000) / 6),
    FORMULA(((a << 7) ^ (b << 3)) >> 6),
    FORMULA((int)(a - b) >> 2),
    FORMULA((int)(a * 300 - sum * 7) >> 5),
    FORMULA((a & 1 ? sum : c << 4) >> 4),
    FORMULA(a << 15 >> 3),
    FORMULA(((a * 257 + b) >> 1) ^ (sum << 9)),
    FORMULA((a << 16) | b),
    FORMULA((a + b) * (a - c) + sum * sum),
};
#pragma GCC diagnostic pop

#undef FORMULA

/// Random numbers, often the minimum or maximum.
template <typename T>
std::vector<T> numbers() {
  std::mt19937 random(random_seed());
  std::vector<T> values(work_items + window);
  for (T &value : values) {
    const uint32_t kind = random() % 4;
    value = kind == 0   ? std::numeric_limits<T>::max()
            : kind == 1 ? std::numeric_limits<T>::min()
                        : static_cast<T>(random());
  }
  return values;
}

template <typename T>
void compare_formulas(KernelFixture &fixture, const std::string &type) {
  const std::vector<T> values = numbers<T>();
  const TestBuffer in = fixture.make_buffer(std::span<const T>(values));
  const TestBuffer out = fixture.make_buffer(work_items * sizeof(T));
  for (const Formula &formula : formulas) {
    CAPTURE(type, formula.text);
    mux_kernel_t kernel = fixture.build("typedef " + type + R"( number;
      kernel void k(global const number *in, global number *out) {
        const size_t i = get_global_id(0);
        const uint a = in[i], b = in[i + 1], c = in[i + 2];
        uint sum = 0;
        for (int j = 0; j < 5; ++j) sum += in[i + j];
        out[i] = )" + formula.text + ";}",
                                        "k");
    fixture.launch(kernel, Arguments().buffer(in).buffer(out),
                   Range::linear(work_items, group_size));
    for (uint32_t i = 0; i < work_items; ++i) {
      CAPTURE(i);
      uint32_t sum = 0;
      for (uint32_t j = 0; j < window; ++j) {
        sum += static_cast<uint32_t>(values[i + j]);
      }
      const uint32_t expected =
          formula.value(static_cast<uint32_t>(values[i]), static_cast<uint32_t>(values[i + 1]),
                        static_cast<uint32_t>(values[i + 2]), sum);
      REQUIRE(out.as<T>()[i] == static_cast<T>(expected));
    }
  }
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: sums and products of bytes and shorts are exact",
                 "[kernels]") {
  compare_formulas<uint8_t>(*this, "uchar");
  compare_formulas<int8_t>(*this, "char");
  compare_formulas<uint16_t>(*this, "ushort");
  compare_formulas<int16_t>(*this, "short");
}

TEST_CASE_METHOD(KernelFixture, "kernels: sums of a variable number of bytes wrap around",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uchar *in, global uchar *bytes, global ushort *shorts, int count) {
      const size_t i = get_global_id(0);
      int sum = 0;
      ulong product = 1;
      for (int j = 0; j < count + (int)(i % 3); ++j) {
        sum += in[i + j];
        product *= in[i + j] | 1;
      }
      bytes[i] = sum >> 1;
      shorts[i] = product - sum;
    })",
                              "k");
  constexpr uint32_t most = 40;
  std::vector<uint8_t> values(work_items + most + 2);
  std::mt19937 random(random_seed());
  for (uint8_t &value : values) {
    value = static_cast<uint8_t>(random());
  }
  const TestBuffer in = make_buffer(std::span<const uint8_t>(values));
  const TestBuffer bytes = make_buffer(work_items);
  const TestBuffer shorts = make_buffer(work_items * sizeof(uint16_t));
  for (const uint32_t count : {0U, 1U, 7U, most}) {
    launch(kernel, Arguments().buffer(in).buffer(bytes).buffer(shorts).value(count),
           Range::linear(work_items, group_size));
    for (uint32_t i = 0; i < work_items; ++i) {
      CAPTURE(count, i);
      uint32_t sum = 0;
      uint64_t product = 1;
      for (uint32_t j = 0; j < count + i % 3; ++j) {
        sum += values[i + j];
        product *= values[i + j] | 1U;
      }
      REQUIRE(bytes.as<uint8_t>()[i] == static_cast<uint8_t>(sum >> 1));
      REQUIRE(shorts.as<uint16_t>()[i] == static_cast<uint16_t>(product - sum));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: windows of bytes around a pixel, weighted and not",
                 "[kernels]") {
  const char *source = R"(
    kernel void k(global const uchar *in, global uchar *out) {
      const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 4;
      int sum = 0;
      for (int dy = 0; dy < 5; ++dy)
        for (int dx = 0; dx < 5; ++dx)
          sum += (WEIGHT) * in[(y + dy) * width + x + dx];
      out[y * get_global_size(0) + x] = sum / DIVISOR;
    })";
  struct Weights {
    const char *options;
    int (*weight)(int dx, int dy);
    int divisor;
  };
  // The sum of the first fits in 16 bits, that of the second does not, the third is signed.
  constexpr Weights all[] = {
      {"-DWEIGHT=1 -DDIVISOR=25", [](int, int) { return 1; }, 25},
      {"-DWEIGHT=(dx+1)*(dy+1)*9 -DDIVISOR=2025",
       [](int dx, int dy) { return (dx + 1) * (dy + 1) * 9; }, 2025},
      {"-DWEIGHT=(dx-2)*(dy+1) -DDIVISOR=7", [](int dx, int dy) { return (dx - 2) * (dy + 1); }, 7},
  };
  constexpr size_t width = 100;
  constexpr size_t height = 12;
  std::mt19937 random(random_seed());
  std::vector<uint8_t> values((width + 4) * (height + 4));
  for (uint8_t &value : values) {
    value = random() % 2 == 0 ? 255 : static_cast<uint8_t>(random());
  }
  const TestBuffer in = make_buffer(std::span<const uint8_t>(values));
  const TestBuffer out = make_buffer(width * height);
  for (const Weights &weights : all) {
    CAPTURE(weights.options);
    mux_kernel_t kernel = build(source, "k", weights.options);
    Range range = Range::linear(width, 20);
    range.global[1] = height;
    range.local[1] = 4;
    range.dimensions = 2;
    launch(kernel, Arguments().buffer(in).buffer(out), range);
    for (size_t y = 0; y < height; ++y) {
      for (size_t x = 0; x < width; ++x) {
        CAPTURE(x, y);
        int sum = 0;
        for (size_t dy = 0; dy < 5; ++dy) {
          for (size_t dx = 0; dx < 5; ++dx) {
            sum += weights.weight(static_cast<int>(dx), static_cast<int>(dy)) *
                   values[(y + dy) * (width + 4) + x + dx];
          }
        }
        REQUIRE(out.as<uint8_t>()[y * width + x] == static_cast<uint8_t>(sum / weights.divisor));
      }
    }
  }
}

}  // namespace mux::test::narrow_numbers
