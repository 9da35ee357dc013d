#include "opencl/platform/svm_types.h"

namespace mux::opencl::svm_types {
namespace {

/// Capabilities about access, common to all types.
constexpr cl_svm_capabilities_khr access =
    CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR |
    CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR | CL_SVM_CAPABILITY_HOST_READ_KHR |
    CL_SVM_CAPABILITY_HOST_WRITE_KHR | CL_SVM_CAPABILITY_HOST_MAP_KHR |
    CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR |
    CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR |
    CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;

/// Ordered by preference: of several matching types the first is suggested.
constexpr cl_svm_capabilities_khr types[] = {
    access,
    access | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR,
    access | CL_SVM_CAPABILITY_HOST_OWNED_KHR,
    access | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR,
};

}  // namespace

std::span<const cl_svm_capabilities_khr> capabilities() {
  return types;
}

cl_svm_capabilities_khr known() {
  return access | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR |
         CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR;
}

}  // namespace mux::opencl::svm_types
