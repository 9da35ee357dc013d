// Denormals are preserved, and flushed to zero with -cl-denorms-are-zero, which OpenCL allows a
// device to ignore.

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "fixtures.h"

namespace mux::test::denormals {

namespace {

constexpr const char *source = R"(
  kernel void scale(global const float *in, global float *out, float factor) {
    size_t g = get_global_id(0);
    out[g] = in[g] * factor;
  }
  kernel void wait(global const float *in, global float *out, float factor) {
    local float s[64];
    size_t l = get_local_id(0), g = get_global_id(0);
    s[l] = in[g] * factor;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = s[l] * factor;
  }
  kernel void tiny(global const float *in, global float *out, float factor) {
    size_t g = get_global_id(0);
    out[g] = sqrt(in[g]) * factor + sin(in[g]) * 0.0f;
  }
)";

/// Runs a kernel of the source on `in` and returns what it writes.
std::vector<float> results_of(KernelFixture &fixture, const char *kernel, const char *options,
                              const std::vector<float> &in, float factor) {
  const TestBuffer in_buffer = fixture.make_buffer(std::span<const float>(in));
  const TestBuffer out = fixture.make_buffer(in.size() * sizeof(float));
  fixture.launch(fixture.build(source, kernel, options),
                 Arguments().buffer(in_buffer).buffer(out).value(factor),
                 Range::linear(in.size(), 8));
  return {out.as<float>().begin(), out.as<float>().end()};
}

const std::vector<float> &numbers() {
  using Limits = std::numeric_limits<float>;
  static const std::vector<float> values = {
      Limits::min(), -Limits::min(), Limits::denorm_min(), Limits::min() / 2, 1.0F,
      -2.0F,         0.0F,           Limits::max()};
  return values;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: denormal results and operands are not flushed",
                 "[kernels]") {
  for (const float factor : {0.5F, 1.0F}) {
    const std::vector<float> out = results_of(*this, "scale", nullptr, numbers(), factor);
    for (size_t i = 0; i < out.size(); ++i) {
      CHECK(out[i] == numbers()[i] * factor);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: -cl-denorms-are-zero flushes results and operands",
                 "[kernels]") {
  for (const char *kernel : {"scale", "wait"}) {
    for (const float factor : {0.5F, 1.0F}) {
      CAPTURE(kernel, factor);
      const std::vector<float> out =
          results_of(*this, kernel, "-cl-denorms-are-zero", numbers(), factor);
      const float total = kernel[0] == 'w' ? factor * factor : factor;
      for (size_t i = 0; i < out.size(); ++i) {
        CAPTURE(i);
        const float exact = numbers()[i] * total;
        const bool flushed = std::fpclassify(exact) == FP_SUBNORMAL;
        CHECK(out[i] == (flushed ? 0.0F : exact));
      }
    }
  }
  // The library's functions flush denormals, too.
  const std::vector<float> roots = results_of(*this, "tiny", "-cl-denorms-are-zero",
                                              {std::numeric_limits<float>::denorm_min()}, 1.0F);
  CHECK(roots[0] == 0.0F);
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: after -cl-denorms-are-zero the thread's denormal mode is restored",
                 "[kernels]") {
  const float half_of_least = std::numeric_limits<float>::min() / 2;
  for (int round = 0; round < 3; ++round) {
    const std::vector<float> flushed = results_of(*this, "scale", "-cl-denorms-are-zero",
                                                  std::vector<float>(64, half_of_least), 1.0F);
    const std::vector<float> kept =
        results_of(*this, "scale", nullptr, std::vector<float>(64, half_of_least), 1.0F);
    for (size_t i = 0; i < kept.size(); ++i) {
      CHECK(flushed[i] == 0.0F);
      CHECK(kept[i] == half_of_least);
    }
  }
}

}  // namespace mux::test::denormals
