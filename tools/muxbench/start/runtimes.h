// The runtimes that `muxbench start` compares.
#pragma once

#include <vector>

#include "muxbench/scratch_folder.h"
#include "muxbench/start/request.h"

namespace mux::bench {

// Mux first, then every other OpenCL implementation with a CPU device that the ICD loader finds.
// Each is loaded alone, so that the start time of one is not attributed to another. Prints a line
// for each that fails, and skips it.
//
// `folder` holds an ICD folder for each, and must outlive their use.
std::vector<StartRuntime> find_runtimes(const ScratchFolder &folder);

}  // namespace mux::bench
