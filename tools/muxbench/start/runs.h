// What a process of `muxbench start` does: one start of a program, each stage of it timed.
//
// Called once in a process, by its main thread: whatever was started before would count for less.
#pragma once

#include <string>

#include "muxbench/kernels.h"
#include "muxbench/start/figures.h"

namespace mux::bench {

// `name` is the kernel's and its class's. Buffers are there before the build, so that nothing
// stands between the kernel and its first launch; they are in no stage, nor is it to end. A launch
// is one run of the workload, told anew what to run. Nobody fills in process_ns.
//
// Throws mux::Error.
Start start_on_mux(const std::string &name, const Workload &workload);
// On the first CPU device that the ICD loader finds. Throws OpenClError.
Start start_on_opencl(const std::string &name, const Workload &workload);

}  // namespace mux::bench
