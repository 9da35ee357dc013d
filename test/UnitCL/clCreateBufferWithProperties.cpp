#include "fixtures.h"

namespace mux::test::cl_create_buffer_with_properties {

TEST_CASE_METHOD(QueueFixture, "clCreateBufferWithProperties: makes a buffer as clCreateBuffer()") {
  std::vector<cl_int> values = numbers(100);
  const cl_mem_properties none[] = {0};
  for (const cl_mem_properties *properties : {static_cast<const cl_mem_properties *>(none),
                                              static_cast<const cl_mem_properties *>(nullptr)}) {
    const Handle<cl_mem> memory = created([&](cl_int *code) {
      return clCreateBufferWithProperties(context, properties, CL_MEM_COPY_HOST_PTR, 400,
                                          values.data(), code);
    });
    CHECK(contents<cl_int>(memory) == values);
    const std::vector<cl_mem_properties> expected(properties == nullptr ? 0 : 1);
    expect_list(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_PROPERTIES, expected);
  }
}

TEST_CASE_METHOD(ContextFixture, "clCreateBufferWithProperties: CL_INVALID_PROPERTY for any") {
  const cl_mem_properties properties[] = {CL_MEM_FLAGS, 1, 0};
  expect_none(CL_INVALID_PROPERTY, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, properties, 0, 4, nullptr, code);
  });
}

TEST_CASE_METHOD(ContextFixture, "clCreateBufferWithProperties: the codes of clCreateBuffer()") {
  int host = 0;
  expect_none(CL_INVALID_CONTEXT, [&](cl_int *code) {
    return clCreateBufferWithProperties(nullptr, nullptr, 0, 4, nullptr, code);
  });
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, nullptr, cl_mem_flags{1} << 40, 4, nullptr, code);
  });
  expect_none(CL_INVALID_BUFFER_SIZE, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, nullptr, 0, 0, nullptr, code);
  });
  expect_none(CL_INVALID_HOST_PTR, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, nullptr, 0, 4, &host, code);
  });
}

}  // namespace mux::test::cl_create_buffer_with_properties
