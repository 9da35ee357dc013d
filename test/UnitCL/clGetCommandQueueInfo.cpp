#include "fixtures.h"

namespace mux::test::cl_get_command_queue_info {

TEST_CASE_METHOD(QueueFixture, "clGetCommandQueueInfo: queries of a queue",
                 "[clGetCommandQueueInfo]") {
  expect_info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, context);
  expect_info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, device);
  expect_info<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT, 1);
  expect_info<cl_command_queue_properties>(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES, 0);
  expect_info<cl_command_queue>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE_DEFAULT, nullptr);
}

TEST_CASE_METHOD(QueueFixture, "clGetCommandQueueInfo: the reference count of the program",
                 "[clGetCommandQueueInfo]") {
  succeed(clRetainCommandQueue(queue));
  expect_info<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT, 2);
  succeed(clReleaseCommandQueue(queue));
  expect_info<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT, 1);
  expect(clRetainCommandQueue(nullptr), CL_INVALID_COMMAND_QUEUE);
  expect(clReleaseCommandQueue(nullptr), CL_INVALID_COMMAND_QUEUE);
}

TEST_CASE_METHOD(QueueFixture, "clGetCommandQueueInfo: invalid arguments",
                 "[clGetCommandQueueInfo]") {
  cl_uint value = 0;
  expect(clGetCommandQueueInfo(nullptr, CL_QUEUE_REFERENCE_COUNT, sizeof value, &value, nullptr),
         CL_INVALID_COMMAND_QUEUE);
  expect(clGetCommandQueueInfo(queue, CL_EVENT_CONTEXT, sizeof value, &value, nullptr),
         CL_INVALID_VALUE);
  expect(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof value, &value, nullptr),
         CL_INVALID_COMMAND_QUEUE);
}

}  // namespace mux::test::cl_get_command_queue_info
