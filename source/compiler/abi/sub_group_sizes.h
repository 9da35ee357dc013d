/// @file
/// Sub-group sizes.
///
/// The sub-groups of a work-group are formed in the order of get_local_linear_id(); the last one
/// may have fewer work-items. The work-items of a sub-group are the lanes of a vector: the kernel
/// compiler chooses their number for each kernel that uses sub-groups, and a kernel may require a
/// size (intel_reqd_sub_group_size). KernelDescription::sub_group_size passes it to the runtime. In
/// a kernel that cannot be vectorized, each sub-group has one work-item.

#pragma once

#include <cstdint>

namespace mux::compiler {

/// The supported sizes.
inline constexpr uint32_t sub_group_sizes[] = {1, 2, 4, 8, 16, 32, 64};

}  // namespace mux::compiler
