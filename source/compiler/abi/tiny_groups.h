/// @file
/// Groups that are too small for packets.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

namespace mux::compiler {

/// The maximum size of a tiny group in each dimension: in any dimension, such groups would leave
/// most lanes of a packet empty.
inline constexpr uint64_t longest_tiny_group = 4;

/// Whether groups are so small that neighboring ones should be joined, even though the kernel
/// depends on its group. Code for such a local size does so if possible
/// (pipeline/lower/join_groups.h); its users need not know whether it does.
constexpr bool are_tiny_groups(const uint64_t (&local_size)[3]) {
  return std::all_of(std::begin(local_size), std::end(local_size),
                     [](uint64_t size) { return size <= longest_tiny_group; });
}

/// The maximum number of work-items of joined groups, if the groups use local memory or context
/// arrays.
inline constexpr uint64_t most_joined_work_items = 64;

/// The maximum number of joined groups, if these use local memory or context arrays: the runtime
/// allocates both for so many tiny groups, whether or not the code joins them. A power of two. 1
/// for groups of one work-item, whose local memory becomes private.
constexpr uint64_t most_joined_groups(const uint64_t (&local_size)[3]) {
  const uint64_t work_items = local_size[0] * local_size[1] * local_size[2];
  return !are_tiny_groups(local_size) || work_items <= 1
             ? 1
             : std::bit_floor(most_joined_work_items / work_items);
}

}  // namespace mux::compiler
