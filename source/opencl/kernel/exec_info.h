/// @file
/// clSetKernelExecInfo(): memory that a kernel accesses indirectly.
#pragma once

#include "opencl/kernel/kernel.h"

namespace mux::opencl {

/// Implements clSetKernelExecInfo(). Fails with CL_INVALID_VALUE.
void set_exec_info(Kernel &kernel, cl_kernel_exec_info name, size_t size, const void *value);

}  // namespace mux::opencl
