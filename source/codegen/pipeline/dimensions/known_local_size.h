/// @file
/// The local size of a kernel where it is known at compile time.

#pragma once

#include <cstdint>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

using Sizes = uint64_t[3];

/// Returns the local size if it is known; otherwise NULL. The kernel owns it.
const Sizes *known_local_size(const WorkItemKernel &kernel);

}  // namespace mux::compiler
