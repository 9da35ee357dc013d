// Work-items that loop over their own rows, of lengths around those of vectors.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "fixtures.h"

namespace mux::test::rows {

namespace {

constexpr size_t row_count = 70;

/// Distinct numbers.
std::vector<uint32_t> numbers(size_t count) {
  std::vector<uint32_t> values(count);
  uint32_t value = 1;
  for (uint32_t &each : values) {
    each = value = value * 1664525 + 1013904223;
  }
  return values;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: sums and maxima along rows of any length", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uint *in, global const uchar *bytes, global uint *out, uint width) {
      const size_t id = get_global_id(0);
      uint sum = 0;
      uchar best = 0;
      for (uint i = 0; i < width; ++i) {
        sum += in[id * width + i] * (i + 1);
        best = max(best, bytes[id * width + i]);
      }
      out[2 * id] = sum;
      out[2 * id + 1] = best;
    })",
                              "k");
  for (const uint32_t width : {0, 1, 5, 15, 16, 17, 63, 64, 100, 257}) {
    const std::vector<uint32_t> in = numbers(row_count * width + 1);
    const TestBuffer in_buffer = make_buffer(std::span<const uint32_t>(in));
    const TestBuffer out = make_buffer(2 * row_count * sizeof(uint32_t));
    const auto *bytes = reinterpret_cast<const uint8_t *>(in.data());
    std::vector<uint32_t> expected;
    for (size_t row = 0; row < row_count; ++row) {
      uint32_t sum = 0;
      uint8_t best = 0;
      for (uint32_t i = 0; i < width; ++i) {
        sum += in[row * width + i] * (i + 1);
        best = std::max(best, bytes[row * width + i]);
      }
      expected.insert(expected.end(), {sum, best});
    }
    CAPTURE(width);
    // Enough dispatches for specialized code.
    for (int run = 0; run < 20; ++run) {
      launch(kernel, Arguments().buffer(in_buffer).buffer(in_buffer).buffer(out).value(width),
             Range::linear(row_count, 32));
    }
    CHECK(std::equal(expected.begin(), expected.end(), out.as<uint32_t>().begin()));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: written rows overlap with read rows", "[kernels]") {
  // A work-item moves its own row by one element; rows do not overlap.
  mux_kernel_t kernel = build(R"(
    kernel void k(global uint *in, global uint *out) {
      const size_t row = get_global_id(0) * 40;
      for (uint i = 0; i < 32; ++i) {
        out[row + i + 1] = in[row + i] + 1;
      }
    })",
                              "k");
  const std::vector<uint32_t> in = numbers(row_count * 40);
  const TestBuffer buffer = make_buffer(std::span<const uint32_t>(in));
  std::vector<uint32_t> expected = in;
  for (size_t row = 0; row < row_count; ++row) {
    for (size_t i = 0; i < 32; ++i) {
      expected[row * 40 + i + 1] = expected[row * 40 + i] + 1;
    }
  }
  launch(kernel, Arguments().buffer(buffer).buffer(buffer), Range::linear(row_count, 35));
  CHECK(std::equal(expected.begin(), expected.end(), buffer.as<uint32_t>().begin()));
}

TEST_CASE_METHOD(KernelFixture, "kernels: row indices that wrap", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uint *in, global uint *out) {
      const uint id = get_global_id(0);
      uint sum = 0;
      for (uint i = 0; i < 32; ++i) {
        sum += in[((id * 7) & 15) * 32 + i] - in[((id + i * 5) & 31) + (uchar)(id * 9)];
      }
      out[id] = sum;
    })",
                              "k");
  const std::vector<uint32_t> in = numbers(16 * 32);
  const TestBuffer in_buffer = make_buffer(std::span<const uint32_t>(in));
  const TestBuffer out = make_buffer(row_count * sizeof(uint32_t));
  std::vector<uint32_t> expected(row_count);
  for (uint32_t id = 0; id < row_count; ++id) {
    for (uint32_t i = 0; i < 32; ++i) {
      expected[id] +=
          in[((id * 7) & 15) * 32 + i] - in[((id + i * 5) & 31) + static_cast<uint8_t>(id * 9)];
    }
  }
  launch(kernel, Arguments().buffer(in_buffer).buffer(out), Range::linear(row_count, 70));
  CHECK(std::equal(expected.begin(), expected.end(), out.as<uint32_t>().begin()));
}

}  // namespace mux::test::rows
