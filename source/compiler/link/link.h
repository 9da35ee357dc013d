/// @file
/// From objects to a program or a library: what muxLink() does once its parameters and options are
/// read. Keeps nothing between calls, so any number of threads may link at once. Knows LLVM, but
/// not Clang.

#pragma once

#include <string>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/link_request.h"

namespace mux::compiler {

/// @param[out] bitcode the program or library, on success.
/// @param[out] log what is wrong, one mistake a line; nothing on success.
/// Throws nothing but std::bad_alloc.
LinkResult link_objects(const LinkRequest &request, Bitcode &bitcode, std::string &log);

}  // namespace mux::compiler
