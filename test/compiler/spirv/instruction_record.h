/// @file
/// Records the instructions of modules that these tests ran.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace mux::test {

/// Records the instructions, functions of OpenCL.std and capabilities of a module. They are written
/// to the file MUX_TEST_INSTRUCTIONS at exit, if it is set.
void note_run(const std::vector<uint32_t> &words);

/// The contents of that file: names of instructions, "OpenCL.std NAME" and "Capability NAME".
std::set<std::string> noted_runs();

}  // namespace mux::test
