#include "programs.h"

namespace mux::test::cl_get_program_build_info {

TEST_CASE_METHOD(ContextFixture, "clGetProgramBuildInfo: before a build",
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

TEST_CASE_METHOD(ContextFixture, "clGetProgramBuildInfo: the size of global variables",
                 "[clGetProgramBuildInfo]") {
  const char *source =
      "global int a[25]; global long b = 3; constant int c[] = {1, 2};\n"
      "kernel void f(global int *p) { a[0] = *p; b++; *p = c[a[1]]; }";
  const auto program = built_program(context, source, "-cl-std=CL3.0");
  expect_info(build_info_on(device), program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
              size_t{108});
  // The same for a program from its binary.
  const auto again = program_of_binary(context, device, binary_of(program));
  succeed(clBuildProgram(again, 0, nullptr, nullptr, nullptr, nullptr));
  expect_info(build_info_on(device), again, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
              size_t{108});
  const auto without = built_program(context, some_kernels);
  expect_info(build_info_on(device), without, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
              size_t{0});
}

namespace {

constexpr const char *kernels_without_code =
    "#define FOUR(what) what what what what\n"
    "#define TOO_MANY FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(barrier(2);)))))))\n"
    "kernel void good(global int *a) { a[0] = 1; }\n"
    "kernel void bad(global int *a) { TOO_MANY }\n"
    "kernel void worse(global int *a) { TOO_MANY }\n";

}  // namespace

TEST_CASE_METHOD(ContextFixture, "clGetProgramBuildInfo: the reason why a kernel has no code",
                 "[clGetProgramBuildInfo]") {
  const auto program = built_program(context, kernels_without_code);
  CHECK(build_log(program, device).empty());
  kernel_of(program, "good");
  CHECK(build_log(program, device).empty());
  for (int round = 0; round < 2; ++round) {
    expect_none(CL_OUT_OF_RESOURCES,
                [&](cl_int *code) { return clCreateKernel(program, "bad", code); });
  }
  const std::string log = build_log(program, device);
  CHECK(log.find("'bad'") != std::string::npos);
  CHECK(log.find("'bad'") == log.rfind("'bad'"));
  CHECK(log.find("'worse'") == std::string::npos);
  cl_kernel kernels[3] = {};
  expect(clCreateKernelsInProgram(program, 3, kernels, nullptr), CL_OUT_OF_RESOURCES);
  CHECK(build_log(program, device).find("'worse'") != std::string::npos);
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
  // The next build resets it.
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  CHECK(build_log(program, device).empty());
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: unsupported features in kernels",
                 "[clGetProgramBuildInfo]") {
  struct Case {
    const char *source;
    const char *reason;
  };
  constexpr Case cases[] = {
      {"int g(int); kernel void f(global int *a) { *a = g(1); }", "undefined function 'g'"},
      {"int g(int x) { return x ? g(x - 1) * x + 1 : 1; } kernel void f(global int *a) { *a = "
       "g(*a); }",
       "'g' calls itself"},
      {"__attribute__((intel_reqd_sub_group_size(7))) kernel void f(global int *a) { *a = 1; }",
       "sub-groups of 7"},
  };
  for (const auto &[source, reason] : cases) {
    const auto program = program_of(context, source);
    expect(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr),
           CL_BUILD_PROGRAM_FAILURE);
    const std::string log = build_log(program, device);
    INFO(log);
    CHECK(log.find(reason) != std::string::npos);
  }
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "clGetProgramBuildInfo: builds for a device are valid for its sub-devices",
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

TEST_CASE_METHOD(TwoDevicesFixture, "clGetProgramBuildInfo: rejects invalid arguments",
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
