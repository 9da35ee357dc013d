#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <string>

#include "../run_in_threads.h"
#include "fixtures.h"
#include "printed_text.h"

namespace mux::test::mux_get_kernel_vectorization {

namespace {
constexpr EntryPoint entry_point("muxGetKernelVectorization");
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelVectorization: reports how work-items are executed",
                 "[muxGetKernelVectorization]") {
  mux_kernel_t kernel = build("kernel void k(global int *p) { p[get_global_id(0)] += 1; }", "k");
  const char *text = nullptr;
  REQUIRE(muxGetKernelVectorization(kernel, &text) == mux_success);
  REQUIRE(text != nullptr);
  CHECK(std::string(text).find("work-item") != std::string::npos);
  const char *again = nullptr;
  REQUIRE(muxGetKernelVectorization(kernel, &again) == mux_success);
  CHECK(again == text);
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelVectorization: rejects invalid arguments",
                 "[muxGetKernelVectorization]") {
  const char *text = nullptr;
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetKernelVectorization(invalid, &text));
  }
  CHECK(text == nullptr);
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetKernelVectorization(build("kernel void k() {}", "k"), nullptr));
}

TEST_CASE_METHOD(KernelFixture,
                 "muxGetKernelVectorization: a command buffer's callback gets once the reason why "
                 "a kernel is not vectorized",
                 "[muxGetKernelVectorization]") {
  // Output of work-items is in order.
  mux_kernel_t kernel =
      build("kernel void alone(int n) { if (n > 1000) printf(\"%d\", n); }", "alone");
  const char *text = nullptr;
  REQUIRE(muxGetKernelVectorization(kernel, &text) == mux_success);
  Arguments arguments;
  arguments.value(1);
  const Range range = Range::linear(64, 16);
  // Without a callback.
  mux_command_buffer_t silent = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, nullptr, allocator, &silent) == mux_success);
  CHECK(record(silent, kernel, arguments, range) == mux_success);
  muxDestroyCommandBuffer(device, silent, allocator);

  ReceivedTexts received;
  for (int round = 0; round < 2; ++round) {
    mux_command_buffer_t commands = nullptr;
    REQUIRE(muxCreateCommandBuffer(device, received.info(), allocator, &commands) == mux_success);
    // Rejected calls report nothing.
    Arguments none;
    CHECK(record(commands, kernel, none, range) != mux_success);
    CHECK(received.hints().size() == (round == 0 ? 0 : 1));
    CHECK(record(commands, kernel, arguments, range) == mux_success);
    CHECK(record(commands, kernel, arguments, range) == mux_success);
    REQUIRE(received.hints().size() == 1);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    CHECK(dispatch_and_wait(commands) == mux_success);
    muxDestroyCommandBuffer(device, commands, allocator);
  }
  const std::string hint = received.hints().front();
  CAPTURE(hint, text);
  CHECK(hint.find("'alone'") != std::string::npos);
  CHECK(hint.find(text) != std::string::npos);
  CHECK(received.hints().size() == 1);
  CHECK(received.errors().empty());
  CHECK_FALSE(received.damaged());
}

}  // namespace mux::test::mux_get_kernel_vectorization
