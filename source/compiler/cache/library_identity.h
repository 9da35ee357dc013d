/// @file
/// Which build of a library this is.
#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// The build id that the linker gave the library, or the program, that holds this function: a hash
/// of all that it consists of. Where the compiler is a library of its own, that one's build id is
/// among it (library/compiler_identity.h), so LLVM and the OpenCL C library are included. Code of
/// another build must not be taken for this one's.
/// @return empty if the linker gave it none. Throws nothing but std::bad_alloc.
std::string library_identity();

/// The build id in the notes of a segment, one behind the other.
/// @return empty if there is none.
std::string_view find_build_id(std::string_view notes);

}  // namespace mux::compiler
