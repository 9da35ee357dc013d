#include "programs.h"

namespace mux::test::cl_get_program_info {

TEST_CASE_METHOD(ContextFixture, "clGetProgramInfo: queries of a program", "[clGetProgramInfo]") {
  const auto program = program_of(context, some_kernels);
  expect_info(clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT, cl_uint{1});
  expect_info<cl_context>(clGetProgramInfo, program, CL_PROGRAM_CONTEXT, context);
  expect_info(clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES, cl_uint{1});
  expect_list(clGetProgramInfo, program, CL_PROGRAM_DEVICES, std::vector<cl_device_id>{device});
  CHECK(info_text(clGetProgramInfo, program, CL_PROGRAM_SOURCE) == some_kernels);
  expect_list(clGetProgramInfo, program, CL_PROGRAM_IL, std::vector<char>{});
  expect_list(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES, std::vector<size_t>{0});
}

TEST_CASE_METHOD(ContextFixture, "clGetProgramInfo: queries of a build", "[clGetProgramInfo]") {
  const auto program = program_of(context, some_kernels);
  for (cl_program_info name :
       {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
        CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}) {
    expect(clGetProgramInfo(program, name, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
  }
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  expect_info(clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS, size_t{2});
  CHECK(info_text(clGetProgramInfo, program, CL_PROGRAM_KERNEL_NAMES) == "increment;twice");
  expect_info(clGetProgramInfo, program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, cl_bool{CL_FALSE});
  expect_info(clGetProgramInfo, program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, cl_bool{CL_FALSE});
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "clGetProgramInfo: copies binaries to the pointers that are not NULL",
                 "[clGetProgramInfo]") {
  const auto program = built_program(context, some_kernels);
  size_t sizes[2] = {};
  succeed(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr));
  CHECK(sizes[0] > 0);
  CHECK(sizes[0] == sizes[1]);
  std::vector<unsigned char> binary(sizes[1]);
  unsigned char *places[2] = {nullptr, binary.data()};
  size_t size = 0;
  succeed(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof places, places, &size));
  CHECK(size == sizeof places);
  CHECK(binary != std::vector<unsigned char>(sizes[1]));
  expect(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof places - 1, places, nullptr),
         CL_INVALID_VALUE);
}

TEST_CASE_METHOD(ContextFixture, "clGetProgramInfo: rejects invalid arguments",
                 "[clGetProgramInfo]") {
  const auto program = program_of(context, some_kernels);
  expect(clGetProgramInfo(nullptr, CL_PROGRAM_SOURCE, 0, nullptr, nullptr), CL_INVALID_PROGRAM);
  expect(clGetProgramInfo(program, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_program_info
