// Kernels run in their own floating-point environment: round to nearest, denormals, no traps. The
// environments of the threads that run them, and of callbacks, are not changed.

#include <xmmintrin.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "fixtures.h"

namespace mux::test::float_environment {

namespace {

constexpr unsigned flush_to_zero = 0x8000;
constexpr unsigned denormals_are_zero = 0x0040;
constexpr unsigned control_bits = 0xffc0;

/// Changes the control and status register of this thread, and restores it.
class ChangedEnvironment {
 public:
  explicit ChangedEnvironment(unsigned value) : before_(_mm_getcsr()) { _mm_setcsr(value); }
  ~ChangedEnvironment() { _mm_setcsr(before_); }
  ChangedEnvironment(const ChangedEnvironment &) = delete;
  ChangedEnvironment &operator=(const ChangedEnvironment &) = delete;

 private:
  unsigned before_;
};

}  // namespace

TEST_CASE_METHOD(KernelFixture,
                 "kernels: the floating-point environment of a waiting thread has no effect",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float *in, global float *out) {
      size_t i = get_global_id(0);
      out[i] = in[i] / 3.0f + in[i] * 1.0e-39f;
    })",
                              "k");
  constexpr size_t count = 100000;
  const TestBuffer in = make_buffer(count * sizeof(float));
  const TestBuffer out = make_buffer(count * sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    in.as<float>()[i] = i % 2 == 0 ? static_cast<float>(i) : 1.0e-30F / static_cast<float>(i);
  }
  std::vector<float> expected(count);
  for (size_t i = 0; i < count; ++i) {
    const float x = in.as<float>()[i];
    // Through variables, so that the compiler cannot contract.
    const volatile float third = x / 3.0F;
    const volatile float tiny = x * 1.0e-39F;
    expected[i] = third + tiny;
  }
  mux_command_buffer_t commands = make_command_buffer();
  Arguments arguments;
  arguments.buffer(in).buffer(out);
  REQUIRE(record(commands, kernel, arguments, Range::linear(count, 16)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
  const unsigned plain = _mm_getcsr() & ~_MM_ROUND_MASK;
  for (const unsigned environment : {plain | _MM_ROUND_UP, plain | _MM_ROUND_TOWARD_ZERO,
                                     plain | flush_to_zero | denormals_are_zero}) {
    unsigned after = 0;
    mux_result_t result = mux_error_internal;
    {
      const ChangedEnvironment changed(environment);
      result = dispatch_and_wait(commands);
      after = _mm_getcsr();
    }
    CHECK(result == mux_success);
    CHECK((after & control_bits) == (environment & control_bits));
    size_t wrong = 0;
    for (size_t i = 0; i < count; ++i) {
      // One ulp: the kernel may contract to a fused multiply-add.
      wrong +=
          std::abs(out.as<float>()[i] - expected[i]) > 1.2e-7F * std::abs(expected[i]) + 2e-45F;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(CommandBufferFixture, "kernels: callbacks see the default environment",
                 "[kernels]") {
  unsigned seen = 0;
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                *static_cast<unsigned *>(user_data) = _mm_getcsr();
              },
              &seen, 0, nullptr, nullptr) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK((seen & control_bits) == 0x1f80);
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: no traps although the waiting thread has unmasked exceptions",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global float *data) {
      size_t i = get_global_id(0);
      data[i] = 1.0f / data[i] + sqrt(-1.0f - data[i]);
    })",
                              "k");
  const TestBuffer data = make_buffer(10000 * sizeof(float));
  mux_command_buffer_t commands = make_command_buffer();
  Arguments arguments;
  arguments.buffer(data);
  REQUIRE(record(commands, kernel, arguments, Range::linear(10000, 8)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
  mux_result_t result = mux_error_internal;
  {
    const ChangedEnvironment changed(0x1f80 & ~(_MM_MASK_DIV_ZERO | _MM_MASK_INVALID));
    result = dispatch_and_wait(commands);
  }
  CHECK(result == mux_success);
  CHECK(std::isnan(data.as<float>()[9999]));
}

}  // namespace mux::test::float_environment
