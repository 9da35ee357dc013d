/// @file
/// Replaces queries of the size of a sub-group by a constant.

#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces the queries of the size of a full sub-group by a constant.
void set_sub_group_size(llvm::Function &function, uint32_t size);

}  // namespace mux::compiler
