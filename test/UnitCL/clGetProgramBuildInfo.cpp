#include "programs.h"

namespace mux::test::cl_get_program_build_info {

TEST_CASE_METHOD(ContextFixture, "clGetProgramBuildInfo: before anything was built",
                 "[clGetProgramBuildInfo]") {
  const auto program = program_of(context, some_kernels);
  const auto get = build_info_on(device);
  expect_info(get, program, CL_PROGRAM_BUILD_STATUS, cl_build_status{CL_BUILD_NONE});
  expect_info(get, program, CL_PROGRAM_BINARY_TYPE,
              cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_NONE});
  expect_info(get, program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, size_t{0});
  CHECK(info_text(get, program, CL_PROGRAM_BUILD_OPTIONS).empty());
  CHECK(info_text(get, program, CL_PROGRAM_BUILD_LOG).empty());
}

TEST_CASE_METHOD(ContextFixture, "clGetProgramBuildInfo: of the last build",
                 "[clGetProgramBuildInfo]") {
  const auto program = program_of(context, "#ifdef WRONG\n#error wrong\n#endif\n");
  const auto get = build_info_on(device);
  expect(clBuildProgram(program, 0, nullptr, "-DWRONG", nullptr, nullptr),
         CL_BUILD_PROGRAM_FAILURE);
  expect_info(get, program, CL_PROGRAM_BUILD_STATUS, cl_build_status{CL_BUILD_ERROR});
  CHECK(info_text(get, program, CL_PROGRAM_BUILD_OPTIONS) == "-DWRONG");
  CHECK(!info_text(get, program, CL_PROGRAM_BUILD_LOG).empty());
  succeed(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  expect_info(get, program, CL_PROGRAM_BUILD_STATUS, cl_build_status{CL_BUILD_SUCCESS});
  expect_info(get, program, CL_PROGRAM_BINARY_TYPE,
              cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  CHECK(info_text(get, program, CL_PROGRAM_BUILD_OPTIONS).empty());
  CHECK(info_text(get, program, CL_PROGRAM_BUILD_LOG).empty());
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "clGetProgramBuildInfo: what is built for a device is built for its parts",
                 "[clGetProgramBuildInfo]") {
  const cl_device_id all[] = {devices[0], devices[1], device};
  const auto whole = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 3, all, nullptr, nullptr, code); });
  const auto program = program_of(whole, some_kernels);
  const auto part = build_info_on(devices[0]);
  expect_info(part, program, CL_PROGRAM_BUILD_STATUS, cl_build_status{CL_BUILD_NONE});
  succeed(clBuildProgram(program, 1, &device, "-DOPTION", nullptr, nullptr));
  expect_info(part, program, CL_PROGRAM_BUILD_STATUS, cl_build_status{CL_BUILD_SUCCESS});
  CHECK(info_text(part, program, CL_PROGRAM_BUILD_OPTIONS) == "-DOPTION");
}

TEST_CASE_METHOD(TwoDevicesFixture, "clGetProgramBuildInfo: refuses invalid arguments",
                 "[clGetProgramBuildInfo]") {
  const auto program = program_of(context, some_kernels);
  const auto code = [&](cl_program of, cl_device_id on, cl_program_build_info name) {
    return clGetProgramBuildInfo(of, on, name, 0, nullptr, nullptr);
  };
  expect(code(nullptr, devices[0], CL_PROGRAM_BUILD_LOG), CL_INVALID_PROGRAM);
  expect(code(program, nullptr, CL_PROGRAM_BUILD_LOG), CL_INVALID_DEVICE);
  expect(code(program, device, CL_PROGRAM_BUILD_LOG), CL_INVALID_DEVICE);
  expect(code(program, devices[0], 0), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_program_build_info
