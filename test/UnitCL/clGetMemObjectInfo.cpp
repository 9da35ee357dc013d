#include "images.h"

namespace mux::test::cl_get_mem_object_info {

namespace {

template <typename T>
void expect_mem(cl_mem memory, cl_mem_info name, T expected,
                std::source_location where = std::source_location::current()) {
  expect_info(clGetMemObjectInfo, memory, name, expected, where);
}

}  // namespace

TEST_CASE_METHOD(ContextFixture, "clGetMemObjectInfo: queries of a buffer") {
  cl_uint host[16];
  const Handle<cl_mem> handle = buffer(64, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, host);
  const cl_mem memory = handle;
  expect_mem(memory, CL_MEM_TYPE, cl_mem_object_type{CL_MEM_OBJECT_BUFFER});
  expect_mem(memory, CL_MEM_FLAGS, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR});
  expect_mem(memory, CL_MEM_SIZE, size_t{64});
  expect_mem(memory, CL_MEM_HOST_PTR, static_cast<void *>(host));
  expect_mem(memory, CL_MEM_MAP_COUNT, cl_uint{0});
  expect_mem(memory, CL_MEM_REFERENCE_COUNT, cl_uint{1});
  expect_mem(memory, CL_MEM_CONTEXT, static_cast<cl_context>(context));
  expect_mem(memory, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem{nullptr});
  expect_mem(memory, CL_MEM_OFFSET, size_t{0});
  expect_mem(memory, CL_MEM_USES_SVM_POINTER, cl_bool{CL_FALSE});
  expect_list(clGetMemObjectInfo, memory, CL_MEM_PROPERTIES, std::vector<cl_mem_properties>());
}

TEST_CASE_METHOD(ContextFixture, "clGetMemObjectInfo: queries of a sub-buffer") {
  std::vector<cl_uchar> host(1024);
  const Handle<cl_mem> whole = buffer(1024, CL_MEM_USE_HOST_PTR, host.data());
  const cl_buffer_region region = {256, 100};
  const Handle<cl_mem> handle = created([&](cl_int *code) {
    return clCreateSubBuffer(whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
  });
  const cl_mem part = handle;
  expect_mem(part, CL_MEM_TYPE, cl_mem_object_type{CL_MEM_OBJECT_BUFFER});
  expect_mem(part, CL_MEM_FLAGS, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR});
  expect_mem(part, CL_MEM_SIZE, size_t{100});
  expect_mem(part, CL_MEM_HOST_PTR, static_cast<void *>(host.data() + 256));
  expect_mem(part, CL_MEM_CONTEXT, static_cast<cl_context>(context));
  expect_mem(part, CL_MEM_ASSOCIATED_MEMOBJECT, static_cast<cl_mem>(whole));
  expect_mem(part, CL_MEM_OFFSET, size_t{256});
  expect_list(clGetMemObjectInfo, part, CL_MEM_PROPERTIES, std::vector<cl_mem_properties>());
}

TEST_CASE_METHOD(ContextFixture,
                 "clGetMemObjectInfo: host_ptr is NULL without CL_MEM_USE_HOST_PTR") {
  const Handle<cl_mem> copied = buffer_of(numbers(4));
  expect_mem(copied, CL_MEM_HOST_PTR, static_cast<void *>(nullptr));
}

TEST_CASE_METHOD(ContextFixture, "clGetMemObjectInfo: queries of an image") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  const Handle<cl_mem> picture = image(r32, tried.description, CL_MEM_WRITE_ONLY);
  expect_mem(picture, CL_MEM_TYPE, tried.description.image_type);
  expect_mem(picture, CL_MEM_FLAGS, cl_mem_flags{CL_MEM_WRITE_ONLY});
  expect_mem(picture, CL_MEM_SIZE, tried.pixels() * 4);
  expect_mem(picture, CL_MEM_OFFSET, size_t{0});
}

TEST_CASE_METHOD(ContextFixture, "clGetMemObjectInfo: the buffer of an image") {
  const Handle<cl_mem> memory = buffer(1024);
  cl_image_desc description = plane(4, 4);
  description.mem_object = memory;
  const Handle<cl_mem> picture = image(r32, description);
  expect_mem(picture, CL_MEM_ASSOCIATED_MEMOBJECT, static_cast<cl_mem>(memory));
  expect_mem(memory, CL_MEM_REFERENCE_COUNT, cl_uint{1});
}

TEST_CASE_METHOD(ContextFixture, "clGetMemObjectInfo: whether the memory is an SVM allocation") {
  auto *shared = static_cast<std::byte *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 1024, 0));
  REQUIRE(shared != nullptr);
  {
    const Handle<cl_mem> memory = buffer(512, CL_MEM_USE_HOST_PTR, shared + 512);
    expect_mem(memory, CL_MEM_USES_SVM_POINTER, cl_bool{CL_TRUE});
    expect_mem(memory, CL_MEM_HOST_PTR, static_cast<void *>(shared + 512));
    const cl_buffer_region region = {128, 128};
    const Handle<cl_mem> part = created([&](cl_int *code) {
      return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
    });
    expect_mem(part, CL_MEM_USES_SVM_POINTER, cl_bool{CL_TRUE});
    const Handle<cl_mem> copied = buffer(512, CL_MEM_COPY_HOST_PTR, shared);
    expect_mem(copied, CL_MEM_USES_SVM_POINTER, cl_bool{CL_FALSE});
  }
  clSVMFree(context, shared);
}

TEST_CASE_METHOD(ContextFixture, "clGetMemObjectInfo: CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE") {
  const Handle<cl_mem> memory = buffer(64);
  size_t value = 0;
  expect(clGetMemObjectInfo(nullptr, CL_MEM_SIZE, sizeof value, &value, nullptr),
         CL_INVALID_MEM_OBJECT);
  expect(clGetMemObjectInfo(memory, CL_IMAGE_WIDTH, sizeof value, &value, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_mem_object_info
