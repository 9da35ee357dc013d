#include <span>

#include "programs.h"
#include "spirv_modules.h"

namespace mux::test::cl_get_kernel_arg_info {

namespace {

auto argument(cl_uint index) {
  return [index](cl_kernel kernel, cl_kernel_arg_info name, size_t size, void *value,
                 size_t *out_size) {
    return clGetKernelArgInfo(kernel, index, name, size, value, out_size);
  };
}

struct Expected {
  const char *name;
  const char *type;
  cl_kernel_arg_address_qualifier address;
  cl_kernel_arg_access_qualifier access;
  cl_kernel_arg_type_qualifier qualifiers;
};

/// Checks arguments in order, from the first.
void check_arguments(cl_kernel kernel, std::span<const Expected> all) {
  cl_uint index = 0;
  for (const Expected &expected : all) {
    INFO(expected.name);
    const auto get = argument(index++);
    CHECK(info_text(get, kernel, CL_KERNEL_ARG_NAME) == expected.name);
    CHECK(info_text(get, kernel, CL_KERNEL_ARG_TYPE_NAME) == expected.type);
    expect_info(get, kernel, CL_KERNEL_ARG_ADDRESS_QUALIFIER, expected.address);
    expect_info(get, kernel, CL_KERNEL_ARG_ACCESS_QUALIFIER, expected.access);
    expect_info(get, kernel, CL_KERNEL_ARG_TYPE_QUALIFIER, expected.qualifiers);
  }
}

constexpr const char *some_source = "kernel void f(int a) {}";
constexpr const char *with_info = "-cl-kernel-arg-info";

void expect_unavailable(const Handle<cl_kernel> &kernel) {
  for (const cl_kernel_arg_info name :
       {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME,
        CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME}) {
    expect(argument(0)(kernel, name, 0, nullptr, nullptr), CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  }
}

}  // namespace

TEST_CASE_METHOD(ContextFixture, "clGetKernelArgInfo: as declared in the source",
                 "[clGetKernelArgInfo]") {
  const auto kernel = kernel_of_source(
      context,
      "kernel void f(global const float *restrict one, constant int4 *two, local uchar *three,"
      "unsigned int four, read_only image2d_t five, write_only image3d_t six, sampler_t seven,"
      "global volatile int *eight, const int nine) {}",
      "-cl-kernel-arg-info");
  const Expected all[] = {
      {"one", "float*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_NONE,
       CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"two", "int4*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_ACCESS_NONE,
       CL_KERNEL_ARG_TYPE_CONST},
      {"three", "uchar*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_ACCESS_NONE, 0},
      {"four", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, 0},
      {"five", "image2d_t", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY, 0},
      {"six", "image3d_t", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_WRITE_ONLY, 0},
      {"seven", "sampler_t", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, 0},
      {"eight", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_NONE,
       CL_KERNEL_ARG_TYPE_VOLATILE},
      {"nine", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, 0},
  };
  check_arguments(kernel, all);
}

TEST_CASE_METHOD(ContextFixture, "clGetKernelArgInfo: pipes by their packets",
                 "[clGetKernelArgInfo]") {
  const auto kernel = kernel_of_source(
      context,
      "typedef struct { int a; } pair;\n"
      "kernel void f(read_only pipe uint4 one, write_only pipe pair two, pipe const int three) {}",
      "-cl-std=CL3.0 -cl-kernel-arg-info");
  const Expected all[] = {
      {"one", "uint4", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY,
       CL_KERNEL_ARG_TYPE_PIPE},
      {"two", "pair", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
       CL_KERNEL_ARG_TYPE_PIPE},
      {"three", "int", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY,
       CL_KERNEL_ARG_TYPE_PIPE},
  };
  check_arguments(kernel, all);
}

TEST_CASE_METHOD(ContextFixture,
                 "clGetKernelArgInfo: CL_KERNEL_ARG_INFO_NOT_AVAILABLE without the build option",
                 "[clGetKernelArgInfo]") {
  expect_unavailable(kernel_of_source(context, some_source));
  expect_unavailable(kernel_of_source(context, some_source, "-w -DINFO=-cl-kernel-arg-info"));
}

TEST_CASE_METHOD(
    ContextFixture,
    "clGetKernelArgInfo: CL_KERNEL_ARG_INFO_NOT_AVAILABLE for programs not created from source",
    "[clGetKernelArgInfo]") {
  const auto module = il_program(context, spirv_module("vector_add"));
  succeed(clBuildProgram(module, 0, nullptr, with_info, nullptr, nullptr));
  expect_unavailable(kernel_of(module, "test"));

  const auto program = built_program(context, some_source, with_info);
  const auto loaded = program_of_binary(context, device, binary_of(program));
  succeed(clBuildProgram(loaded, 0, nullptr, with_info, nullptr, nullptr));
  expect_unavailable(kernel_of(loaded, "f"));
}

TEST_CASE_METHOD(ContextFixture, "clGetKernelArgInfo: for linked programs if all objects have it",
                 "[clGetKernelArgInfo]") {
  const auto compiled = [&](Handle<cl_program> program, const char *options) {
    succeed(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr));
    return program;
  };
  const auto linked = [&](std::vector<cl_program> parts) {
    return created([&](cl_int *code) {
      return clLinkProgram(context, 0, nullptr, nullptr, static_cast<cl_uint>(parts.size()),
                           parts.data(), nullptr, nullptr, code);
    });
  };
  const auto source = compiled(program_of(context, some_source), with_info);
  const auto silent = compiled(program_of(context, "kernel void g(int b) {}"), nullptr);
  const auto module = compiled(il_program(context, spirv_module("vector_add")), with_info);
  CHECK(info_text(argument(0), kernel_of(linked({source}), "f"), CL_KERNEL_ARG_NAME) == "a");
  const auto with_silent = linked({source, silent});
  expect_unavailable(kernel_of(with_silent, "g"));
  const auto with_module = linked({source, module});
  expect_unavailable(kernel_of(with_module, "test"));
}

TEST_CASE_METHOD(ContextFixture, "clGetKernelArgInfo: rejects invalid arguments",
                 "[clGetKernelArgInfo]") {
  const auto kernel = kernel_of_source(context, "kernel void f(int a) {}", with_info);
  expect(argument(0)(nullptr, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  expect(argument(1)(kernel, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_ARG_INDEX);
  expect(argument(0)(kernel, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_kernel_arg_info
