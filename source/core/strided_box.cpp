#include "core/strided_box.h"

#include <algorithm>
#include <utility>

namespace mux::core {
namespace {

/// Differences of 64-bit addresses need 65 bits.
using Wide = __int128;

Wide floor_divide(Wide dividend, Wide divisor) {
  const Wide quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1 : quotient;
}

/// Whether base + n * step is strictly between `low` and `high` for any n in [first, last].
bool any_between(Wide base, Wide step, Wide first, Wide last, Wide low, Wide high) {
  if (step == 0) {
    return low < base && base < high;
  }
  const Wide smallest = std::max(first, floor_divide(low - base, step) + 1);
  return smallest <= last && base + smallest * step < high;
}

/// With equal pitches, the distance of two rows of a and b depends only on the differences of their
/// row and slice numbers.
bool overlap_at_same_pitches(const StridedBox &a, const StridedBox &b, Wide row_pitch,
                             Wide slice_pitch) {
  const Wide distance = static_cast<Wide>(a.first) - static_cast<Wide>(b.first);
  Wide outer_first = 1 - static_cast<Wide>(b.slices);
  Wide outer_last = static_cast<Wide>(a.slices) - 1;
  Wide inner_first = 1 - static_cast<Wide>(b.rows);
  Wide inner_last = static_cast<Wide>(a.rows) - 1;
  if (inner_last - inner_first < outer_last - outer_first) {
    std::swap(outer_first, inner_first);
    std::swap(outer_last, inner_last);
    std::swap(row_pitch, slice_pitch);
  }
  for (Wide outer = outer_first; outer <= outer_last; ++outer) {
    if (any_between(distance + outer * slice_pitch, row_pitch, inner_first, inner_last,
                    -static_cast<Wide>(a.row_bytes), static_cast<Wide>(b.row_bytes))) {
      return true;
    }
  }
  return false;
}

/// Whether a row of `box` overlaps [first, first + bytes).
bool touches(const StridedBox &box, uint64_t first, uint64_t bytes) {
  // Rows that overlap the interval start strictly between these two.
  const Wide low = static_cast<Wide>(first) - static_cast<Wide>(box.row_bytes);
  const Wide high = static_cast<Wide>(first) + static_cast<Wide>(bytes);
  const Wide base = box.first;
  const Wide rows_span = static_cast<Wide>(box.rows - 1) * static_cast<Wide>(box.row_pitch);
  Wide slice = 0;
  Wide last_slice = static_cast<Wide>(box.slices) - 1;
  if (box.slice_pitch != 0) {
    const Wide pitch = box.slice_pitch;
    slice = std::max(slice, floor_divide(low - base - rows_span, pitch) + 1);
    last_slice = std::min(last_slice, floor_divide(high - 1 - base, pitch));
  }
  for (; slice <= last_slice; ++slice) {
    if (any_between(base + slice * static_cast<Wide>(box.slice_pitch), box.row_pitch, 0,
                    static_cast<Wide>(box.rows) - 1, low, high)) {
      return true;
    }
  }
  return false;
}

/// A pitch of 0 is unused, and compatible with any.
bool same_or_unused(uint64_t a, uint64_t b) {
  return a == b || a == 0 || b == 0;
}

}  // namespace

bool make_strided_box(const mux_extent_3d_t &region, const mux_extent_3d_t &origin,
                      const mux_extent_2d_t &desc, StridedBox *out_box) {
  uint64_t row_offset = 0;
  uint64_t slice_offset = 0;
  uint64_t rows_span = 0;
  uint64_t slices_span = 0;
  uint64_t first = 0;
  uint64_t end = 0;
  if (__builtin_mul_overflow(origin.y, desc.x, &row_offset) ||
      __builtin_mul_overflow(origin.z, desc.y, &slice_offset) ||
      __builtin_add_overflow(origin.x, row_offset, &first) ||
      __builtin_add_overflow(first, slice_offset, &first) ||
      __builtin_mul_overflow(region.y - 1, desc.x, &rows_span) ||
      __builtin_mul_overflow(region.z - 1, desc.y, &slices_span) ||
      __builtin_add_overflow(first, rows_span, &end) ||
      __builtin_add_overflow(end, slices_span, &end) ||
      __builtin_add_overflow(end, region.x, &end)) {
    return false;
  }
  *out_box = {
      first, region.x, region.y, region.y > 1 ? desc.x : 0, region.z, region.z > 1 ? desc.y : 0};
  return true;
}

uint64_t end_of(const StridedBox &box) {
  return box.first + (box.rows - 1) * box.row_pitch + (box.slices - 1) * box.slice_pitch +
         box.row_bytes;
}

bool overlap(const StridedBox &a, const StridedBox &b) {
  if (end_of(a) <= b.first || end_of(b) <= a.first) {
    return false;
  }
  if (same_or_unused(a.row_pitch, b.row_pitch) && same_or_unused(a.slice_pitch, b.slice_pitch)) {
    return overlap_at_same_pitches(a, b, std::max(a.row_pitch, b.row_pitch),
                                   std::max(a.slice_pitch, b.slice_pitch));
  }
  const bool a_has_fewer = a.rows * a.slices <= b.rows * b.slices;
  const StridedBox &walked = a_has_fewer ? a : b;
  const StridedBox &other = a_has_fewer ? b : a;
  for (uint64_t slice = 0; slice < walked.slices; ++slice) {
    for (uint64_t row = 0; row < walked.rows; ++row) {
      if (touches(other, walked.first + slice * walked.slice_pitch + row * walked.row_pitch,
                  walked.row_bytes)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace mux::core
