/// @file
/// The types of shared virtual memory (cl_khr_unified_svm): what memory of each of them can do, on
/// the host and on every device.
#pragma once

#include <span>

#include "opencl/headers/opencl.h"

namespace mux::opencl::svm_types {

/// By their indices. All devices have the same: memory of the host is memory of the device. The
/// first is that of clSVMAlloc(); all lie in one place, whatever is said of their owner.
std::span<const cl_svm_capabilities_khr> capabilities();

/// All capabilities there are, of any type of any platform.
cl_svm_capabilities_khr known();

}  // namespace mux::opencl::svm_types
