#include "opencl/kernel/exec_info.h"

namespace mux::opencl {
namespace {

std::vector<const void *> pointers_of(size_t size, const void *value) {
  require((value == nullptr) == (size == 0) && size % sizeof(void *) == 0, CL_INVALID_VALUE,
          "param_value and param_value_size are not a list of pointers");
  const auto *const *pointers = static_cast<const void *const *>(value);
  // Braces would make a list of two pointers.
  return std::vector<const void *>(pointers, pointers + size / sizeof(void *));
}

}  // namespace

void set_exec_info(Kernel &kernel, cl_kernel_exec_info name, size_t size, const void *value) {
  switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
      return kernel.set_indirect_pointers(SharedKind::virtual_memory, pointers_of(size, value));
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
      return kernel.set_indirect_pointers(SharedKind::unified_memory, pointers_of(size, value));
    case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
      static_assert(sizeof(cl_mem_device_address_ext) == sizeof(void *));
      return kernel.set_indirect_pointers(SharedKind::addressed_buffer, pointers_of(size, value));
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR:
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
      // Kernels may always access fine-grained system memory: device memory is host memory.
      return require(value != nullptr && size == sizeof(cl_bool), CL_INVALID_VALUE,
                     "param_value is not a cl_bool");
    default:
      fail(CL_INVALID_VALUE, "unknown param_name");
  }
}

}  // namespace mux::opencl
