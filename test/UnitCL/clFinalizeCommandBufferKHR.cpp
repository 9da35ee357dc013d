#include "command_buffers.h"

namespace mux::test::cl_finalize_command_buffer_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clFinalizeCommandBufferKHR: ends recording") {
  CHECK(state_of(command_buffer) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
  succeed(functions.finalize(command_buffer));
  CHECK(state_of(command_buffer) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
  run(command_buffer);
  CHECK(state_of(command_buffer) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
}

TEST_CASE_METHOD(
    CommandBufferFixture,
    "clFinalizeCommandBufferKHR: CL_INVALID_COMMAND_BUFFER_KHR, CL_INVALID_OPERATION") {
  expect(functions.finalize(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  succeed(functions.finalize(command_buffer));
  expect(functions.finalize(command_buffer), CL_INVALID_OPERATION);
}

}  // namespace mux::test::cl_finalize_command_buffer_khr
