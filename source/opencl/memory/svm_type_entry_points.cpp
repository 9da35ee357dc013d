// Entry points of cl_khr_unified_svm, shared virtual memory of several types.

#include <algorithm>
#include <bit>

#include "opencl/context/context.h"
#include "opencl/platform/limits.h"
#include "opencl/platform/svm_types.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"
#include "opencl/support/properties.h"

using namespace mux::opencl;

namespace {

/// The access flags are hints: host and devices can always read and write.
cl_svm_alloc_access_flags_khr checked_access(cl_svm_alloc_properties_khr flags) {
  constexpr cl_svm_alloc_access_flags_khr access =
      CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR |
      CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR;
  require((flags & ~access) == 0, CL_INVALID_PROPERTY, "unknown allocation access flags");
  return flags;
}

/// The actual alignment is larger than any that may be requested.
void require_svm_alignment(cl_svm_alloc_properties_khr alignment) {
  require(alignment == 0 || (std::has_single_bit(alignment) && alignment <= limits::base_alignment),
          CL_INVALID_PROPERTY,
          "the alignment is not a power of two, or is greater than the size of ulong16");
}

VirtualMemory checked_svm_properties(const Context &context,
                                     const cl_svm_alloc_properties_khr *properties) {
  VirtualMemory memory;
  memory.properties = copy_properties(
      properties, CL_INVALID_PROPERTY,
      [&](cl_svm_alloc_properties_khr name, cl_svm_alloc_properties_khr value) {
        switch (name) {
          case CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR:
            memory.device = Ref<Device>(device_of(context, reinterpret_cast<cl_device_id>(value)));
            return;
          case CL_SVM_ALLOC_ACCESS_FLAGS_KHR:
            memory.access = checked_access(value);
            return;
          case CL_SVM_ALLOC_ALIGNMENT_KHR:
            return require_svm_alignment(value);
          default:
            fail(CL_INVALID_PROPERTY, "unknown allocation property");
        }
      });
  return memory;
}

void *allocate_of_type(Context &context, const cl_svm_alloc_properties_khr *properties,
                       cl_uint type, size_t size) {
  VirtualMemory memory = checked_svm_properties(context, properties);
  require(type < svm_types::capabilities().size(), CL_INVALID_VALUE,
          "svm_type_index is not an SVM type of the platform");
  memory.type = type;
  // A NULL result, which clSVMFreeWithPropertiesKHR() accepts.
  return size == 0 ? nullptr
                   : context.shared_allocations().allocate(context.devices(), size,
                                                           limits::base_alignment, memory);
}

void free_of_any_type(Context &context, const cl_svm_free_properties_khr *properties,
                      cl_svm_free_flags_khr flags, const void *base) {
  require(properties == nullptr || *properties == 0, CL_INVALID_PROPERTY,
          "unknown property of a free operation");
  require(flags == 0, CL_INVALID_VALUE, "unknown free flags");
  require(base == nullptr || context.shared_allocations().free(base, SharedKind::virtual_memory),
          CL_INVALID_VALUE, "ptr is not the address of an SVM allocation");
}

void pointer_info(const SharedAllocation *allocation, cl_svm_pointer_info_khr name,
                  const InfoOut &out) {
  static const VirtualMemory none{.type = CL_UINT_MAX};
  const VirtualMemory &memory =
      allocation != nullptr ? std::get<VirtualMemory>(allocation->origin()) : none;
  switch (name) {
    case CL_SVM_INFO_TYPE_INDEX_KHR:
      return out.of(memory.type);
    case CL_SVM_INFO_CAPABILITIES_KHR:
      return out.of(allocation != nullptr ? svm_types::capabilities()[memory.type]
                                          : cl_svm_capabilities_khr{0});
    case CL_SVM_INFO_PROPERTIES_KHR:
      return out.array(std::span(memory.properties));
    case CL_SVM_INFO_ACCESS_FLAGS_KHR:
      return out.of(memory.access);
    case CL_SVM_INFO_BASE_PTR_KHR:
      return out.of<void *>(allocation != nullptr ? allocation->base() : nullptr);
    case CL_SVM_INFO_SIZE_KHR:
      return out.of(allocation != nullptr ? allocation->size() : size_t{0});
    case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR:
      return out.of<cl_device_id>(memory.device.get());
    default:
      fail_unknown_info("shared virtual memory", name);
  }
}

/// Returns CL_UINT_MAX if no type has all required capabilities.
cl_uint suggested_type(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired) {
  cl_uint best = CL_UINT_MAX;
  int most = -1;
  const auto types = svm_types::capabilities();
  for (cl_uint type = 0; type < types.size(); ++type) {
    const int granted = std::popcount(types[type] & desired);
    if ((types[type] & required) == required && granted > most) {
      best = type;
      most = granted;
    }
  }
  return best;
}

}  // namespace

void *clSVMAllocWithPropertiesKHR(cl_context context, const cl_svm_alloc_properties_khr *properties,
                                  cl_uint svm_type_index, size_t size, cl_int *errcode_ret) {
  return create<Context>("clSVMAllocWithPropertiesKHR", context, errcode_ret, [&] {
    return allocate_of_type(checked<Context>(context), properties, svm_type_index, size);
  });
}

cl_int clSVMFreeWithPropertiesKHR(cl_context context, const cl_svm_free_properties_khr *properties,
                                  cl_svm_free_flags_khr flags, void *ptr) {
  return call("clSVMFreeWithPropertiesKHR",
              [&] { free_of_any_type(checked<Context>(context), properties, flags, ptr); });
}

cl_int clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *ptr,
                              cl_svm_pointer_info_khr param_name, size_t param_value_size,
                              void *param_value, size_t *param_value_size_ret) {
  return call("clGetSVMPointerInfoKHR", [&] {
    Context &object = checked<Context>(context);
    // Results are the same for all devices.
    if (device != nullptr) {
      device_of(object, device);
    }
    const Ref<SharedAllocation> found = object.shared_allocations().find(ptr);
    const bool known = found && found->kind() == SharedKind::virtual_memory;
    pointer_info(known ? found.get() : nullptr, param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetSVMSuggestedTypeIndexKHR(cl_context context,
                                     cl_svm_capabilities_khr required_capabilities,
                                     cl_svm_capabilities_khr desired_capabilities,
                                     const cl_svm_alloc_properties_khr *properties, size_t,
                                     cl_uint *suggested_svm_type_index) {
  return call("clGetSVMSuggestedTypeIndexKHR", [&] {
    // All types are the same memory, whatever the properties and size.
    checked_svm_properties(checked<Context>(context), properties);
    require(((required_capabilities | desired_capabilities) & ~svm_types::known()) == 0,
            CL_INVALID_VALUE, "unknown SVM capabilities");
    require(suggested_svm_type_index != nullptr, CL_INVALID_VALUE,
            "suggested_svm_type_index is NULL");
    *suggested_svm_type_index = suggested_type(required_capabilities, desired_capabilities);
  });
}
