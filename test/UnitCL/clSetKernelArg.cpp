#include <cstring>

#include "programs.h"

namespace mux::test::cl_set_kernel_arg {

namespace {

cl_int set(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  return clSetKernelArg(kernel, index, size, value);
}

constexpr cl_image_format rgba = {CL_RGBA, CL_UNSIGNED_INT8};

cl_image_desc description_of(cl_mem_object_type type) {
  cl_image_desc description{};
  description.image_type = type;
  description.image_width = 4;
  description.image_height = type == CL_MEM_OBJECT_IMAGE1D ? 0 : 4;
  return description;
}

/// Sets a value of a type, and reads it back through the kernel.
template <typename T>
void check_type(const QueueFixture &fixture, const char *type, const T &value) {
  INFO(type);
  const std::string source = std::string(
                                 "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                                 "typedef struct { char c; long l; float f[3]; } s_t;\n"
                                 "kernel void f(global ") +
                             type + " *a, char before, " + type + " b, int after) { *a = b; " +
                             "if (before != 1 || after != 2) *(global char *)a = 77; }";
  const auto kernel = kernel_of_source(fixture.context, source.c_str());
  const auto memory = fixture.buffer(sizeof(T));
  set_arguments(kernel, memory, cl_char{1}, value, cl_int{2});
  expect(set(kernel, 2, sizeof(T) - 1, &value), CL_INVALID_ARG_SIZE);
  expect(set(kernel, 2, sizeof(T) + 1, &value), CL_INVALID_ARG_SIZE);
  expect(set(kernel, 2, 0, &value), CL_INVALID_ARG_SIZE);
  expect(set(kernel, 2, sizeof(T), nullptr), CL_INVALID_ARG_VALUE);
  run(fixture.queue, kernel, 1);
  const std::vector<T> result = fixture.contents<T>(memory);
  CHECK(std::memcmp(result.data(), &value, sizeof(T)) == 0);
}

struct Structure {
  cl_char c;
  cl_long l;
  cl_float f[3];
};

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: values of all types", "[clSetKernelArg]") {
  check_type(*this, "char", cl_char{-3});
  check_type(*this, "ushort", cl_ushort{65535});
  check_type(*this, "int", cl_int{-70000});
  check_type(*this, "long", cl_long{1} << 40);
  check_type(*this, "float", 1.5F);
  check_type(*this, "double", 2.5);
  check_type(*this, "float2", cl_float2{{1, 2}});
  check_type(*this, "uchar16", cl_uchar16{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}});
  check_type(*this, "double16", cl_double16{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}});
  Structure structure;
  std::memset(&structure, 0, sizeof structure);
  structure.c = 1;
  structure.l = 2;
  structure.f[2] = 3;
  check_type(*this, "s_t", structure);
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: 3-component vectors have the size of 4 components",
                 "[clSetKernelArg]") {
  const auto kernel =
      kernel_of_source(context, "kernel void f(global float *a, float3 b) { vstore3(b, 0, a); }");
  const auto memory = buffer(12);
  set_arguments(kernel, memory, cl_float3{{1, 2, 3, 4}});
  expect(set(kernel, 1, 12, "twelve bytes"), CL_INVALID_ARG_SIZE);
  run(queue, kernel, 1);
  CHECK(contents<float>(memory) == std::vector<float>{1, 2, 3});
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: buffers and NULL", "[clSetKernelArg]") {
  const auto kernel =
      kernel_of_source(context,
                       "kernel void f(global int *a, global int *b, constant int *c)"
                       "{ *a = (b == 0 ? 10 : *b) + (c == 0 ? 100 : *c); }");
  const auto result = buffer(4);
  const auto memory = buffer_of(std::vector<cl_int>{1});
  const auto value = [&] {
    run(queue, kernel, 1);
    return contents<cl_int>(result).front();
  };
  set_arguments(kernel, result, memory, memory);
  CHECK(value() == 2);
  const cl_mem none = nullptr;
  succeed(set(kernel, 1, sizeof none, &none));
  CHECK(value() == 11);
  succeed(set(kernel, 2, sizeof none, nullptr));
  CHECK(value() == 110);
  succeed(set(kernel, 1, 0, nullptr));
  CHECK(value() == 110);
  set_arguments(kernel, result, memory);
  CHECK(value() == 101);
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: sub-buffers", "[clSetKernelArg]") {
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
  const auto memory = buffer_of(numbers(64));
  const cl_buffer_region region = {128, 128};
  const auto part = created([&](cl_int *code) {
    return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
  });
  set_arguments(kernel, part);
  run(queue, kernel, 32);
  std::vector<cl_int> expected = numbers(32);
  for (const cl_int number : numbers(32, 33)) {
    expected.push_back(number);
  }
  CHECK(contents<cl_int>(memory) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: local memory", "[clSetKernelArg]") {
  const auto kernel = kernel_of_source(
      context,
      "kernel void f(global int *a, local int *b, local int *c) { int i = get_local_id(0);"
      "b[i] = i; c[i] = 2 * i; barrier(CLK_LOCAL_MEM_FENCE); a[i] = b[7 - i] + c[7 - i]; }");
  const auto memory = buffer(32);
  set_arguments(kernel, memory);
  expect(set(kernel, 1, 32, "not NULL"), CL_INVALID_ARG_VALUE);
  expect(set(kernel, 1, 0, "not NULL"), CL_INVALID_ARG_VALUE);
  succeed(set(kernel, 1, 32, nullptr));
  succeed(set(kernel, 2, 32, nullptr));
  const size_t size = 8;
  succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr));
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>{21, 18, 15, 12, 9, 6, 3, 0});
  succeed(set(kernel, 1, size_t{1} << 40, nullptr));
  expect(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr),
         CL_OUT_OF_RESOURCES);
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: local memory of size 0 does not overlap others",
                 "[clSetKernelArg]") {
  const auto kernel =
      kernel_of_source(context,
                       "kernel void f(global int *a, local int *b, int count, local int *c) {"
                       "*a = 1; if (count != 0) { b[count - 1] = 2; *a = b[count - 1]; } }");
  const auto all = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE);
  const auto memory = buffer(4);
  const auto value = [&] {
    run(queue, kernel, 1);
    return contents<cl_int>(memory).front();
  };
  set_arguments(kernel, memory);
  succeed(set(kernel, 1, 0, nullptr));
  succeed(set(kernel, 3, 0, nullptr));
  cl_int count = 0;
  succeed(set(kernel, 2, sizeof count, &count));
  CHECK(value() == 1);
  expect_info(work_group_info_on(device), kernel, CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong{0});
  count = static_cast<cl_int>(all / sizeof(cl_int));
  succeed(set(kernel, 1, all, nullptr));
  succeed(set(kernel, 2, sizeof count, &count));
  CHECK(value() == 2);
  count = 0;
  succeed(set(kernel, 1, 0, nullptr));
  succeed(set(kernel, 3, all, nullptr));
  succeed(set(kernel, 2, sizeof count, &count));
  CHECK(value() == 1);
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: depth images", "[clSetKernelArg]") {
  const auto kernel = kernel_of_source(
      context,
      "kernel void f(read_only image2d_depth_t from, write_only image2d_depth_t to) {"
      "int2 p = (int2)(get_global_id(0), 1); write_imagef(to, p, read_imagef(from, p) * 2.0f); }");
  const cl_image_desc flat = description_of(CL_MEM_OBJECT_IMAGE2D);
  const std::vector<cl_float> depths(16, 0.25F);
  const cl_image_format format = {CL_DEPTH, CL_FLOAT};
  const auto from =
      image(format, flat, CL_MEM_COPY_HOST_PTR, const_cast<cl_float *>(depths.data()));
  const auto to = image({CL_DEPTH, CL_UNORM_INT16}, flat);
  const auto red = image({CL_R, CL_FLOAT}, flat);
  const auto color = image(rgba, flat);
  for (const Handle<cl_mem> *wrong : {&red, &color}) {
    expect(clSetKernelArg(kernel, 0, sizeof(cl_mem), wrong->address()), CL_INVALID_MEM_OBJECT);
  }
  set_arguments(kernel, from, to);
  run(queue, kernel, 4);
  cl_ushort row[4] = {};
  const size_t origin[3] = {0, 1, 0};
  const size_t region[3] = {4, 1, 1};
  succeed(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, row, 0, nullptr, nullptr));
  CHECK(row[3] == 0x8000);
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: images and samplers", "[clSetKernelArg]") {
  const auto kernel = kernel_of_source(
      context,
      "kernel void f(read_only image2d_t from, write_only image2d_t to, sampler_t s) {"
      "int2 p = (int2)(get_global_id(0), 1); write_imageui(to, p, read_imageui(from, s, p) + 1u); "
      "}");
  const cl_image_desc flat = description_of(CL_MEM_OBJECT_IMAGE2D);
  std::vector<cl_uchar> pixels(64, 5);
  const auto from = image(rgba, flat, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, pixels.data());
  const auto to = image(rgba, flat, CL_MEM_WRITE_ONLY);
  const auto line = image(rgba, description_of(CL_MEM_OBJECT_IMAGE1D));
  const auto memory = buffer(64);
  const auto sampler = created([&](cl_int *code) {
    return clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, code);
  });
  const cl_mem none = nullptr;
  expect(set(kernel, 0, sizeof(cl_mem), to.address()), CL_INVALID_ARG_VALUE);
  expect(set(kernel, 1, sizeof(cl_mem), from.address()), CL_INVALID_ARG_VALUE);
  expect(set(kernel, 0, sizeof(cl_mem), line.address()), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), memory.address()), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), &none), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), nullptr), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, 4, from.address()), CL_INVALID_ARG_SIZE);
  expect(set(kernel, 2, sizeof(cl_sampler), nullptr), CL_INVALID_SAMPLER);
  expect(set(kernel, 2, sizeof(cl_sampler), &none), CL_INVALID_SAMPLER);
  expect(set(kernel, 2, sizeof(cl_sampler), from.address()), CL_INVALID_SAMPLER);
  expect(set(kernel, 2, 4, sampler.address()), CL_INVALID_ARG_SIZE);
  set_arguments(kernel, from, to, sampler);
  run(queue, kernel, 4);
  const size_t origin[] = {0, 1, 0};
  const size_t row[] = {4, 1, 1};
  std::vector<cl_uchar> result(16);
  succeed(clEnqueueReadImage(queue, to, CL_TRUE, origin, row, 0, 0, result.data(), 0, nullptr,
                             nullptr));
  CHECK(result == std::vector<cl_uchar>(16, 6));
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: rejects invalid arguments", "[clSetKernelArg]") {
  const auto kernel = kernel_of_source(context, "kernel void f(global int *a) { *a = 1; }");
  const auto memory = buffer(4);
  const auto foreign = created([&](cl_int *code) {
    return clCreateBuffer(other_context, CL_MEM_READ_WRITE, 4, nullptr, code);
  });
  cl_image_desc flat = description_of(CL_MEM_OBJECT_IMAGE2D);
  const auto picture = image(rgba, flat);
  const auto sampler = created([&](cl_int *code) {
    return clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, code);
  });
  expect(set(nullptr, 0, sizeof(cl_mem), memory.address()), CL_INVALID_KERNEL);
  expect(set(kernel, 1, sizeof(cl_mem), memory.address()), CL_INVALID_ARG_INDEX);
  expect(set(kernel, 0, 4, memory.address()), CL_INVALID_ARG_SIZE);
  expect(set(kernel, 0, sizeof(cl_mem), picture.address()), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), sampler.address()), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), foreign.address()), CL_INVALID_CONTEXT);
  // No argument was set.
  const size_t size = 1;
  expect(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
         CL_INVALID_KERNEL_ARGS);
  set_arguments(kernel, memory);
  expect(set(kernel, 0, sizeof(cl_mem), foreign.address()), CL_INVALID_CONTEXT);
  run(queue, kernel, 1);
  CHECK(contents<cl_int>(memory).front() == 1);
}

