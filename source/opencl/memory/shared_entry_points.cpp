// Entry points that allocate and free shared virtual memory.

#include <algorithm>
#include <bit>

#include "opencl/context/context.h"
#include "opencl/memory/flags.h"
#include "opencl/platform/limits.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

/// The size of a huge page.
constexpr cl_uint max_alignment = 2U << 20;

void require_shared_flags(cl_svm_mem_flags flags) {
  flags::check(flags, flags::access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  require((flags & CL_MEM_SVM_ATOMICS) == 0 || (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0,
          CL_INVALID_VALUE, "CL_MEM_SVM_ATOMICS needs CL_MEM_SVM_FINE_GRAIN_BUFFER");
}

void *allocate_shared(Context &context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  require_shared_flags(flags);
  require(size != 0 && std::ranges::all_of(context.devices(),
                                           [&](const Ref<Device> &device) {
                                             return size <= device->info()->allocation_size;
                                           }),
          CL_INVALID_VALUE, "size is 0 or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  require(alignment == 0 || (std::has_single_bit(alignment) && alignment <= max_alignment),
          CL_INVALID_VALUE, "alignment is not a power of two, or too large");
  return context.shared_allocations().allocate(
      context.devices(), size, std::max(alignment, limits::base_alignment), VirtualMemory{});
}

}  // namespace

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return create<Context>("clSVMAlloc", context, nullptr, [&] {
    return allocate_shared(checked<Context>(context), flags, size, alignment);
  });
}

void clSVMFree(cl_context context, void *svm_pointer) {
  call<Context>("clSVMFree", context, [&] {
    Context &object = checked<Context>(context);
    require(svm_pointer == nullptr ||
                object.shared_allocations().free(svm_pointer, SharedKind::virtual_memory),
            CL_INVALID_VALUE, "svm_pointer is not the address of an SVM allocation");
  });
}
