/// @file
/// Which instructions the modules of these tests had that were run.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace mux::test {

/// Notes the instructions, the functions of OpenCL.std and the capabilities of a module. At the end
/// of the program they are written to the file that MUX_TEST_INSTRUCTIONS names, if it names one.
void note_run(const std::vector<uint32_t> &words);

/// What that file says: names of instructions, "OpenCL.std NAME" and "Capability NAME".
std::set<std::string> noted_runs();

}  // namespace mux::test
