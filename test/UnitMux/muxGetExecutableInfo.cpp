#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <string>

#include "fixtures.h"

namespace mux::test::mux_get_executable_info {

namespace {

constexpr EntryPoint entry_point("muxGetExecutableInfo");

class ExecutableInfoFixture : public KernelFixture {
 public:
  uint64_t variables_of(const std::string &source) {
    mux_executable_info_t info = {77};
    REQUIRE(muxGetExecutableInfo(load(compile(source, "-cl-std=CL3.0")), &info) == mux_success);
    return info.global_variable_size;
  }
};

}  // namespace

TEST_CASE_METHOD(ExecutableInfoFixture,
                 "muxGetExecutableInfo: the size of its program-scope variables",
                 "[muxGetExecutableInfo]") {
  CHECK(variables_of("kernel void k(global int *p) { *p = 1; }") == 0);
  CHECK(variables_of("global int a[25]; kernel void k(global int *p) { a[*p] = 1; }") == 100);
  CHECK(variables_of("global int a = 5; global long b;\n"
                     "kernel void one(global int *p) { *p = a++; }\n"
                     "kernel void other() { b++; }") == 12);
  CHECK(variables_of("kernel void k(global int *p) { static global short s; *p = s++; }") == 2);
}

TEST_CASE_METHOD(ExecutableInfoFixture, "muxGetExecutableInfo: other variables do not count",
                 "[muxGetExecutableInfo]") {
  CHECK(variables_of("constant int table[3] = {1, 2, 3};\n"
                     "kernel void k(global int *p) { *p = table[*p]; }") == 0);
  CHECK(variables_of("kernel void k(global int *p) {\n"
                     "  local int l[64]; l[get_local_id(0)] = *p; barrier(CLK_LOCAL_MEM_FENCE);\n"
                     "  *p = l[get_local_id(0) ^ 1];\n"
                     "}") == 0);
  CHECK(variables_of("global int unused[100]; kernel void k() {}") == 0);
}

TEST_CASE_METHOD(ExecutableInfoFixture, "muxGetExecutableInfo: rejects invalid arguments",
                 "[muxGetExecutableInfo]") {
  mux_executable_info_t info = {77};
  for (mux_executable_t invalid : InvalidObjects<mux_executable_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetExecutableInfo(invalid, &info));
  }
  CHECK(info.global_variable_size == 77);
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetExecutableInfo(load(compile("kernel void k() {}")), nullptr));
}

}  // namespace mux::test::mux_get_executable_info
