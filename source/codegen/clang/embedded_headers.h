/// @file
/// Clang's headers, embedded in the library, so that compiling needs no files of the host.
/// Generated when Mux is built (embed_header.cmake).

#pragma once

#include <string_view>

namespace mux::compiler {

/// opencl-c-base.h: types, constants and macros of OpenCL C. It does not declare the built-in
/// functions; Clang's tables do.
extern const std::string_view opencl_base_header;

}  // namespace mux::compiler
