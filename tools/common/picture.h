/// @file
/// A picture in memory, and the PNG files it comes from and goes to.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mux::tools {

/// Rows of RGBA bytes, from the top.
struct Picture {
  size_t width = 0;
  size_t height = 0;
  std::vector<uint8_t> rgba;

  size_t pixels() const { return width * height; }
};

/// A picture has fewer pixels than this, so that the kernels' coordinates fit in an int.
inline constexpr size_t max_pixels = size_t{1} << 29;

/// Makes room for a picture. Throws UsageError if it is empty or too large.
Picture make_picture(size_t width, size_t height);

/// Whether the bytes of a file look like PNG.
bool is_png(const std::string &bytes);

/// Reads a picture from the bytes of a PNG file. Throws UsageError with what is wrong, without the
/// file's name.
Picture decode_png(const std::string &bytes);

/// Writes a PNG file. Throws UsageError with the file's name and the reason.
void write_png(const std::string &path, const Picture &picture);

}  // namespace mux::tools
