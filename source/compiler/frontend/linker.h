/// @file
/// Links objects to a program or a library: muxLink() after its parameters and options have been
/// parsed. There is no state between calls, so threads may link concurrently.

#pragma once

#include <string>

#include "compiler/interface/link_request.h"

namespace mux::compiler {

/// @param[out] container the bytes of a container, on success.
/// @param[out] log the errors, one a line; empty on success.
/// Throws nothing but std::bad_alloc and CompilerMissing.
LinkResult link_binaries(const LinkRequest &request, std::string &container, std::string &log);

}  // namespace mux::compiler
