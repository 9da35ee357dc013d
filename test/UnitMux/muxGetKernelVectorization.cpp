#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <string>

#include "fixtures.h"
#include "threads.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxGetKernelVectorization");
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelVectorization: says how work-items are run",
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

TEST_CASE_METHOD(KernelFixture, "muxGetKernelVectorization: rejects what is not valid",
                 "[muxGetKernelVectorization]") {
  const char *text = nullptr;
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetKernelVectorization(invalid, &text));
  }
  CHECK(text == nullptr);
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetKernelVectorization(build("kernel void k() {}", "k"), nullptr));
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelVectorization: thread-safe",
                 "[muxGetKernelVectorization]") {
  mux_kernel_t kernel = build("kernel void k(global int *p) { *p = 1; }", "k");
  const auto texts = run_in_threads([&](unsigned) {
    const char *text = nullptr;
    return muxGetKernelVectorization(kernel, &text) == mux_success ? text : nullptr;
  });
  for (const char *text : texts) {
    CHECK(text != nullptr);
    CHECK(text == texts.front());
  }
}
