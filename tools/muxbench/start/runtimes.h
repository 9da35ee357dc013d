// Who takes part in `muxbench start`.
#pragma once

#include <vector>

#include "muxbench/scratch_folder.h"
#include "muxbench/start/request.h"

namespace mux::bench {

// Mux first, then every other OpenCL implementation that the ICD loader would find and that has a
// CPU device, each for itself: what loads one shall not be counted for another. Prints a line for
// each that fails; they are not among them.
//
// `folder` is where each finds its own file of the loader's, and must stay as long as any is used.
std::vector<StartRuntime> find_runtimes(const ScratchFolder &folder);

}  // namespace mux::bench
