#include "command_buffers.h"

namespace mux::test::cl_get_command_buffer_info_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clGetCommandBufferInfoKHR: all queries") {
  const OwnCommandBuffer target(functions, queue, mutable_properties);
  const auto get = functions.get_info;
  const cl_command_buffer_khr object = target;
  expect_info(get, object, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, cl_uint{1});
  expect_list(get, object, CL_COMMAND_BUFFER_QUEUES_KHR, std::vector<cl_command_queue>{queue});
  expect_info(get, object, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, cl_uint{1});
  expect_info(get, object, CL_COMMAND_BUFFER_STATE_KHR,
              cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_RECORDING_KHR});
  expect_info(get, object, CL_COMMAND_BUFFER_CONTEXT_KHR, cl_context{context});
  expect_list(get, object, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR,
              std::vector<cl_command_buffer_properties_khr>(std::begin(mutable_properties),
                                                            std::end(mutable_properties)));
  const cl_command_buffer_khr without = command_buffer;
  expect_list(get, without, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR,
              std::vector<cl_command_buffer_properties_khr>{});
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clGetCommandBufferInfoKHR: CL_INVALID_COMMAND_BUFFER_KHR, CL_INVALID_VALUE") {
  cl_uint value = 0;
  expect(functions.get_info(nullptr, CL_COMMAND_BUFFER_STATE_KHR, 4, &value, nullptr),
         CL_INVALID_COMMAND_BUFFER_KHR);
  expect(functions.get_info(command_buffer, 0, 4, &value, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_command_buffer_info_khr
