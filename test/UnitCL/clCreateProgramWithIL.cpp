#include "programs.h"
#include "spirv_modules.h"

namespace mux::test::cl_create_program_with_il {
namespace {

/// The results of the kernel `test` for the numbers from 0 on.
std::vector<cl_uint> results_of(ContextFixture &fixture, cl_command_queue queue,
                                cl_program program) {
  std::vector<cl_uint> numbers(256);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<cl_uint>(i * i);
  }
  const size_t bytes = numbers.size() * sizeof(cl_uint);
  const auto in = created([&](cl_int *code) {
    return clCreateBuffer(fixture.context, CL_MEM_COPY_HOST_PTR, bytes, numbers.data(), code);
  });
  const auto out = created([&](cl_int *code) {
    return clCreateBuffer(fixture.context, CL_MEM_READ_WRITE, bytes, nullptr, code);
  });
  const auto kernel = kernel_of(program, "test");
  set_arguments(kernel, out, in);
  run(queue, kernel, numbers.size());
  succeed(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, numbers.data(), 0, nullptr, nullptr));
  return numbers;
}

void expect_sums(const std::vector<cl_uint> &numbers) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    CHECK(numbers[i] == i * i + (255 - i) * (255 - i));
  }
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clCreateProgramWithIL: a SPIR-V module builds and runs",
                 "[clCreateProgramWithIL]") {
  const std::string module = spirv_module("vector_add");
  const auto program = il_program(context, module);
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  expect_sums(results_of(*this, queue, program));
  CHECK(info_text(clGetProgramInfo, program, CL_PROGRAM_SOURCE).empty());
  std::string il(module.size(), '\0');
  succeed(clGetProgramInfo(program, CL_PROGRAM_IL, il.size(), il.data(), nullptr));
  CHECK(il == module);
}

TEST_CASE_METHOD(QueueFixture, "clCreateProgramWithIL: a module with debug information, and -g",
                 "[clCreateProgramWithIL]") {
  for (const char *options : {"", "-g"}) {
    const auto program = il_program(context, spirv_module("debug_info"));
    succeed(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr));
    expect_sums(results_of(*this, queue, program));
  }
  const auto program = il_program(context, spirv_module("vector_add"));
  succeed(clBuildProgram(program, 0, nullptr, "-g", nullptr, nullptr));
  expect_sums(results_of(*this, queue, program));
}

TEST_CASE_METHOD(QueueFixture, "clCreateProgramWithIL: a module is linked with OpenCL C",
                 "[clCreateProgramWithIL]") {
  const auto with_il = il_program(context, spirv_module("calls_another"));
  const auto with_source = program_of(context, "uint combine(uint a, uint b) { return a + b; }");
  succeed(clCompileProgram(with_il, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  succeed(
      clCompileProgram(with_source, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  const cl_program parts[] = {with_il, with_source};
  const auto linked = created([&](cl_int *code) {
    return clLinkProgram(context, 0, nullptr, nullptr, 2, parts, nullptr, nullptr, code);
  });
  expect_sums(results_of(*this, queue, linked));
}

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithIL: rejects data that is not a module",
                 "[clCreateProgramWithIL]") {
  const std::string module = spirv_module("vector_add");
  const auto expect_refused = [&](cl_context in, const void *il, size_t length, cl_int expected) {
    expect_none(expected,
                [&](cl_int *code) { return clCreateProgramWithIL(in, il, length, code); });
  };
  expect_refused(context, nullptr, 4, CL_INVALID_VALUE);
  expect_refused(context, module.data(), 0, CL_INVALID_VALUE);
  expect_refused(context, module.data(), module.size() - 4, CL_INVALID_VALUE);
  expect_refused(context, "kernel void k() {}", 18, CL_INVALID_VALUE);
  expect_refused(nullptr, module.data(), module.size(), CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithIL: the function of cl_khr_il_program",
                 "[clCreateProgramWithIL]") {
  const auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
  REQUIRE(create != nullptr);
  const std::string module = spirv_module("vector_add");
  const auto program =
      created([&](cl_int *code) { return create(context, module.data(), module.size(), code); });
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
}

TEST_CASE_METHOD(PlatformFixture, "clCreateProgramWithIL: device queries about SPIR-V",
                 "[clCreateProgramWithIL]") {
  CHECK(info_text(clGetDeviceInfo, device, CL_DEVICE_IL_VERSION) ==
        "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4");
  constexpr cl_device_info extended_sets = 0x12B9;
  constexpr cl_device_info extensions = 0x12BA;
  constexpr cl_device_info capabilities = 0x12BB;
  constexpr cl_uint kernel_capability = 6;
  size_t size = 0;
  succeed(clGetDeviceInfo(device, capabilities, 0, nullptr, &size));
  std::vector<cl_uint> numbers(size / sizeof(cl_uint));
  succeed(clGetDeviceInfo(device, capabilities, size, numbers.data(), nullptr));
  CHECK(std::ranges::find(numbers, kernel_capability) != numbers.end());
  for (const cl_device_info name : {extended_sets, extensions}) {
    succeed(clGetDeviceInfo(device, name, 0, nullptr, &size));
    std::vector<const char *> names(size / sizeof(const char *));
    succeed(clGetDeviceInfo(device, name, size, names.data(), nullptr));
    REQUIRE(!names.empty());
    CHECK(std::string(names[0]).starts_with(name == extensions ? "SPV_" : "OpenCL.std"));
  }
}

}  // namespace mux::test::cl_create_program_with_il
