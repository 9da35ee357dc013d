/// @file
/// Headers of Clang that are built into the library, so that compiling needs no file of the machine
/// it runs on. Generated when Mux is built (embed_header.cmake).

#pragma once

#include <string_view>

namespace mux::compiler {

/// opencl-c-base.h: types, constants and macros of OpenCL C. The built-in functions are not in it;
/// Clang knows them itself.
extern const std::string_view opencl_base_header;

}  // namespace mux::compiler
