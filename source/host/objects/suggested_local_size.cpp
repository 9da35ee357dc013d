#include "host/objects/suggested_local_size.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "host/objects/device_info.h"
#include "host/objects/tuning.h"
#include "host/objects/work_items.h"

namespace mux::host {
namespace {

using compiler::KernelDescription;
using Sizes = std::array<size_t, 3>;

bool fits(const Sizes &local, const LocalSizeRequest &request) {
  for (size_t i = 0; i < local.size(); ++i) {
    const size_t global = request.global_size[i];
    if (local[i] == 0 || local[i] > global || (request.divides && global % local[i] != 0)) {
      return false;
    }
  }
  return work_items_of(local[0], local[1], local[2]) <= max_work_group_size;
}

/// Returns the largest multiple of `step` that divides `size` and is at most `most`; 0 if there is
/// none.
size_t largest_divisor(size_t size, size_t most, size_t step) {
  for (size_t divisor = most / step * step; divisor != 0; divisor -= step) {
    if (size % divisor == 0) {
      return divisor;
    }
  }
  return 0;
}

/// Returns a size of at most `most`, which is not 0. Whole packets take precedence over equal
/// groups.
size_t local_size_in(size_t global, size_t packet, size_t most, bool divides) {
  if (global <= most) {
    return global;
  }
  const size_t of_packets = largest_divisor(global, most, packet);
  if (divides) {
    return of_packets != 0 ? of_packets : largest_divisor(global, most, 1);
  }
  // Halving the group size costs more than an incomplete last group.
  if (of_packets > most / 2) {
    return of_packets;
  }
  return most >= packet ? most / packet * packet : most;
}

/// Fewer than the code prefers if there would be too few groups for all compute units.
size_t work_items_of_group(const KernelDescription &kernel, const LocalSizeRequest &request) {
  const Sizes &global = request.global_size;
  const size_t all = work_items_of(global[0], global[1], global[2]);
  const size_t packet =
      work_items_of(kernel.packet_size[0], kernel.packet_size[1], kernel.packet_size[2]);
  const size_t share =
      all / (size_t{request.compute_units} * tuning::suggested_groups_per_compute_unit);
  const size_t most = std::clamp<size_t>(request.preferred_work_items, 1, max_work_group_size);
  return std::clamp<size_t>(share, std::min(packet, most), most);
}

/// Returns the required number of sub-groups, in groups that divide the global size if possible.
Sizes full_sub_groups(const KernelDescription &kernel, const Sizes &global) {
  size_t rest = work_items_of(kernel.required_sub_group_count, kernel.sub_group_size, 1);
  Sizes local = {1, 1, 1};
  for (size_t i = 0; i < local.size(); ++i) {
    local[i] = std::gcd(rest, global[i]);
    rest /= local[i];
  }
  local[0] *= rest;
  return local;
}

}  // namespace

std::array<size_t, 3> suggested_local_size(const KernelDescription &kernel,
                                           const LocalSizeRequest &request) {
  Sizes local;
  if (kernel.required_local_size[0] != 0) {
    std::copy(std::begin(kernel.required_local_size), std::end(kernel.required_local_size),
              local.begin());
    return local;
  }
  if (kernel.required_sub_group_count != 0) {
    return full_sub_groups(kernel, request.global_size);
  }
  std::copy(std::begin(kernel.local_size_hint), std::end(kernel.local_size_hint), local.begin());
  if (fits(local, request)) {
    return local;
  }
  const auto along =
      static_cast<size_t>(std::max_element(std::begin(kernel.lanes), std::end(kernel.lanes)) -
                          std::begin(kernel.lanes));
  // Reduced by the rows of packets that span several rows.
  size_t room = work_items_of_group(kernel, request);
  size_t rows = 1;
  for (size_t i = 0; i < local.size(); ++i) {
    rows *= i == along ? 1 : std::min<size_t>(kernel.packet_size[i], request.global_size[i]);
  }
  local[along] = local_size_in(request.global_size[along], kernel.packet_size[along],
                               std::max<size_t>(room / rows, 1), request.divides);
  room /= local[along];
  for (size_t i = 0; i < local.size(); ++i) {
    if (i != along) {
      local[i] = local_size_in(request.global_size[i], kernel.packet_size[i],
                               std::max<size_t>(room, 1), request.divides);
      room = std::max<size_t>(room / local[i], 1);
    }
  }
  return local;
}

}  // namespace mux::host
