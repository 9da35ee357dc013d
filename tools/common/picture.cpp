#include "common/picture.h"

#include <png.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "common/command_line.h"

namespace mux::tools {

namespace {

// Frees memory of libpng's simplified interface, also after an exception.
struct Image {
  Image() {
    std::memset(&image, 0, sizeof(image));
    image.version = PNG_IMAGE_VERSION;
  }
  Image(const Image &) = delete;
  Image &operator=(const Image &) = delete;
  ~Image() { png_image_free(&image); }

  png_image image;
};

}  // namespace

Picture make_picture(size_t width, size_t height) {
  if (width == 0 || height == 0 || width >= max_pixels / height) {
    throw UsageError("a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                     " pixels is not supported");
  }
  return {width, height, std::vector<uint8_t>(width * height * 4)};
}

bool is_png(const std::string &bytes) {
  return bytes.size() >= 8 &&
         png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) == 0;
}

Picture decode_png(const std::string &bytes) {
  Image reader;
  if (png_image_begin_read_from_memory(&reader.image, bytes.data(), bytes.size()) == 0) {
    throw UsageError(reader.image.message);
  }
  reader.image.format = PNG_FORMAT_RGBA;
  Picture picture = make_picture(reader.image.width, reader.image.height);
  if (png_image_finish_read(&reader.image, nullptr, picture.rgba.data(), 0, nullptr) == 0) {
    throw UsageError(reader.image.message);
  }
  return picture;
}

void write_png(const std::string &path, const Picture &picture) {
  Image writer;
  writer.image.width = static_cast<png_uint_32>(picture.width);
  writer.image.height = static_cast<png_uint_32>(picture.height);
  writer.image.format = PNG_FORMAT_RGBA;
  // Better compression of photographs takes several times as long for little gain.
  writer.image.flags = PNG_IMAGE_FLAG_FAST;
  errno = 0;
  if (png_image_write_to_file(&writer.image, path.c_str(), 0, picture.rgba.data(), 0, nullptr) ==
      0) {
    throw UsageError("cannot write '" + path +
                     "': " + (errno != 0 ? std::strerror(errno) : writer.image.message));
  }
}

}  // namespace mux::tools
