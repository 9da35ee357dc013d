/// @file
/// Moves large private arrays off the stack of the thread that executes a kernel.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Limit of a kernel's private variables on the stack, in bytes.
inline constexpr uint64_t largest_stack_use = 16 * 1024;

/// For a kernel without barriers: if its private variables exceed `largest_stack_use`, moves them
/// to a block of the scratch memory that the work-items reuse one after the other, and sets
/// KernelDescription::storage_per_group.
void move_large_private_memory(WorkItemKernel &kernel);

}  // namespace mux::compiler
