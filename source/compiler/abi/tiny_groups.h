/// @file
/// Groups that are too small for packets.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

namespace mux::compiler {

/// Work-items in each dimension of groups that leave most lanes of a packet empty, whichever way it
/// lies.
inline constexpr uint64_t longest_tiny_group = 4;

/// Whether groups are so small that neighboring ones are to run as one, if that is possible, though
/// the kernel tells them apart. Code for such a local size does so (pipeline/lower/joined_groups.h)
/// or not; those who choose what code is for need not know.
constexpr bool are_tiny_groups(const uint64_t (&local_size)[3]) {
  return std::all_of(std::begin(local_size), std::end(local_size),
                     [](uint64_t size) { return size <= longest_tiny_group; });
}

/// Work-items of tiny groups that run as one at most where each group keeps something in memory.
inline constexpr uint64_t most_joined_work_items = 64;

/// How many groups run as one at most where they keep something in memory: whoever runs tiny groups
/// has local memory and work-item storage for so many, whatever code does. A power of two. Groups
/// of one work-item keep nothing: what others share is private to them.
constexpr uint64_t most_joined_groups(const uint64_t (&local_size)[3]) {
  const uint64_t work_items = local_size[0] * local_size[1] * local_size[2];
  return !are_tiny_groups(local_size) || work_items <= 1
             ? 1
             : std::bit_floor(most_joined_work_items / work_items);
}

}  // namespace mux::compiler
