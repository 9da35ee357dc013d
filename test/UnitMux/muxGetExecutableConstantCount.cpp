#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <string>

#include "fixtures.h"

namespace mux::test::mux_get_executable_constant_count {

namespace {

constexpr EntryPoint entry_point("muxGetExecutableConstantCount");

class ConstantCountFixture : public KernelFixture {
 public:
  uint64_t constants_of(const std::string &source,
                        mux_compile_output_e output = mux_compile_output_portable) {
    uint64_t count = 77;
    REQUIRE(muxGetExecutableConstantCount(load(compile(source, "-cl-std=CL3.0", output)), &count) ==
            mux_success);
    return count;
  }
};

}  // namespace

TEST_CASE_METHOD(ConstantCountFixture,
                 "muxGetExecutableConstantCount: weak variables in constant memory count",
                 "[muxGetExecutableConstantCount]") {
  CHECK(constants_of("kernel void k() {}") == 0);
  CHECK(constants_of("__attribute__((weak)) constant int a = 1;\n"
                     "__attribute__((weak)) constant float4 b = 2;\n"
                     "kernel void k(global float *p) { *p = a + b.x; }") == 2);
  // Whether a kernel uses it or not.
  CHECK(constants_of("__attribute__((weak)) constant int a = 1; kernel void k() {}") == 1);
}

TEST_CASE_METHOD(ConstantCountFixture,
                 "muxGetExecutableConstantCount: other variables do not count",
                 "[muxGetExecutableConstantCount]") {
  CHECK(constants_of("constant int a = 1;\n"
                     "__attribute__((weak)) global int b = 2;\n"
                     "__attribute__((weak)) constant int *constant c = 0;\n"
                     "__attribute__((weak)) constant char large[65537] = {1};\n"
                     "kernel void k(global int *p) { *p = a + b + (c == 0) + large[*p]; }") == 0);
  CHECK(constants_of("__attribute__((weak)) constant char large[65536] = {1};\n"
                     "kernel void k(global int *p) { *p = large[*p]; }") == 1);
  // Machine code has no constants.
  CHECK(constants_of("__attribute__((weak)) constant int a = 1;\n"
                     "kernel void k(global int *p) { *p = a; }",
                     mux_compile_output_native) == 0);
}

TEST_CASE_METHOD(ConstantCountFixture, "muxGetExecutableConstantCount: rejects invalid arguments",
                 "[muxGetExecutableConstantCount]") {
  uint64_t count = 77;
  for (mux_executable_t invalid : InvalidObjects<mux_executable_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetExecutableConstantCount(invalid, &count));
  }
  CHECK(count == 77);
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetExecutableConstantCount(load(compile("kernel void k() {}")), nullptr));
}

}  // namespace mux::test::mux_get_executable_constant_count
