/// @file
/// How many work-items and sub-groups the work-groups of a kernel have. Pure functions.
#pragma once

#include <cstddef>

#include "compiler/abi/kernel_abi.h"

namespace mux::host {

/// The product, or the largest number if that is larger.
size_t work_items_of(size_t x, size_t y, size_t z);

/// Of a work-group that the kernel requires; 0 if it leaves the size to the program.
size_t required_work_items(const compiler::KernelDescription &kernel);

/// Most sub-groups of a work-group that the kernel can run in.
size_t max_sub_group_count(const compiler::KernelDescription &kernel);

}  // namespace mux::host
