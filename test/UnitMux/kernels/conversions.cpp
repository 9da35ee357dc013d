// Conversions between types with every rounding and saturation, reinterpretation, vload and vstore.

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "fixtures.h"

namespace mux::test::conversions {

TEST_CASE_METHOD(KernelFixture, "kernels: conversions from float to int in every rounding",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float *in, global int *out) {
      size_t i = get_global_id(0);
      out[i * 5] = convert_int(in[i]);
      out[i * 5 + 1] = convert_int_rte(in[i]);
      out[i * 5 + 2] = convert_int_rtz(in[i]);
      out[i * 5 + 3] = convert_int_rtp(in[i]);
      out[i * 5 + 4] = convert_int_rtn(in[i]);
    })",
                              "k");
  const float values[] = {0.0F, 0.5F, 1.5F, 2.5F, -0.5F, -1.5F, -2.5F, 1.25F, -1.75F, 100000.6F};
  const TestBuffer in = make_buffer(std::span<const float>(values));
  const TestBuffer out = make_buffer(std::size(values) * 5 * sizeof(int));
  launch(kernel, Arguments().buffer(in).buffer(out), Range::linear(std::size(values), 4));
  for (size_t i = 0; i < std::size(values); ++i) {
    CAPTURE(values[i]);
    const int *seen = out.as<int>().data() + i * 5;
    CHECK(seen[0] == static_cast<int>(values[i]));
    CHECK(seen[1] == static_cast<int>(std::nearbyint(values[i])));
    CHECK(seen[2] == static_cast<int>(values[i]));
    CHECK(seen[3] == static_cast<int>(std::ceil(values[i])));
    CHECK(seen[4] == static_cast<int>(std::floor(values[i])));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: saturating conversions", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float *in, global const int *wide, global int *out) {
      size_t i = get_global_id(0);
      out[i * 6] = convert_uchar_sat(in[i]);
      out[i * 6 + 1] = convert_char_sat(in[i]);
      out[i * 6 + 2] = convert_short_sat_rte(in[i]);
      out[i * 6 + 3] = convert_int_sat(in[i]);
      out[i * 6 + 4] = convert_uchar_sat(wide[i]);
      out[i * 6 + 5] = convert_ushort_sat(wide[i]);
    })",
                              "k");
  const float values[] = {0.0F,     -1.0F, 300.0F, -300.0F,  127.6F,
                          40000.0F, 1e20F, -1e20F, INFINITY, -INFINITY};
  const int wides[] = {0, -1, 255, 256, 65536, -70000, 1 << 30, -(1 << 30), 200, 65535};
  const TestBuffer in = make_buffer(std::span<const float>(values));
  const TestBuffer wide = make_buffer(std::span<const int>(wides));
  const TestBuffer out = make_buffer(std::size(values) * 6 * sizeof(int));
  launch(kernel, Arguments().buffer(in).buffer(wide).buffer(out),
         Range::linear(std::size(values), 5));
  const auto saturate = [](double value, double low, double high) {
    return static_cast<int>(std::min(std::max(std::trunc(value), low), high));
  };
  for (size_t i = 0; i < std::size(values); ++i) {
    CAPTURE(values[i], wides[i]);
    const int *seen = out.as<int>().data() + i * 6;
    CHECK(seen[0] == saturate(values[i], 0, 255));
    CHECK(seen[1] == saturate(values[i], -128, 127));
    CHECK(seen[2] == saturate(std::nearbyint(values[i]), -32768, 32767));
    CHECK(seen[3] ==
          saturate(values[i], std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
    CHECK(seen[4] == saturate(wides[i], 0, 255));
    CHECK(seen[5] == saturate(wides[i], 0, 65535));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: conversions of vectors", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uchar16 *in, global float16 *floats, global short8 *shorts,
                  global double4 *doubles, global uchar4 *back) {
      size_t i = get_global_id(0);
      uchar16 v = in[i];
      floats[i] = convert_float16(v) / 255.0f;
      shorts[i] = convert_short8(v.lo) - (short)100;
      doubles[i] = convert_double4(v.s0123) * 0.5;
      back[i] = convert_uchar4_sat_rte(convert_float4(v.s4567) * 1.5f);
    })",
                              "k");
  std::vector<uint8_t> values(16 * 4);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<uint8_t>(i * 37);
  }
  const TestBuffer in = make_buffer(std::span<const uint8_t>(values));
  const TestBuffer floats = make_buffer(values.size() * sizeof(float));
  const TestBuffer shorts = make_buffer(values.size() / 2 * sizeof(int16_t));
  const TestBuffer doubles = make_buffer(values.size() / 4 * sizeof(double));
  const TestBuffer back = make_buffer(values.size() / 4);
  launch(kernel, Arguments().buffer(in).buffer(floats).buffer(shorts).buffer(doubles).buffer(back),
         Range::linear(4, 2));
  for (size_t i = 0; i < 4; ++i) {
    const uint8_t *v = values.data() + i * 16;
    for (size_t j = 0; j < 16; ++j) {
      CHECK(floats.as<float>()[i * 16 + j] == Approx(v[j] / 255.0F));
    }
    for (size_t j = 0; j < 8; ++j) {
      CHECK(shorts.as<int16_t>()[i * 8 + j] == v[j] - 100);
    }
    for (size_t j = 0; j < 4; ++j) {
      CHECK(doubles.as<double>()[i * 4 + j] == v[j] * 0.5);
      const float scaled = static_cast<float>(v[4 + j]) * 1.5F;
      CHECK(back.bytes[i * 4 + j] ==
            static_cast<uint8_t>(std::min(std::nearbyint(scaled), 255.0F)));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: conversions between 64-bit integers and floats",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const ulong *in, global double *doubles, global float *floats,
                  global float *signed_floats, global ulong *back) {
      size_t i = get_global_id(0);
      doubles[i] = convert_double(in[i]);
      floats[i] = convert_float(in[i]);
      signed_floats[i] = convert_float_rtz((long)in[i]);
      back[i] = convert_ulong_sat(doubles[i]);
    })",
                              "k");
  const uint64_t values[] = {0,
                             1,
                             (uint64_t{1} << 24) + 1,
                             (uint64_t{1} << 53) + 1,
                             0x7fffffffffffffff,
                             0x8000000000000000,
                             0xffffffffffffffff,
                             123456789012345678};
  const TestBuffer in = make_buffer(std::span<const uint64_t>(values));
  const TestBuffer doubles = make_buffer(sizeof(values));
  const TestBuffer floats = make_buffer(sizeof(values) / 2);
  const TestBuffer signed_floats = make_buffer(sizeof(values) / 2);
  const TestBuffer back = make_buffer(sizeof(values));
  launch(kernel,
         Arguments().buffer(in).buffer(doubles).buffer(floats).buffer(signed_floats).buffer(back),
         Range::linear(std::size(values), 8));
  for (size_t i = 0; i < std::size(values); ++i) {
    CAPTURE(values[i]);
    const auto as_double = static_cast<double>(values[i]);
    CHECK(doubles.as<double>()[i] == as_double);
    CHECK(floats.as<float>()[i] == static_cast<float>(values[i]));
    CHECK(std::fabs(signed_floats.as<float>()[i]) <=
          std::fabs(static_cast<long double>(static_cast<int64_t>(values[i]))));
    const bool over = as_double >= 18446744073709551616.0;
    CHECK(back.as<uint64_t>()[i] == (over ? ~uint64_t{0} : static_cast<uint64_t>(as_double)));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: as_type keeps the bits", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float4 *in, global uint4 *out, global ushort8 *parts) {
      size_t i = get_global_id(0);
      out[i] = as_uint4(in[i]) ^ (uint4)(0x80000000u);
      parts[i] = as_ushort8(as_double2(in[i]));
    })",
                              "k");
  const float values[] = {1.0F, -2.5F, 0.0F, 1e30F, NAN, INFINITY, -0.0F, 3.14F};
  const TestBuffer in = make_buffer(std::span<const float>(values));
  const TestBuffer out = make_buffer(sizeof(values));
  const TestBuffer parts = make_buffer(sizeof(values));
  launch(kernel, Arguments().buffer(in).buffer(out).buffer(parts), Range::linear(2, 2));
  for (size_t i = 0; i < 8; ++i) {
    uint32_t bits = 0;
    std::memcpy(&bits, &values[i], 4);
    CHECK(out.as<uint32_t>()[i] == (bits ^ 0x80000000U));
  }
  CHECK(std::memcmp(parts.bytes.data(), values, sizeof(values)) == 0);
}

