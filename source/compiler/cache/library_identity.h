/// @file
/// Which build of the compiler this is.
#pragma once

#include <string>

namespace mux::compiler {

/// The build id that the linker gave the library, or the program, that holds this function: a hash
/// of all that it consists of, LLVM and the OpenCL C library included. Code of another build must
/// not be taken for this one's.
/// @return empty if the linker gave it none. Throws nothing but std::bad_alloc.
std::string library_identity();

}  // namespace mux::compiler
