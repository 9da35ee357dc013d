#include "images.h"

namespace mux::test::cl_retain_mem_object {

TEST_CASE_METHOD(ContextFixture, "clRetainMemObject: counts references") {
  const Handle<cl_mem> memory = buffer(64);
  succeed(clRetainMemObject(memory));
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_REFERENCE_COUNT, cl_uint{2});
  succeed(clReleaseMemObject(memory));
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_REFERENCE_COUNT, cl_uint{1});
}

TEST_CASE_METHOD(ContextFixture, "clRetainMemObject: images as well; CL_INVALID_MEM_OBJECT") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  succeed(clRetainMemObject(picture));
  succeed(clReleaseMemObject(picture));
  expect(clRetainMemObject(nullptr), CL_INVALID_MEM_OBJECT);
  expect(clRetainMemObject(reinterpret_cast<cl_mem>(static_cast<cl_context>(context))),
         CL_INVALID_MEM_OBJECT);
}

}  // namespace mux::test::cl_retain_mem_object
