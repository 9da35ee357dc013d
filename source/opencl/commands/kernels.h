/// @file
/// Running kernels: what queues and command buffers record.
#pragma once

#include "opencl/kernel/kernel.h"
#include "opencl/kernel/range.h"
#include "opencl/queue/recording.h"

namespace mux::opencl {

/// The kernel on the device of a recorder. Fails with CL_INVALID_CONTEXT or
/// CL_INVALID_PROGRAM_EXECUTABLE.
DeviceKernel &kernel_on_device(const Recorder &recorder, Kernel &kernel);

/// A kernel with all its arguments on an ND-range. Points to both.
mux_ndrange_options_t options_of(DeviceKernel &kernel, const Range &range);

/// Records an ND-range, and keeps what the kernel uses.
mux_result_t record_nd_range(Recording &recording, Kernel &kernel, DeviceKernel &on_device,
                             const mux_ndrange_options_t &options);

/// Runs a kernel, as clEnqueueNDRangeKernel() says.
void run_kernel(Recorder &recorder, Kernel &kernel, const RangeRequest &request);

}  // namespace mux::opencl
