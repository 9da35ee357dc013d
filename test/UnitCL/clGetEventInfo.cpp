#include <chrono>
#include <thread>

#include "fixtures.h"

namespace mux::test::cl_get_event_info {

TEST_CASE_METHOD(QueueFixture, "clGetEventInfo: queries of an event", "[clGetEventInfo]") {
  Handle<cl_event> event;
  succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()));
  succeed(clWaitForEvents(1, event.address()));
  expect_info<cl_command_queue>(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE, queue);
  expect_info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT, context);
  expect_info<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE, CL_COMMAND_MARKER);
  expect_info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_COMPLETE);
  expect_info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT, 1);
}

TEST_CASE_METHOD(QueueFixture,
                 "clGetEventInfo: polling sees a short command complete, without a flush and while "
                 "the device is asleep",
                 "[clGetEventInfo]") {
  const auto memory = buffer(16);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const cl_uint value = 7;
  Handle<cl_event> event;
  succeed(clEnqueueFillBuffer(queue, memory, &value, 4, 0, 16, 0, nullptr, event.out()));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  cl_int status = CL_QUEUED;
  while (status > CL_COMPLETE && std::chrono::steady_clock::now() < deadline) {
    succeed(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr));
  }
  CHECK(status == CL_COMPLETE);
}

TEST_CASE_METHOD(QueueFixture, "clGetEventInfo: the reference count of the program",
                 "[clGetEventInfo]") {
  Handle<cl_event> event;
  succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()));
  succeed(clRetainEvent(event));
  expect_info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT, 2);
  succeed(clReleaseEvent(event));
  expect_info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT, 1);
  expect(clRetainEvent(nullptr), CL_INVALID_EVENT);
  expect(clReleaseEvent(nullptr), CL_INVALID_EVENT);
}

TEST_CASE_METHOD(QueueFixture, "clGetEventInfo: invalid arguments", "[clGetEventInfo]") {
  const auto event = user_event();
  cl_int status = 0;
  expect(
      clGetEventInfo(nullptr, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_INVALID_EVENT);
  expect(clGetEventInfo(event, CL_CONTEXT_DEVICES, sizeof status, &status, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_event_info
