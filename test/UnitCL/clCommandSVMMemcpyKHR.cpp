#include "command_buffers.h"

namespace mux::test::cl_command_svm_memcpy_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clCommandSVMMemcpyKHR: copies between any addresses") {
  auto *shared = static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  REQUIRE(shared != nullptr);
  std::vector<cl_int> source = numbers(16);
  std::vector<cl_int> destination(16, -1);
  succeed(functions.svm_memcpy(command_buffer, nullptr, nullptr, shared, source.data(), 64, 0,
                               nullptr, nullptr, nullptr));
  succeed(functions.svm_memcpy(command_buffer, nullptr, nullptr, destination.data(), shared, 32, 0,
                               nullptr, nullptr, nullptr));
  succeed(functions.svm_memcpy(command_buffer, nullptr, nullptr, destination.data(), shared, 0, 0,
                               nullptr, nullptr, nullptr));
  // The command buffer retains the allocation.
  clSVMFree(context, shared);
  finalize_and_run(command_buffer);
  CHECK(std::equal(destination.begin(), destination.begin() + 8, source.begin()));
  CHECK(std::count(destination.begin(), destination.end(), -1) == 8);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandSVMMemcpyKHR: queue, sync-point and handle arguments") {
  cl_int memory[4] = {};
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.svm_memcpy(target, on, properties, &memory[2], memory, 8, count, list,
                                    point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandSVMMemcpyKHR: CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP") {
  cl_int memory[4] = {};
  const auto copy = [&](void *to, const void *from, size_t size) {
    return functions.svm_memcpy(command_buffer, nullptr, nullptr, to, from, size, 0, nullptr,
                                nullptr, nullptr);
  };
  expect(copy(nullptr, memory, 4), CL_INVALID_VALUE);
  expect(copy(memory, nullptr, 4), CL_INVALID_VALUE);
  expect(copy(&memory[1], memory, 8), CL_MEM_COPY_OVERLAP);
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_svm_memcpy_khr
