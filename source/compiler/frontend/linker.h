/// @file
/// From objects to a program or a library: what muxLink() does once its parameters and options are
/// read. Keeps nothing between calls, so any number of threads may link at once.

#pragma once

#include <string>

#include "compiler/interface/link_request.h"

namespace mux::compiler {

/// @param[out] container the bytes of a container, on success.
/// @param[out] log what is wrong, one mistake a line; nothing on success.
/// Throws nothing but std::bad_alloc and CompilerMissing.
LinkResult link_binaries(const LinkRequest &request, std::string &container, std::string &log);

}  // namespace mux::compiler
