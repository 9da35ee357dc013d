#include "programs.h"

namespace mux::test::cl_create_program_with_built_in_kernels {

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithBuiltInKernels: has the kernels of the device",
                 "[clCreateProgramWithBuiltInKernels]") {
  const std::string names = info_text(clGetDeviceInfo, device, CL_DEVICE_BUILT_IN_KERNELS);
  REQUIRE(!names.empty());
  const auto program = created([&](cl_int *code) {
    return clCreateProgramWithBuiltInKernels(context, 1, &device, names.c_str(), code);
  });
  CHECK(info_text(clGetProgramInfo, program, CL_PROGRAM_KERNEL_NAMES) == names);
  const auto kernel = kernel_of(program, names.substr(0, names.find(';')).c_str());
  std::vector<size_t> greatest(3);
  succeed(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, 24, greatest.data(),
                                   nullptr));
  CHECK(greatest == std::vector<size_t>(3, SIZE_MAX));
  expect(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_OPERATION);
  expect(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
         CL_INVALID_OPERATION);
  expect_info(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES, size_t{0});
}

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithBuiltInKernels: rejects invalid arguments",
                 "[clCreateProgramWithBuiltInKernels]") {
  const auto with = [&](cl_context of, cl_uint count, const cl_device_id *list, const char *names) {
    return [=](cl_int *code) {
      return clCreateProgramWithBuiltInKernels(of, count, list, names, code);
    };
  };
  const cl_device_id no_device = nullptr;
  expect_none(CL_INVALID_CONTEXT, with(nullptr, 1, &device, "x"));
  expect_none(CL_INVALID_VALUE, with(context, 0, &device, "x"));
  expect_none(CL_INVALID_VALUE, with(context, 1, nullptr, "x"));
  expect_none(CL_INVALID_VALUE, with(context, 1, &device, nullptr));
  expect_none(CL_INVALID_VALUE, with(context, 1, &device, "no_such_kernel"));
  expect_none(CL_INVALID_VALUE, with(context, 1, &device, ""));
  expect_none(CL_INVALID_DEVICE, with(context, 1, &no_device, "x"));
}

}  // namespace mux::test::cl_create_program_with_built_in_kernels
