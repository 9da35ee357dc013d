// Stages of `muxbench start` in the measured process.
//
// Called once in a process, by its main thread, so that nothing is initialized before.
#pragma once

#include <string>

#include "muxbench/kernels.h"
#include "muxbench/start/figures.h"

namespace mux::bench {

// `name` is the kernel's and its class's. Buffers are created before the build, so that they are in
// no stage; neither is their destruction. A launch is one run of the workload, including setting
// its arguments. process_ns is not set.
//
// Throws mux::Error.
Start start_on_mux(const std::string &name, const Workload &workload);
// On the first CPU device that the ICD loader finds. Throws OpenClError.
Start start_on_opencl(const std::string &name, const Workload &workload);

}  // namespace mux::bench