TEST_CASE_METHOD(KernelFixture, "kernels: vload and vstore at addresses of an element's alignment",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const short *in, global short *out, constant short *also) {
      local short s[256];
      private short p[32];
      size_t i = get_global_id(0);
      vstore16(vload16(i, in + 1), i, out + 3);
      vstore8(vload8(0, also + i) + (short8)(1), 0, s + i * 9);
      vstore4(vload4(1, s + i * 9), 2, p + 1);
      vstore3(vload3(1, p + 6), 0, out + 100 + i * 3);
      vstore2(vload2(0, p + 9), i, out + 120);
    })",
                              "k");
  std::vector<int16_t> values(200);
  std::iota(values.begin(), values.end(), int16_t{0});
  const TestBuffer in = make_buffer(std::span<const int16_t>(values));
  const TestBuffer out = make_buffer(200 * sizeof(int16_t));
  launch(kernel, Arguments().buffer(in).buffer(out).buffer(in), Range::linear(5, 5));
  const std::span<int16_t> seen = out.as<int16_t>();
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 16; ++j) {
      CHECK(seen[3 + i * 16 + j] == static_cast<int16_t>(1 + i * 16 + j));
    }
    // s[i * 9 + 4 ...] = also[i + 4 ...] + 1 lands in p[9 ...].
    for (size_t j = 0; j < 3; ++j) {
      CHECK(seen[100 + i * 3 + j] == static_cast<int16_t>(i + 4 + j + 1));
    }
    for (size_t j = 0; j < 2; ++j) {
      CHECK(seen[120 + i * 2 + j] == static_cast<int16_t>(i + 4 + j + 1));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: half is loaded and stored, rounded to nearest",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global half *halves, global const float *in, global float *out) {
      size_t i = get_global_id(0);
      vstore_half(in[i], i, halves);
      out[i] = vload_half(i, halves);
    })",
                              "k");
  const float values[] = {0.0F, 1.0F,  -2.0F,   0.1F,    65504.0F,
                          1e6F, 6e-8F, 2049.0F, 2051.0F, -INFINITY};
  const float expected[] = {0.0F,     1.0F,           -2.0F,   0.0999755859375F, 65504.0F,
                            INFINITY, 5.96046448e-8F, 2048.0F, 2052.0F,          -INFINITY};
  const TestBuffer halves = make_buffer(std::size(values) * 2);
  const TestBuffer in = make_buffer(std::span<const float>(values));
  const TestBuffer out = make_buffer(sizeof(values));
  launch(kernel, Arguments().buffer(halves).buffer(in).buffer(out),
         Range::linear(std::size(values), 2));
  for (size_t i = 0; i < std::size(values); ++i) {
    CAPTURE(values[i]);
    CHECK(out.as<float>()[i] == expected[i]);
  }
}

}  // namespace mux::test::conversions
