#include "command_buffers.h"

namespace mux::test::cl_command_copy_buffer_khr {

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyBufferKHR: copies when the command buffer is enqueued") {
  const auto source = buffer_of(numbers(100));
  const auto destination = buffer_of(std::vector<cl_int>(100, -1));
  succeed(functions.copy_buffer(command_buffer, nullptr, nullptr, source, destination, 40, 80, 120,
                                0, nullptr, nullptr, nullptr));
  succeed(functions.copy_buffer(command_buffer, nullptr, nullptr, source, destination, 0, 0, 0, 0,
                                nullptr, nullptr, nullptr));
  std::vector<cl_int> expected(100, -1);
  CHECK(contents<cl_int>(destination) == expected);
  finalize_and_run(command_buffer);
  std::iota(expected.begin() + 20, expected.begin() + 50, 10);
  CHECK(contents<cl_int>(destination) == expected);
  const cl_int changed = 7;
  succeed(clEnqueueFillBuffer(queue, source, &changed, 4, 0, 400, 0, nullptr, nullptr));
  run(command_buffer);
  std::fill(expected.begin() + 20, expected.begin() + 50, 7);
  CHECK(contents<cl_int>(destination) == expected);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyBufferKHR: queue, sync-point and handle arguments") {
  const auto source = buffer(16);
  const auto destination = buffer(16);
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.copy_buffer(target, on, properties, source, destination, 0, 8, 4, count,
                                     list, point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyBufferKHR: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, "
                 "CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP") {
  const auto memory = buffer(16);
  const auto second = buffer(16);
  const auto other =
      created([&](cl_int *code) { return clCreateBuffer(other_context, 0, 16, nullptr, code); });
  const auto copy = [&](cl_mem source, cl_mem destination, size_t from, size_t to, size_t size) {
    return functions.copy_buffer(command_buffer, nullptr, nullptr, source, destination, from, to,
                                 size, 0, nullptr, nullptr, nullptr);
  };
  expect(copy(other, memory, 0, 0, 4), CL_INVALID_CONTEXT);
  expect(copy(memory, other, 0, 0, 4), CL_INVALID_CONTEXT);
  expect(copy(nullptr, memory, 0, 0, 4), CL_INVALID_MEM_OBJECT);
  expect(copy(memory, nullptr, 0, 0, 4), CL_INVALID_MEM_OBJECT);
  expect(copy(memory, second, 14, 0, 4), CL_INVALID_VALUE);
  expect(copy(memory, second, 0, 14, 4), CL_INVALID_VALUE);
  expect(copy(memory, memory, 0, 2, 4), CL_MEM_COPY_OVERLAP);
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_copy_buffer_khr
