/// @file
/// The build id of this library.
#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// The build id that the linker gave to the library or program that contains this function: a hash
/// of its contents. If the compiler is a library of its own, its build id is part of these contents
/// (library/compiler_identity.h), so LLVM and the OpenCL C library are covered. It keeps code of
/// other builds from being used.
/// @return empty if there is no build id. Throws nothing but std::bad_alloc.
std::string library_identity();

/// Finds the build id in the consecutive notes of a segment.
/// @return empty if there is none.
std::string_view find_build_id(std::string_view notes);

}  // namespace mux::compiler
