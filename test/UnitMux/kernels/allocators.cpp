// Failing allocators during loading, recording and dispatching of kernels.

#include <catch2/catch.hpp>
#include <cstring>

#include "object_checks.h"

namespace mux::test::allocators {

TEST_CASE_METHOD(KernelFixture,
                 "kernels: the lifetime of a kernel with each allocation failing in turn",
                 "[kernels]") {
  const std::string binary = compile(
      "kernel void k(global int *out, local int *s, int value) {\n"
      "  s[get_local_id(0)] = value;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = s[get_local_size(0) - 1 - get_local_id(0)];\n"
      "}\n");
  const TestBuffer out = make_buffer(32 * sizeof(int));
  // The device keeps memory for later runs; it has it after one run.
  bool succeeded = false;
  for (int successes = 0; successes < 500 && !succeeded; ++successes) {
    CAPTURE(successes);
    mux_executable_t executable = nullptr;
    mux_kernel_t kernel = nullptr;
    mux_command_buffer_t commands = nullptr;
    mux_fence_t fence = nullptr;
    Arguments arguments;
    arguments.buffer(out).local(8 * sizeof(int)).value(successes);
    counter.fail_after(successes);
    mux_result_t result =
        muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable);
    if (result == mux_success) {
      result = muxCreateKernel(device, executable, "k", 1, allocator, &kernel);
    }
    if (result == mux_success) {
      result = muxCreateCommandBuffer(device, nullptr, allocator, &commands);
    }
    if (result == mux_success) {
      result = muxCreateFence(device, allocator, &fence);
    }
    if (result == mux_success) {
      result = record(commands, kernel, arguments, Range::linear(32, 8));
    }
    if (result == mux_success) {
      result = muxFinalizeCommandBuffer(commands);
    }
    if (result == mux_success) {
      result = muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
    }
    if (result == mux_success) {
      // Nothing may allocate when failures can no longer be reported.
      result = muxWait(queue, fence);
      CHECK(result == mux_success);
      succeeded = true;
      CHECK(out.as<int>()[31] == successes);
    } else {
      CHECK(result == mux_error_out_of_memory);
    }
    counter.succeed();
    if (fence != nullptr) {
      muxDestroyFence(device, fence, allocator);
    }
    if (commands != nullptr) {
      muxDestroyCommandBuffer(device, commands, allocator);
    }
    if (kernel != nullptr) {
      muxDestroyKernel(device, kernel, allocator);
    }
    if (executable != nullptr) {
      muxDestroyExecutable(device, executable, allocator);
    }
  }
  CHECK(succeeded);
}

}  // namespace mux::test::allocators
