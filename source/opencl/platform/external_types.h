/// @file
/// The types of handles by which semaphores and memory are shared with others.
#pragma once

#include "opencl/headers/opencl.h"

namespace mux::opencl::external {

/// What semaphores are imported from and exported to.
inline constexpr cl_external_semaphore_handle_type_khr semaphore_handle_types[] = {
    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};

/// What memory is imported from; images in it are linear.
inline constexpr cl_external_memory_handle_type_khr memory_handle_types[] = {
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};

}  // namespace mux::opencl::external
