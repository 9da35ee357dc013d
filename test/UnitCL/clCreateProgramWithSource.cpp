#include "programs.h"

namespace mux::test::cl_create_program_with_source {

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithSource: joins its strings",
                 "[clCreateProgramWithSource]") {
  const char *strings[] = {"kernel void f() {}xxx", "\n// end"};
  const size_t lengths[] = {18, 0};
  const auto program = created(
      [&](cl_int *code) { return clCreateProgramWithSource(context, 2, strings, lengths, code); });
  CHECK(info_text(clGetProgramInfo, program, CL_PROGRAM_SOURCE) == "kernel void f() {}\n// end");
  const auto whole = created(
      [&](cl_int *code) { return clCreateProgramWithSource(context, 2, strings, nullptr, code); });
  CHECK(info_text(clGetProgramInfo, whole, CL_PROGRAM_SOURCE) == "kernel void f() {}xxx\n// end");
}

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithSource: skips null characters",
                 "[clCreateProgramWithSource]") {
  const char text[] = "kernel\0 void f() {}\0";
  const char *string = text;
  const size_t length = sizeof text - 1;
  const auto program = created(
      [&](cl_int *code) { return clCreateProgramWithSource(context, 1, &string, &length, code); });
  CHECK(info_text(clGetProgramInfo, program, CL_PROGRAM_SOURCE) == "kernel void f() {}");
}

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithSource: rejects missing strings",
                 "[clCreateProgramWithSource]") {
  const char *strings[] = {"", nullptr};
  const auto with = [&](cl_context of, cl_uint count, const char **list) {
    return [=](cl_int *code) { return clCreateProgramWithSource(of, count, list, nullptr, code); };
  };
  expect_none(CL_INVALID_CONTEXT, with(nullptr, 1, strings));
  expect_none(CL_INVALID_VALUE, with(context, 0, strings));
  expect_none(CL_INVALID_VALUE, with(context, 1, nullptr));
  expect_none(CL_INVALID_VALUE, with(context, 2, strings));
}

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithSource: accepts empty source",
                 "[clCreateProgramWithSource]") {
  const auto program = built_program(context, "");
  expect_info(clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS, size_t{0});
}

}  // namespace mux::test::cl_create_program_with_source
