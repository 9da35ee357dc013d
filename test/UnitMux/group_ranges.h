/// @file
/// ND-ranges of any shape, and the work-items of their groups.

#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "fixtures.h"

namespace mux::test {

/// The index of a work-item in the buffers.
inline constexpr const char *place_source = R"(
size_t place(void) {
  size_t at = 0;
  for (int d = 2; d >= 0; --d) at = at * get_global_size(d) + get_global_id(d);
  return at;
}
)";

/// The indices of the work-items of every work-group, in the order of local linear ids.
inline std::vector<std::vector<size_t>> groups_of(const Range &range) {
  size_t global[3] = {1, 1, 1};
  size_t local[3] = {1, 1, 1};
  std::copy_n(range.global, range.dimensions, global);
  std::copy_n(range.local, range.dimensions, local);
  std::vector<std::vector<size_t>> groups;
  for (size_t z = 0; z < global[2]; z += local[2]) {
    for (size_t y = 0; y < global[1]; y += local[1]) {
      for (size_t x = 0; x < global[0]; x += local[0]) {
        std::vector<size_t> &group = groups.emplace_back();
        for (size_t k = z; k < std::min(z + local[2], global[2]); ++k) {
          for (size_t j = y; j < std::min(y + local[1], global[1]); ++j) {
            for (size_t i = x; i < std::min(x + local[0], global[0]); ++i) {
              group.push_back((k * global[1] + j) * global[0] + i);
            }
          }
        }
      }
    }
  }
  return groups;
}

inline size_t work_items_of(const Range &range) {
  size_t count = 1;
  for (size_t d = 0; d < range.dimensions; ++d) {
    count *= range.global[d];
  }
  return count;
}

inline Range random_range(std::mt19937 &random) {
  Range range;
  range.dimensions = 1 + random() % 3;
  const size_t largest[] = {1024, 32, 10};
  for (size_t d = 0; d < range.dimensions; ++d) {
    range.local[d] = 1 + random() % largest[range.dimensions - 1];
    range.global[d] = 1 + random() % (range.local[d] * 3);
  }
  return range;
}

/// The sizes for messages: global/local of each dimension.
inline std::string shape_of(const Range &range) {
  std::string text;
  for (size_t d = 0; d < range.dimensions; ++d) {
    text += d == 0 ? "" : " ";
    text += std::to_string(range.global[d]);
    text += '/';
    text += std::to_string(range.local[d]);
  }
  return text;
}

}  // namespace mux::test
