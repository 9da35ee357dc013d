/// @file
/// Lowers get_global_id() and similar functions to arithmetic on the context of a work-item
/// function (work_item_context.h).

#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether the function makes a query whose answer differs between work-groups. Precondition:
/// before lower_work_item_queries().
bool depends_on_group(const llvm::Function &work_item_function);

/// Replaces get_global_id() and similar functions by arithmetic on the function's context.
/// @param joined_size WorkItemTraits::joined_size.
void lower_work_item_queries(llvm::Function &work_item_function,
                             const std::optional<std::array<uint64_t, 3>> &joined_size);

}  // namespace mux::compiler
