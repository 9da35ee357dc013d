/// @file
/// The flags that memory objects are created with.
#pragma once

#include "opencl/headers/opencl.h"

namespace mux::opencl::flags {

/// What kernels may do; at most one of them.
inline constexpr cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
/// What the host may do; at most one of them.
inline constexpr cl_mem_flags host_access =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
/// Where the bytes come from.
inline constexpr cl_mem_flags bytes =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// Fails with CL_INVALID_VALUE if there are others than `known`, or some exclude each other.
void check(cl_mem_flags flags, cl_mem_flags known);

/// Fails with CL_INVALID_HOST_PTR if the flags ask for a pointer and there is none, or the other
/// way around.
void check_host_pointer(cl_mem_flags flags, const void *host_ptr);

/// The flags of an object that shares the bytes of another one: `flags`, and what they leave open
/// as the other one has it. Fails with CL_INVALID_VALUE if they ask for more than that allows.
cl_mem_flags inherit(cl_mem_flags flags, cl_mem_flags parent);

}  // namespace mux::opencl::flags
