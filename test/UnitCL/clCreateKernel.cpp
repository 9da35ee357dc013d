#include "programs.h"

namespace mux::test::cl_create_kernel {

TEST_CASE_METHOD(QueueFixture, "clCreateKernel: kernels of one name have their own arguments",
                 "[clCreateKernel]") {
  const auto program = built_program(context, some_kernels);
  const auto one = kernel_of(program, "increment");
  const auto other = kernel_of(program, "increment");
  const auto memory = buffer_of(numbers(8));
  const auto unused = buffer_of(numbers(8));
  set_arguments(one, memory);
  set_arguments(other, unused);
  run(queue, one, 8);
  CHECK(contents<cl_int>(memory) == numbers(8, 1));
  CHECK(contents<cl_int>(unused) == numbers(8));
}

TEST_CASE_METHOD(ContextFixture, "clCreateKernel: rejects invalid arguments", "[clCreateKernel]") {
  const auto program = built_program(context, some_kernels);
  const auto source = program_of(context, some_kernels);
  const auto with = [](cl_program of, const char *name) {
    return [=](cl_int *code) { return clCreateKernel(of, name, code); };
  };
  expect_none(CL_INVALID_PROGRAM, with(nullptr, "twice"));
  expect_none(CL_INVALID_PROGRAM_EXECUTABLE, with(source, "twice"));
  expect_none(CL_INVALID_KERNEL_NAME, with(program, "thrice"));
  expect_none(CL_INVALID_KERNEL_NAME, with(program, ""));
  expect_none(CL_INVALID_VALUE, with(program, nullptr));
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "clCreateKernel: the definition must be the same on all devices",
                 "[clCreateKernel]") {
  const auto program = program_of(
      context, "kernel void f(global int *a, TYPE b) {}\nkernel void same(global int *a) {}");
  succeed(clBuildProgram(program, 1, devices[0].address(), "-DTYPE=int", nullptr, nullptr));
  succeed(clBuildProgram(program, 1, devices[1].address(), "-DTYPE=long", nullptr, nullptr));
  expect_none(CL_INVALID_KERNEL_DEFINITION,
              [&](cl_int *code) { return clCreateKernel(program, "f", code); });
  kernel_of(program, "same");
  cl_kernel kernels[2] = {};
  cl_uint count = 0;
  succeed(clCreateKernelsInProgram(program, 2, kernels, &count));
  CHECK(count == 1);
  const Handle kernel(kernels[0]);
  CHECK(info_text(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME) == "same");
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCreateKernel: runs on every device", "[clCreateKernel]") {
  const auto program = built_program(context, some_kernels);
  const auto kernel = kernel_of(program, "increment");
  std::vector<cl_int> values = numbers(100);
  succeed(clSetKernelArgSVMPointer(kernel, 0, values.data()));
  run(queues[1], kernel, 100);
  run(queues[0], kernel, 100);
  run(queues[1], kernel, 100);
  CHECK(values == numbers(100, 3));
}

TEST_CASE_METHOD(QueueFixture, "clCreateKernel: a program-scope variable of the maximum size",
                 "[clCreateKernel]") {
  const size_t size = info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  const std::string source =
      "global uchar space[" + std::to_string(size) +
      "];\n"
      "kernel void increment(global int *a) { a[0] = ++space[sizeof(space) - 1] + space[0]; }";
  const auto program = built_program(context, source.c_str(), "-cl-std=CL3.0");
  const auto kernel = kernel_of(program, "increment");
  const auto memory = buffer_of(numbers(1));
  set_arguments(kernel, memory);
  run(queue, kernel, 1);
  run(queue, kernel, 1);
  CHECK(contents<cl_int>(memory) == numbers(1, 2));
}

}  // namespace mux::test::cl_create_kernel
