/// @file
/// Memory of a kernel that is no other memory of it: buffers and local memory, and, in code for
/// ND-ranges of which that is known (RangeShape::has_distinct_buffers), one buffer and another.
///
/// Few programs say `restrict`. Without it what a loop adds up in memory is loaded and stored in
/// each iteration, and what it reads is read again after each store. Whoever records an ND-range
/// knows the buffers.
#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Says of accesses what they do not reach, and sets KernelDescription::distinct_buffers_matter.
/// The kernel must have its functions inlined, and still its own arguments.
void separate_buffers(SourceKernel &kernel);

}  // namespace mux::compiler
