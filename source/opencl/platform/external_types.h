/// @file
/// Supported handle types of external semaphores and external memory.
#pragma once

#include "opencl/headers/opencl.h"

namespace mux::opencl::external {

/// Types that semaphores are imported from and exported to.
inline constexpr cl_external_semaphore_handle_type_khr semaphore_handle_types[] = {
    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};

/// Types that memory is imported from; images in it are linear.
inline constexpr cl_external_memory_handle_type_khr memory_handle_types[] = {
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};

}  // namespace mux::opencl::external
