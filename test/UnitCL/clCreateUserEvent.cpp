#include "fixtures.h"

namespace mux::test::cl_create_user_event {

TEST_CASE_METHOD(QueueFixture,
                 "clCreateUserEvent: is CL_SUBMITTED until the program sets its status",
                 "[clCreateUserEvent]") {
  const auto event = user_event();
  expect_info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_SUBMITTED);
  expect_info<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE, CL_COMMAND_USER);
  expect_info<cl_command_queue>(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE, nullptr);
  expect_info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT, context);
  expect_info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT, 1);
}

TEST_CASE_METHOD(QueueFixture, "clCreateUserEvent: an invalid context is CL_INVALID_CONTEXT",
                 "[clCreateUserEvent]") {
  expect_none(CL_INVALID_CONTEXT, [](cl_int *code) { return clCreateUserEvent(nullptr, code); });
}

}  // namespace mux::test::cl_create_user_event
