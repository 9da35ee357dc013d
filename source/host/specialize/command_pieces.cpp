#include "host/specialize/command_pieces.h"

#include <algorithm>

namespace mux::host {

GroupRange split_into_pieces(const GroupRange &groups, const compiler::KernelDescription &kernel,
                             compiler::NdRange &range) {
  range = *groups.range;
  GroupRange pieces = groups;
  pieces.range = &range;
  const uint64_t size = kernel.packet_size[0];
  // A group of a single row can be split along it, unless the code is specialized for the local
  // size.
  const bool may_be_cut = kernel.required_local_size[0] == 0 && range.local_size[1] == 1 &&
                          range.local_size[2] == 1 && range.local_size[0] % size == 0 &&
                          range.global_size[0] % range.local_size[0] == 0;
  if (may_be_cut) {
    const uint64_t pieces_of_group = range.local_size[0] / size;
    range.local_size[0] = size;
    range.group_count[0] *= pieces_of_group;
    pieces.first *= pieces_of_group;
    pieces.last *= pieces_of_group;
  }
  return pieces;
}

std::chrono::nanoseconds time_of_command(const GroupRange &groups, std::chrono::nanoseconds time) {
  const uint64_t(&count)[3] = groups.range->group_count;
  const double part = static_cast<double>(groups.last - groups.first) /
                      static_cast<double>(count[0] * count[1] * count[2]);
  constexpr std::chrono::duration<double, std::nano> longest = std::chrono::hours(1);
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::min<std::chrono::duration<double, std::nano>>(time / part, longest));
}

}  // namespace mux::host
