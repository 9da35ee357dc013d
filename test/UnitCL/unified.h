/// @file
/// Unified shared memory for tests: entry points that loaders do not export.
#pragma once

#include "fixtures.h"

namespace mux::test {

/// Adds the entry points of cl_intel_unified_shared_memory to a fixture.
template <typename Fixture>
class WithUnifiedMemory : public Fixture {
 public:
  WithUnifiedMemory() {
    load("clHostMemAllocINTEL", host_alloc);
    load("clDeviceMemAllocINTEL", device_alloc);
    load("clSharedMemAllocINTEL", shared_alloc);
    load("clMemFreeINTEL", free);
    load("clMemBlockingFreeINTEL", blocking_free);
    load("clGetMemAllocInfoINTEL", get_info);
    load("clSetKernelArgMemPointerINTEL", set_argument);
    load("clEnqueueMemFillINTEL", fill);
    load("clEnqueueMemsetINTEL", set_bytes);
    load("clEnqueueMemcpyINTEL", copy);
    load("clEnqueueMigrateMemINTEL", migrate);
    load("clEnqueueMemAdviseINTEL", advise);
  }

  /// Consecutive numbers in a shared allocation without a device; the test must free it.
  cl_int *unified(size_t count, cl_int first = 0) const {
    cl_int code = -1;
    auto *values = static_cast<cl_int *>(
        shared_alloc(this->context, nullptr, nullptr, count * sizeof(cl_int), 0, &code));
    succeed(code);
    std::iota(values, values + count, first);
    return values;
  }

  clHostMemAllocINTEL_fn host_alloc = nullptr;
  clDeviceMemAllocINTEL_fn device_alloc = nullptr;
  clSharedMemAllocINTEL_fn shared_alloc = nullptr;
  clMemFreeINTEL_fn free = nullptr;
  clMemBlockingFreeINTEL_fn blocking_free = nullptr;
  clGetMemAllocInfoINTEL_fn get_info = nullptr;
  clSetKernelArgMemPointerINTEL_fn set_argument = nullptr;
  clEnqueueMemFillINTEL_fn fill = nullptr;
  clEnqueueMemsetINTEL_fn set_bytes = nullptr;
  clEnqueueMemcpyINTEL_fn copy = nullptr;
  clEnqueueMigrateMemINTEL_fn migrate = nullptr;
  clEnqueueMemAdviseINTEL_fn advise = nullptr;

 private:
  template <typename Function>
  void load(const char *name, Function &function) const {
    function =
        reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(this->platform, name));
    REQUIRE(function != nullptr);
  }
};

}  // namespace mux::test
