/// @file
/// How many work-items run at once, and which.
///
/// A packet is a block of work-items that one function runs side by side: `lanes * parts[0]` in x,
/// parts[1] rows in y, parts[2] layers in z. A part is what it is to LLVM's loop vectorizer: one of
/// the vectors that a value is unrolled to. Its lanes are neighbors in x; several parts share what
/// is the same for all of them, and overlap what each has to wait for. Parts are numbered like the
/// work-items of a group, those further in x first.

#pragma once

#include <array>
#include <cstdint>

namespace mux::compiler {

struct Packet {
  /// Elements of a vector, a power of two, at least 2.
  unsigned lanes = 16;
  /// In x, y and z, at least 1 each.
  std::array<unsigned, 3> parts = {1, 1, 1};
  /// It is a whole work-group: the first work-item's local id is 0.
  bool is_group = false;

  unsigned part_count() const { return parts[0] * parts[1] * parts[2]; }
  /// The index of a part among those in one dimension.
  unsigned part_index(unsigned part, unsigned dimension) const {
    for (unsigned i = 0; i < dimension; ++i) {
      part /= parts[i];
    }
    return part % parts[dimension];
  }
  /// Work-items in one dimension.
  uint64_t size(unsigned dimension) const {
    return dimension == 0 ? uint64_t{lanes} * parts[0] : parts[dimension];
  }
};

}  // namespace mux::compiler
