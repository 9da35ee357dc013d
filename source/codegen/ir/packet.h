/// @file
/// The shape of a packet: how many work-items a vectorized function runs, and in which dimensions.
///
/// A packet is a block of work-items that one call of a function runs: `lanes * parts[0]` in x,
/// parts[1] rows in y, parts[2] layers in z. A part corresponds to an unroll part of LLVM's loop
/// vectorizer: one of the vectors that a scalar value becomes. The lanes of a part are consecutive
/// in x. Several parts share uniform values and overlap their latencies. Parts are numbered like
/// the work-items of a group, x fastest.

#pragma once

#include <array>
#include <cstdint>

namespace mux::compiler {

struct Packet {
  /// Elements of a vector; a power of two, at least 2.
  unsigned lanes = 16;
  /// Number of parts in x, y and z, at least 1 each.
  std::array<unsigned, 3> parts = {1, 1, 1};
  /// The packet is a whole work-group: the local id of its first work-item is 0.
  bool is_group = false;

  unsigned part_count() const { return parts[0] * parts[1] * parts[2]; }
  /// Returns the index of a part in one dimension.
  unsigned part_index(unsigned part, unsigned dimension) const {
    for (unsigned i = 0; i < dimension; ++i) {
      part /= parts[i];
    }
    return part % parts[dimension];
  }
  /// Returns the number of work-items in one dimension.
  uint64_t size(unsigned dimension) const {
    return dimension == 0 ? uint64_t{lanes} * parts[0] : parts[dimension];
  }
};

}  // namespace mux::compiler
