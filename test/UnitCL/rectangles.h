/// @file
/// Rectangular regions for tests of commands.
#pragma once

#include "fixtures.h"

namespace mux::test {

struct Box {
  size_t origin[3];
  /// 0 for tightly packed.
  size_t row_pitch;
  size_t slice_pitch;

  /// The offset of a byte of the region.
  size_t at(size_t x, size_t y, size_t z, const size_t *region) const {
    const size_t row = row_pitch != 0 ? row_pitch : region[0];
    const size_t slice = slice_pitch != 0 ? slice_pitch : row * region[1];
    return (origin[2] + z) * slice + (origin[1] + y) * row + origin[0] + x;
  }
};

struct BoxPair {
  size_t region[3];
  Box from;
  Box to;
};

/// Regions for copies from memory of 240 bytes to memory of 300.
inline std::vector<BoxPair> box_pairs() {
  return {
      {{10, 1, 1}, {{3, 0, 0}, 0, 0}, {{5, 0, 0}, 0, 0}},
      {{5, 4, 1}, {{1, 2, 0}, 12, 0}, {{2, 1, 0}, 9, 0}},
      {{5, 4, 1}, {{0, 0, 0}, 0, 0}, {{2, 1, 0}, 20, 0}},
      {{4, 3, 2}, {{2, 1, 1}, 8, 40}, {{1, 2, 1}, 10, 60}},
      {{4, 3, 2}, {{2, 1, 1}, 8, 0}, {{0, 0, 0}, 0, 0}},
      {{7, 2, 3}, {{0, 0, 0}, 0, 28}, {{0, 0, 2}, 0, 0}},
  };
}

/// Reference implementation of a copy.
inline void copy_box(const std::vector<cl_uchar> &source, const Box &from,
                     std::vector<cl_uchar> &destination, const Box &to, const size_t *region) {
  for (size_t z = 0; z < region[2]; ++z) {
    for (size_t y = 0; y < region[1]; ++y) {
      for (size_t x = 0; x < region[0]; ++x) {
        destination.at(to.at(x, y, z, region)) = source.at(from.at(x, y, z, region));
      }
    }
  }
}

/// Invalid regions of a buffer of 64 bytes.
struct WrongBox {
  const char *name;
  const size_t *origin;
  const size_t *host_origin;
  const size_t *region;
  size_t row_pitch;
  size_t slice_pitch;
  size_t host_row_pitch;
  size_t host_slice_pitch;
};

inline std::vector<WrongBox> wrong_boxes() {
  static constexpr size_t none[3] = {};
  static constexpr size_t far[3] = {1, 0, 0};
  static constexpr size_t very_far[3] = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
  static constexpr size_t region[3] = {4, 4, 4};
  static constexpr size_t empty[3][3] = {{0, 4, 4}, {4, 0, 4}, {4, 4, 0}};
  return {
      {"no origin", nullptr, none, region, 0, 0, 0, 0},
      {"no origin of the host's", none, nullptr, region, 0, 0, 0, 0},
      {"no region", none, none, nullptr, 0, 0, 0, 0},
      {"no width", none, none, empty[0], 0, 0, 0, 0},
      {"no height", none, none, empty[1], 0, 0, 0, 0},
      {"no depth", none, none, empty[2], 0, 0, 0, 0},
      {"out of bounds by its origin", far, none, region, 0, 0, 0, 0},
      {"out of bounds by its row pitch", none, none, region, 5, 0, 0, 0},
      {"out of bounds by its slice pitch", none, none, region, 0, 20, 0, 0},
      {"out of bounds by far", very_far, none, region, 0, 0, 0, 0},
      {"row pitch too small", none, none, region, 3, 0, 0, 0},
      {"slice pitch too small", none, none, region, 0, 15, 0, 0},
      {"slice pitch no multiple", none, none, region, 0, 17, 0, 0},
      {"row pitch of the host's too small", none, none, region, 0, 0, 3, 0},
      {"slice pitch of the host's too small", none, none, region, 0, 0, 0, 15},
      {"slice pitch of the host's no multiple", none, none, region, 0, 0, 0, 17},
  };
}

}  // namespace mux::test
