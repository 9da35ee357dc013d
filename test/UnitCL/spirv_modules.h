/// @file
/// Programs from the SPIR-V modules of test/compiler/spirv.
#pragma once

#include <fstream>
#include <iterator>

#include "fixtures.h"

namespace mux::test {

inline std::string spirv_module(const std::string &name) {
  std::ifstream file(MUX_TEST_MODULES "/" + name + ".spv", std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Creates a program from a module, without building it.
inline Handle<cl_program> il_program(cl_context context, const std::string &module) {
  return created([&](cl_int *code) {
    return clCreateProgramWithIL(context, module.data(), module.size(), code);
  });
}

}  // namespace mux::test
