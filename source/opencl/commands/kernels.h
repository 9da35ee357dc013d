/// @file
/// Recording of ND-range commands for queues and command buffers.
#pragma once

#include "opencl/kernel/kernel.h"
#include "opencl/kernel/range.h"
#include "opencl/queue/recorder.h"

namespace mux::opencl {

/// The kernel on the recorder's device. Fails with CL_INVALID_CONTEXT or
/// CL_INVALID_PROGRAM_EXECUTABLE.
DeviceKernel &kernel_on_device(const Recorder &recorder, Kernel &kernel);

/// The mux options of an ND-range with all arguments. Points to both.
mux_ndrange_options_t options_of(DeviceKernel &kernel, const Range &range);

/// Records an ND-range, and retains the objects that the kernel uses.
mux_result_t record_nd_range(Recording &recording, Kernel &kernel, DeviceKernel &on_device,
                             const mux_ndrange_options_t &options);

/// Implements clEnqueueNDRangeKernel().
void run_kernel(Recorder &recorder, Kernel &kernel, const RangeRequest &request);

}  // namespace mux::opencl
