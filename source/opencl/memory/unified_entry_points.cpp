// Entry points that allocate, free and query unified shared memory
// (cl_intel_unified_shared_memory).

#include <algorithm>
#include <bit>

#include "opencl/context/context.h"
#include "opencl/platform/limits.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

/// The arguments of the three allocation functions.
struct UnifiedRequest {
  cl_unified_shared_memory_type_intel type;
  /// NULL for all devices of the context.
  Device *device;
  const cl_mem_properties_intel *properties;
  size_t size;
  cl_uint alignment;
};

void require_allocation_flags(cl_mem_alloc_flags_intel flags,
                              cl_unified_shared_memory_type_intel type) {
  constexpr cl_mem_alloc_flags_intel placement =
      CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;
  require((flags & ~(placement | CL_MEM_ALLOC_WRITE_COMBINED_INTEL)) == 0, CL_INVALID_PROPERTY,
          "unknown allocation flags");
  require(type == CL_MEM_TYPE_SHARED_INTEL || (flags & placement) == 0, CL_INVALID_PROPERTY,
          "initial placement flags are only for shared allocations");
  require((flags & placement) != placement, CL_INVALID_PROPERTY,
          "initial placement on both device and host");
}

/// Returns the flags, which are hints that only queries return: all memory is host memory.
cl_mem_alloc_flags_intel flags_of(const UnifiedRequest &request) {
  const cl_mem_properties_intel *properties = request.properties;
  if (properties == nullptr || properties[0] == 0) {
    return 0;
  }
  require(properties[0] == CL_MEM_ALLOC_FLAGS_INTEL, CL_INVALID_PROPERTY,
          "unknown allocation property");
  require_allocation_flags(properties[1], request.type);
  require(properties[2] == 0, CL_INVALID_PROPERTY, "a repeated or unknown allocation property");
  return properties[1];
}

void require_allocation_size(const Context &context, const UnifiedRequest &request) {
  const auto fits = [&](const Ref<Device> &device) {
    return (request.device != nullptr && request.device != device.get()) ||
           request.size <= device->info()->allocation_size;
  };
  require(request.size != 0 && std::ranges::all_of(context.devices(), fits), CL_INVALID_BUFFER_SIZE,
          "size is 0 or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE");
}

void *allocate_unified(Context &context, const UnifiedRequest &request) {
  require(
      request.alignment == 0 ||
          (std::has_single_bit(request.alignment) && request.alignment <= limits::base_alignment),
      CL_INVALID_VALUE, "alignment is not a power of two, or is greater than the size of ulong16");
  const cl_mem_alloc_flags_intel flags = flags_of(request);
  require_allocation_size(context, request);
  try {
    return context.shared_allocations().allocate(
        context.devices(), request.size, limits::base_alignment,
        UnifiedMemory{request.type, Ref<Device>(request.device), flags});
  } catch (const Failure &failure) {
    // The extension defines no other error code for this.
    fail(failure.code == CL_MEM_OBJECT_ALLOCATION_FAILURE ? CL_OUT_OF_RESOURCES : failure.code,
         failure.text);
  }
}

void require_unified(bool found) {
  require(found, CL_INVALID_VALUE, "ptr is not the address of a unified shared memory allocation");
}

void free_unified(Context &context, const void *base) {
  require_unified(context.shared_allocations().free(base, SharedKind::unified_memory));
}

/// Waits for all queues of the context before freeing, because kernels may access allocations that
/// are not among their arguments.
void free_unified_after_use(Context &context, const void *base) {
  {
    const Ref<SharedAllocation> found = context.shared_allocations().find(base);
    require_unified(found && found->base() == base && found->kind() == SharedKind::unified_memory);
  }
  context.command_sources().finish();
  free_unified(context, base);
}

void allocation_info(const SharedAllocation *allocation, cl_mem_info_intel name,
                     const InfoOut &out) {
  static const UnifiedMemory unknown{CL_MEM_TYPE_UNKNOWN_INTEL, {}, 0};
  const UnifiedMemory &unified =
      allocation != nullptr ? std::get<UnifiedMemory>(allocation->origin()) : unknown;
  switch (name) {
    case CL_MEM_ALLOC_TYPE_INTEL:
      return out.of(unified.type);
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
      return out.of<void *>(allocation != nullptr ? allocation->base() : nullptr);
    case CL_MEM_ALLOC_SIZE_INTEL:
      return out.of(allocation != nullptr ? allocation->size() : size_t{0});
    case CL_MEM_ALLOC_DEVICE_INTEL:
      return out.of<cl_device_id>(unified.device.get());
    case CL_MEM_ALLOC_FLAGS_INTEL:
      return out.of(unified.flags);
    default:
      fail_unknown_info("an allocation", name);
  }
}

}  // namespace

void *clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties,
                          size_t size, cl_uint alignment, cl_int *errcode_ret) {
  return create<Context>("clHostMemAllocINTEL", context, errcode_ret, [&] {
    return allocate_unified(checked<Context>(context),
                            {CL_MEM_TYPE_HOST_INTEL, nullptr, properties, size, alignment});
  });
}

void *clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel *properties, size_t size,
                            cl_uint alignment, cl_int *errcode_ret) {
  return create<Context>("clDeviceMemAllocINTEL", context, errcode_ret, [&] {
    Context &object = checked<Context>(context);
    return allocate_unified(object, {CL_MEM_TYPE_DEVICE_INTEL, &device_of(object, device),
                                     properties, size, alignment});
  });
}

void *clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel *properties, size_t size,
                            cl_uint alignment, cl_int *errcode_ret) {
  return create<Context>("clSharedMemAllocINTEL", context, errcode_ret, [&] {
    Context &object = checked<Context>(context);
    Device *owner = device != nullptr ? &device_of(object, device) : nullptr;
    return allocate_unified(object, {CL_MEM_TYPE_SHARED_INTEL, owner, properties, size, alignment});
  });
}

cl_int clMemFreeINTEL(cl_context context, void *ptr) {
  return call<Context>("clMemFreeINTEL", context, [&] {
    Context &object = checked<Context>(context);
    if (ptr != nullptr) {
      free_unified(object, ptr);
    }
  });
}

cl_int clMemBlockingFreeINTEL(cl_context context, void *ptr) {
  return call<Context>("clMemBlockingFreeINTEL", context, [&] {
    Context &object = checked<Context>(context);
    if (ptr != nullptr) {
      free_unified_after_use(object, ptr);
    }
  });
}

cl_int clGetMemAllocInfoINTEL(cl_context context, const void *ptr, cl_mem_info_intel param_name,
                              size_t param_value_size, void *param_value,
                              size_t *param_value_size_ret) {
  return call("clGetMemAllocInfoINTEL", [&] {
    const Ref<SharedAllocation> found = checked<Context>(context).shared_allocations().find(ptr);
    const bool unified = found && found->kind() == SharedKind::unified_memory;
    allocation_info(unified ? found.get() : nullptr, param_name,
                    {param_value_size, param_value, param_value_size_ret});
  });
}
