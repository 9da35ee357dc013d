#include "fixtures.h"

namespace mux::test::cl_release_mem_object {

TEST_CASE_METHOD(QueueFixture, "clReleaseMemObject: commands retain the objects they use") {
  std::vector<cl_int> values(100);
  const Handle<cl_event> user = user_event();
  {
    const Handle<cl_mem> memory = buffer_of(numbers(100));
    succeed(clEnqueueReadBuffer(queue, memory, CL_FALSE, 0, 400, values.data(), 1, user.address(),
                                nullptr));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clFinish(queue));
  CHECK(values == numbers(100));
}

TEST_CASE_METHOD(ContextFixture, "clReleaseMemObject: a memory object retains its context") {
  Handle<cl_mem> memory = buffer(64);
  context.reset();
  memory.reset();
}

TEST_CASE_METHOD(ContextFixture, "clReleaseMemObject: CL_INVALID_MEM_OBJECT") {
  expect(clReleaseMemObject(nullptr), CL_INVALID_MEM_OBJECT);
  expect(clReleaseMemObject(reinterpret_cast<cl_mem>(static_cast<cl_context>(context))),
         CL_INVALID_MEM_OBJECT);
}

}  // namespace mux::test::cl_release_mem_object
