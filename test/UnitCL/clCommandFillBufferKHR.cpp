#include "command_buffers.h"

namespace mux::test::cl_command_fill_buffer_khr {

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandFillBufferKHR: fills, with a copy of the pattern") {
  const auto memory = buffer_of(std::vector<cl_int>(16, 0));
  cl_int pattern[2] = {1, 2};
  succeed(functions.fill_buffer(command_buffer, nullptr, nullptr, memory, pattern, 8, 16, 32, 0,
                                nullptr, nullptr, nullptr));
  pattern[0] = 9;
  succeed(functions.fill_buffer(command_buffer, nullptr, nullptr, memory, pattern, 4, 16, 0, 0,
                                nullptr, nullptr, nullptr));
  finalize_and_run(command_buffer);
  CHECK(contents<cl_int>(memory) ==
        std::vector<cl_int>{0, 0, 0, 0, 1, 2, 1, 2, 1, 2, 1, 2, 0, 0, 0, 0});
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandFillBufferKHR: queue, sync-point and handle arguments") {
  const auto memory = buffer(16);
  const cl_int pattern = 1;
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.fill_buffer(target, on, properties, memory, &pattern, 4, 0, 16, count,
                                     list, point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandFillBufferKHR: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, "
                 "CL_INVALID_VALUE") {
  const auto memory = buffer(64);
  const auto other =
      created([&](cl_int *code) { return clCreateBuffer(other_context, 0, 64, nullptr, code); });
  const cl_int pattern[64] = {};
  const auto fill = [&](cl_mem filled, const void *with, size_t pattern_size, size_t offset,
                        size_t size) {
    return functions.fill_buffer(command_buffer, nullptr, nullptr, filled, with, pattern_size,
                                 offset, size, 0, nullptr, nullptr, nullptr);
  };
  expect(fill(other, pattern, 4, 0, 4), CL_INVALID_CONTEXT);
  expect(fill(nullptr, pattern, 4, 0, 4), CL_INVALID_MEM_OBJECT);
  expect(fill(memory, nullptr, 4, 0, 4), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 0, 0, 4), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 3, 0, 3), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 256, 0, 0), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 4, 2, 4), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 4, 0, 6), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 4, 64, 4), CL_INVALID_VALUE);
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_fill_buffer_khr