TEST_CASE_METHOD(QueueFixture, "clSetKernelArg: pipes", "[clSetKernelArg]") {
  const auto kernel = kernel_of_source(context,
                                       "kernel void f(pipe int in, global int *out) {\n"
                                       "  if (read_pipe(in, out) != 0) *out = -1;\n"
                                       "}",
                                       "-cl-std=CL3.0");
  const auto make = [](cl_context of, cl_uint packet_size) {
    return created(
        [&](cl_int *code) { return clCreatePipe(of, 0, packet_size, 8, nullptr, code); });
  };
  const auto pipe = make(context, 4);
  const auto foreign = make(other_context, 4);
  const auto wide = make(context, 8);
  const auto memory = buffer(4);
  const cl_mem none = nullptr;
  expect(set(kernel, 0, sizeof(cl_mem), nullptr), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), &none), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), memory.address()), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), wide.address()), CL_INVALID_MEM_OBJECT);
  expect(set(kernel, 0, sizeof(cl_mem), foreign.address()), CL_INVALID_CONTEXT);
  expect(set(kernel, 0, sizeof(cl_mem) - 1, pipe.address()), CL_INVALID_ARG_SIZE);
  expect(clSetKernelArgSVMPointer(kernel, 0, &none), CL_INVALID_ARG_VALUE);
  const size_t one = 1;
  set_arguments(kernel, pipe);
  // A pipe is not a buffer.
  expect(set(kernel, 1, sizeof(cl_mem), pipe.address()), CL_INVALID_MEM_OBJECT);
  expect(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
         CL_INVALID_KERNEL_ARGS);
  set_arguments(kernel, pipe, memory);
  run(queue, kernel, 1);
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>{-1});
}

}  // namespace mux::test::cl_set_kernel_arg
