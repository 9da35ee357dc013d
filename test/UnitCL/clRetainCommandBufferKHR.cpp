#include "command_buffers.h"

namespace mux::test::cl_retain_command_buffer_khr {

TEST_CASE_METHOD(
    CommandBufferFixture,
    "clRetainCommandBufferKHR: changes the reference count, as clReleaseCommandBufferKHR does") {
  const auto references = [&] {
    return info<cl_uint>(functions.get_info, command_buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR);
  };
  CHECK(references() == 1);
  succeed(functions.retain(command_buffer));
  CHECK(references() == 2);
  succeed(functions.release(command_buffer));
  CHECK(references() == 1);
}

TEST_CASE_METHOD(CommandBufferFixture, "clReleaseCommandBufferKHR: dispatches in flight complete") {
  const auto memory = buffer_of(std::vector<cl_int>(16, 0));
  const auto user = user_event();
  {
    const OwnCommandBuffer released(functions, queue);
    const cl_int pattern = 5;
    succeed(functions.fill_buffer(released, nullptr, nullptr, memory, &pattern, 4, 0, 64, 0,
                                  nullptr, nullptr, nullptr));
    succeed(functions.finalize(released));
    succeed(functions.enqueue(0, nullptr, released, 1, user.address(), nullptr));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>(16, 5));
}

TEST_CASE_METHOD(CommandBufferFixture, "clReleaseCommandBufferKHR: retains the objects it uses") {
  auto own_queue = make_queue(0);
  const auto result = buffer_of(std::vector<cl_int>(16, 0));
  auto source = buffer_of(std::vector<cl_int>(16, 1));
  auto kernel = kernel_of_source(context,
                                 "kernel void add(global const int *from, global int *to) {\n"
                                 "  to[get_global_id(0)] += from[get_global_id(0)];\n"
                                 "}");
  set_arguments(kernel, source, result);
  const OwnCommandBuffer target(functions, own_queue);
  const size_t size = 16;
  succeed(functions.nd_range(target, nullptr, nullptr, kernel, 1, nullptr, &size, nullptr, 0,
                             nullptr, nullptr, nullptr));
  own_queue.reset();
  source.reset();
  kernel.reset();
  finalize_and_run(target);
  run(target);
  CHECK(contents<cl_int>(result) == std::vector<cl_int>(16, 2));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clRetainCommandBufferKHR, clReleaseCommandBufferKHR: "
                 "CL_INVALID_COMMAND_BUFFER_KHR") {
  expect(functions.retain(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  expect(functions.release(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  const auto wrong = reinterpret_cast<cl_command_buffer_khr>(static_cast<cl_command_queue>(queue));
  expect(functions.retain(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
  expect(functions.release(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
}

}  // namespace mux::test::cl_retain_command_buffer_khr
