#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::mux_get_kernel_argument_count {

namespace {
constexpr EntryPoint entry_point("muxGetKernelArgumentCount");
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelArgumentCount: counts arguments",
                 "[muxGetKernelArgumentCount]") {
  mux_executable_t executable = load(compile(
      "kernel void none() {}\n"
      "kernel void three(global int *p, int unused, local float *also_unused) { *p = 1; }\n"));
  uint64_t count = 1;
  REQUIRE(muxGetKernelArgumentCount(make_kernel(executable, "none"), &count) == mux_success);
  CHECK(count == 0);
  REQUIRE(muxGetKernelArgumentCount(make_kernel(executable, "three"), &count) == mux_success);
  CHECK(count == 3);
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelArgumentCount: rejects invalid arguments",
                 "[muxGetKernelArgumentCount]") {
  uint64_t count = 0;
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetKernelArgumentCount(invalid, &count));
  }
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetKernelArgumentCount(build("kernel void k() {}", "k"), nullptr));
}

}  // namespace mux::test::mux_get_kernel_argument_count
