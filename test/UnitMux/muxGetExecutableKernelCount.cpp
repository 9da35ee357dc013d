#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "fixtures.h"

namespace mux::test::mux_get_executable_kernel_count {

namespace {
constexpr EntryPoint entry_point("muxGetExecutableKernelCount");
}

TEST_CASE_METHOD(KernelFixture, "muxGetExecutableKernelCount: counts kernels, not functions",
                 "[muxGetExecutableKernelCount]") {
  uint64_t count = 0;
  REQUIRE(
      muxGetExecutableKernelCount(load(compile("int helper(int x) { return x + 1; }\n"
                                               "kernel void a(global int *p) { *p = helper(*p); }\n"
                                               "kernel void b(global int *p) { *p = 2; }\n"
                                               "kernel void c() {}\n")),
                                  &count) == mux_success);
  CHECK(count == 3);
}

TEST_CASE_METHOD(KernelFixture, "muxGetExecutableKernelCount: rejects invalid arguments",
                 "[muxGetExecutableKernelCount]") {
  uint64_t count = 0;
  for (mux_executable_t invalid : InvalidObjects<mux_executable_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetExecutableKernelCount(invalid, &count));
  }
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetExecutableKernelCount(load(compile("kernel void k() {}")), nullptr));
}

}  // namespace mux::test::mux_get_executable_kernel_count
