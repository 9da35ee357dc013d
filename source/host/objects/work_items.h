/// @file
/// Numbers of work-items and sub-groups of a kernel's work-groups. Pure functions.
#pragma once

#include <cstddef>

#include "compiler/abi/kernel_description.h"

namespace mux::host {

/// Returns the product, saturated.
size_t work_items_of(size_t x, size_t y, size_t z);

/// Work-items of a required work-group size; 0 if the kernel requires none.
size_t required_work_items(const compiler::KernelDescription &kernel);

/// Maximum number of sub-groups of a work-group that the kernel can run in.
size_t max_sub_group_count(const compiler::KernelDescription &kernel);

}  // namespace mux::host
