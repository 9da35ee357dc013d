/// @file
/// Where the levels of a resource are in its memory, and which boxes are in a level.
#pragma once

#include <mux/gallium/screen.h>
#include <mux/gallium/shader_abi.h>

#include <array>
#include <cstdint>

#include "gallium/format/format.h"

namespace mux::gallium {

using ResourceTemplate = mux_gallium_resource_template_t;
using LevelLayout = mux_gallium_resource_layout_t;
using Box = mux_gallium_box_t;

/// Alignment of the memory of a resource in bytes: a cache line.
inline constexpr uint32_t storage_alignment = 64;

/// Fills in the defaults of a description, and checks it against its target and the limits.
ResourceTemplate checked_template(const mux_gallium_screen_info_t &info,
                                  const ResourceTemplate &description);

/// A box of blocks in a resource's memory.
struct BlockBox {
  /// Bytes from the start of the resource to the first block.
  uint64_t offset;
  /// Bytes of a row, rows of blocks, slices.
  uint64_t row_bytes;
  uint64_t rows;
  uint64_t slices;
  /// Bytes from one row and slice to the next.
  uint64_t stride;
  uint64_t layer_stride;

  /// Whether all its bytes follow each other.
  bool is_contiguous() const {
    return (rows == 1 || stride == row_bytes) && (slices == 1 || layer_stride == stride * rows ||
                                                  (rows == 1 && layer_stride == row_bytes));
  }
  uint64_t size() const { return row_bytes * rows * slices; }
};

class Layout {
 public:
  /// Fails with mux_error_invalid_value if the resource would be larger than `max_size`.
  /// @param description of checked_template().
  Layout(const ResourceTemplate &description, uint64_t max_size);

  uint64_t size() const { return size_; }
  uint32_t samples() const { return samples_; }
  /// Fails if there is no such level.
  const LevelLayout &level(uint32_t level) const;
  /// Fails if a box is empty or outside of the level.
  void check_inside(uint32_t level, const Box &box) const;
  /// The blocks of a box. Fails if the box is empty or outside of the level, or does not consist of
  /// whole blocks.
  BlockBox blocks(uint32_t level, const Box &box) const;

 private:
  const FormatInfo *format_;
  uint32_t level_count_;
  uint32_t samples_;
  uint64_t size_ = 0;
  std::array<LevelLayout, MUX_GALLIUM_MAX_LEVELS> levels_{};
};

}  // namespace mux::gallium
