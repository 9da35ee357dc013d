/// @file
/// The shared virtual memory types of cl_khr_unified_svm and their capabilities.
#pragma once

#include <span>

#include "opencl/headers/opencl.h"

namespace mux::opencl::svm_types {

/// Capabilities by type index, the same for all devices. The first type is that of clSVMAlloc().
/// All types are host memory, whatever their ownership says.
std::span<const cl_svm_capabilities_khr> capabilities();

/// All capabilities that the extension defines.
cl_svm_capabilities_khr known();

}  // namespace mux::opencl::svm_types
