#include "command_buffers.h"

namespace mux::test::cl_command_svm_mem_fill_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clCommandSVMMemFillKHR: fills any memory") {
  std::vector<cl_int> memory(16, -1);
  const cl_int pattern = 3;
  succeed(functions.svm_mem_fill(command_buffer, nullptr, nullptr, &memory[4], &pattern, 4, 16, 0,
                                 nullptr, nullptr, nullptr));
  succeed(functions.svm_mem_fill(command_buffer, nullptr, nullptr, memory.data(), &pattern, 4, 0, 0,
                                 nullptr, nullptr, nullptr));
  finalize_and_run(command_buffer);
  CHECK(std::count(memory.begin(), memory.end(), 3) == 4);
  CHECK(memory[4] == 3);
  CHECK(memory[7] == 3);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandSVMMemFillKHR: queue, sync-point and handle arguments") {
  cl_int memory[4] = {};
  const cl_int pattern = 3;
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.svm_mem_fill(target, on, properties, memory, &pattern, 4, 16, count, list,
                                      point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture, "clCommandSVMMemFillKHR: CL_INVALID_VALUE") {
  alignas(16) cl_int memory[4] = {};
  const cl_int pattern[64] = {};
  const auto fill = [&](void *filled, const void *with, size_t pattern_size, size_t size) {
    return functions.svm_mem_fill(command_buffer, nullptr, nullptr, filled, with, pattern_size,
                                  size, 0, nullptr, nullptr, nullptr);
  };
  expect(fill(nullptr, pattern, 4, 4), CL_INVALID_VALUE);
  expect(fill(memory, nullptr, 4, 4), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 0, 4), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 3, 3), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 256, 0), CL_INVALID_VALUE);
  expect(fill(memory, pattern, 4, 6), CL_INVALID_VALUE);
  expect(fill(&memory[1], pattern, 16, 0), CL_INVALID_VALUE);
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_svm_mem_fill_khr
