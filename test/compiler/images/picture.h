/// @file
/// Images in plain memory for the tests: of any shape and format, with padding between rows and
/// slices, and with inaccessible pages before and after.

#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler::test {

/// The seed of random numbers: MUX_TEST_SEED, or a new one each time.
uint32_t random_seed();

/// A random number below `count`.
inline uint32_t below(uint32_t count, std::mt19937 &random) {
  return std::uniform_int_distribution<uint32_t>(0, count - 1)(random);
}

struct Shape {
  /// As in image2d_array.
  std::string name;
  unsigned dimensions;
  bool layered;
};

extern const std::vector<Shape> shapes;
const Shape &shape_of(const std::string &name);

/// The two halves of a mux_image_format_e.
struct Format {
  uint32_t order;
  uint32_t type;
};

struct FormatBytes {
  Format format;
  uint32_t bytes;
};

/// All formats, and the bytes of their pixels.
extern const std::vector<FormatBytes> formats;

/// Whether tests compile code that is specialized for this format of images of this shape. Kernels
/// can be specialized for images of two shapes (builtins/families/images.cpp); tests use one of
/// them for each format, or both if MUX_TEST_IMAGES is `all`.
bool is_specialized_for(const Shape &shape, const FormatBytes &format);

enum class ChannelKind { real, signed_integer, unsigned_integer };
ChannelKind kind_of(uint32_t channel_type);

/// Memory between two inaccessible pages.
class GuardedMemory {
 public:
  /// @param at_end whether the last byte is directly before the inaccessible page, or else the
  /// first byte directly after one.
  GuardedMemory(size_t size, bool at_end);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  std::byte *data() const { return data_; }
  size_t size() const { return size_; }

 private:
  size_t size_;
  size_t mapped_;
  std::byte *mapping_;
  std::byte *data_;
};

struct Extent {
  uint32_t width = 1;
  uint32_t height = 1;
  uint32_t depth = 1;
  uint32_t layers = 0;
};

class Picture {
 public:
  Picture(const Shape &shape, const FormatBytes &format, const Extent &extent,
          std::mt19937 &random);

  const Shape &shape() const { return shape_; }
  Format format() const { return {view_.channel_order, view_.channel_type}; }
  const ImageView &view() const { return view_; }
  std::byte *data() const { return memory_.data(); }
  size_t size() const { return memory_.size(); }
  std::vector<std::byte> bytes() const { return {data(), data() + size()}; }

  /// Pixels of all slices and layers.
  uint64_t pixel_count() const;
  /// The offset of a pixel. For shapes with layers the third coordinate is the layer.
  size_t offset(int64_t x, int64_t y, int64_t z) const;

  /// Random bits, including infinities and NaN.
  void fill_with_bits(std::mt19937 &random) const;
  /// Channels of floating-point formats get numbers from -1 to 1.
  void fill_with_colors(std::mt19937 &random) const;

  std::string description() const;

 private:
  struct Layout {
    uint64_t row_pitch;
    uint64_t slice_pitch;
    uint64_t size;
  };
  static Layout lay_out(const FormatBytes &format, const Extent &extent, std::mt19937 &random);
  Picture(const Shape &shape, const FormatBytes &format, const Extent &extent, const Layout &layout,
          bool at_end);

  const Shape &shape_;
  GuardedMemory memory_;
  ImageView view_;
};

/// A random extent for a shape and format.
Extent random_extent(const Shape &shape, std::mt19937 &random, uint32_t most = 9);

}  // namespace mux::compiler::test
