/// @file
/// A picture in memory, and the files it comes from and goes to.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mux::demo {

/// Rows of RGBA bytes, from the top.
struct Picture {
  size_t width = 0;
  size_t height = 0;
  std::vector<uint8_t> rgba;

  size_t pixels() const { return width * height; }
};

/// A picture has fewer pixels than this, so that the kernels' coordinates fit in an int.
inline constexpr size_t max_pixels = size_t{1} << 29;

/// Reads a PNG or JPEG file, whatever its name.
///
/// @param[out] warning what is odd about the file, if it could be read nevertheless.
/// Throws tools::UsageError with the file's name and the reason.
Picture read_picture(const std::string &path, std::string &warning);

/// Writes a PNG file. Throws tools::UsageError with the file's name and the reason.
void write_png(const std::string &path, const Picture &picture);

/// The formats, each from the bytes of a file; the errors say what is wrong without the file's
/// name.
bool is_png(const std::string &bytes);
Picture decode_png(const std::string &bytes);
bool is_jpeg(const std::string &bytes);
Picture decode_jpeg(const std::string &bytes, std::string &warning);

/// Makes room for a picture. Throws tools::UsageError if it is empty or too large.
Picture make_picture(size_t width, size_t height);

}  // namespace mux::demo
