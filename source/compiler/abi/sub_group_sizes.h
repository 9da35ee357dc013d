/// @file
/// How many work-items make a sub-group.
///
/// Sub-groups are cut from a work-group in the order of get_local_linear_id(); the last one may
/// have fewer work-items than the others. The work-items of one are the lanes of a vector: the
/// kernel compiler chooses how many for each kernel that uses sub-groups, and a kernel may demand a
/// number (intel_reqd_sub_group_size). KernelDescription::sub_group_size carries it to the runtime.
/// A kernel whose work-items cannot run side by side has sub-groups of one work-item.

#pragma once

#include <cstdint>

namespace mux::compiler {

/// The sizes there can be.
inline constexpr uint32_t sub_group_sizes[] = {1, 2, 4, 8, 16, 32, 64};

}  // namespace mux::compiler
