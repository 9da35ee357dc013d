/// @file
/// Shaders of the tests of damaged texts.

#pragma once

#include <string>
#include <vector>

namespace mux::test {

/// Compute shaders that together have every form of line.
const std::vector<std::string> &sample_shaders();

/// A shader of each stage of the pipeline, that has what only this stage has.
const std::vector<std::string> &stage_shaders();

}  // namespace mux::test
