/// @file
/// A picture in memory, with PNG input and output.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mux::tools {

/// Rows of RGBA bytes, top first.
struct Picture {
  size_t width = 0;
  size_t height = 0;
  std::vector<uint8_t> rgba;

  size_t pixels() const { return width * height; }
};

/// Upper limit of pixels, so that the kernels' coordinates fit in an int.
inline constexpr size_t max_pixels = size_t{1} << 29;

/// Allocates a picture. Throws UsageError if it is empty or too large.
Picture make_picture(size_t width, size_t height);

/// Whether the bytes of a file have the PNG signature.
bool is_png(const std::string &bytes);

/// Decodes the bytes of a PNG file. Throws UsageError with the reason, without the file's name.
Picture decode_png(const std::string &bytes);

/// Writes a PNG file. Throws UsageError with the file's name and the reason.
void write_png(const std::string &path, const Picture &picture);

}  // namespace mux::tools
