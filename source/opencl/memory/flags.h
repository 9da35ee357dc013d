/// @file
/// Validation and inheritance of cl_mem_flags.
#pragma once

#include "opencl/headers/opencl.h"

namespace mux::opencl::flags {

/// Access by kernels; at most one of them.
inline constexpr cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
/// Access by the host; at most one of them.
inline constexpr cl_mem_flags host_access =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
/// Source of the memory or its initial contents.
inline constexpr cl_mem_flags bytes =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// Fails with CL_INVALID_VALUE if flags are not in `known`, or are mutually exclusive.
void check(cl_mem_flags flags, cl_mem_flags known);

/// Fails with CL_INVALID_HOST_PTR if the flags need a host pointer and there is none, or the
/// reverse.
void check_host_pointer(cl_mem_flags flags, const void *host_ptr);

/// The flags of an object that shares the memory of a parent: `flags`, completed by the parent's.
/// Fails with CL_INVALID_VALUE if they allow access that the parent's do not.
cl_mem_flags inherit(cl_mem_flags flags, cl_mem_flags parent);

}  // namespace mux::opencl::flags
