/// @file
/// How many work-items make a sub-group.
///
/// The kernel compiler runs the work-items of a group one after the other and leaves it to LLVM to
/// vectorise the loop around them, so a value of one work-item cannot be seen by its neighbours
/// between two barriers: a sub-group is one work-item. A compiler that turns work-items into the
/// lanes of a vector changes three places: this constant, which then becomes a choice for each
/// kernel (KernelDescription::sub_group_size carries it to the runtime already); the functions that
/// exchange values in builtins/sub_groups.cpp, which then work across lanes; and the list of sizes
/// in the device info.

#pragma once

#include <cstdint>

namespace mux::compiler {

/// Sub-groups are cut from a work-group in the order of get_local_linear_id(); the last one may
/// have fewer work-items.
inline constexpr uint32_t sub_group_size = 1;

}  // namespace mux::compiler
