/// @file
/// Generates packet functions for regions, the code between two barriers.

#pragma once

#include <llvm/Support/Error.h>

#include "codegen/passes/compilation.h"
#include "codegen/vectorize/pipeline.h"

namespace mux::compiler {

/// Sets Region::packets.
/// @param must_pay generate packets only if they are estimated to be faster than one work-item at a
/// time; otherwise Region::prefers_scalar is set.
/// @param remarks receives the forms that were considered, if decisions are explained (remarks.h).
/// @return an error with the reason why there are no packets.
llvm::Error make_region_packets(Region &region, const PacketJob &job, bool must_pay,
                                Compilation &compilation, std::vector<std::string> &remarks);

/// Erases the packet functions of a region and resets Region::packets.
void remove_packets(Region &region);

}  // namespace mux::compiler
