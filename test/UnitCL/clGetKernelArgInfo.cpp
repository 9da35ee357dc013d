#include <span>

#include "programs.h"

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

/// Of all arguments from the first on.
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

}  // namespace

TEST_CASE_METHOD(ContextFixture, "clGetKernelArgInfo: as the source declares it",
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
      "-cl-std=CL3.0");
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

TEST_CASE_METHOD(ContextFixture, "clGetKernelArgInfo: refuses invalid arguments",
                 "[clGetKernelArgInfo]") {
  const auto kernel = kernel_of_source(context, "kernel void f(int a) {}");
  expect(argument(0)(nullptr, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  expect(argument(1)(kernel, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_ARG_INDEX);
  expect(argument(0)(kernel, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_kernel_arg_info
