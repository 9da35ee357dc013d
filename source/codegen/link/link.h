/// @file
/// Links objects to a program or a library: muxLink() after its parameters and options have been
/// parsed. There is no state between calls, so threads may link concurrently. Depends on LLVM, but
/// not on Clang.

#pragma once

#include <string>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/link_request.h"

namespace mux::compiler {

/// @param[out] bitcode the program or library, on success.
/// @param[out] log the errors, one a line; empty on success.
/// Throws nothing but std::bad_alloc.
LinkResult link_objects(const LinkRequest &request, Bitcode &bitcode, std::string &log);

}  // namespace mux::compiler
