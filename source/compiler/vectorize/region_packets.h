/// @file
/// Packets of what a group runs from one barrier to the next.

#pragma once

#include <llvm/Support/Error.h>

#include "compiler/passes/compilation.h"
#include "compiler/vectorize/pipeline.h"

namespace mux::compiler {

/// Sets Region::packets.
/// @param must_pay only if they are estimated to be faster than one work-item at a time; otherwise
/// Region::is_faster_alone is set.
/// @param remarks gets what was considered, if that is to be explained (remarks.h).
/// @return why there are none.
llvm::Error make_region_packets(Region &region, const PacketJob &job, bool must_pay,
                                Compilation &compilation, std::vector<std::string> &remarks);

/// Undoes it.
void remove_packets(Region &region);

}  // namespace mux::compiler
