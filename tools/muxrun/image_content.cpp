#include "muxrun/image_content.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "common/command_line.h"
#include "common/files.h"

namespace mux::run {

namespace {

constexpr double brightest = 255;

// The value of byte 255 of a picture: integer channels keep their values.
double unit_of(const PixelFormat &format) {
  const bool is_integer = format.coding == ChannelCoding::signed_integer ||
                          format.coding == ChannelCoding::unsigned_integer;
  return is_integer ? brightest : 1;
}

// Calls `visit` with the index and address of every pixel.
template <class Visit>
void for_each_pixel(const PixelFormat &format, std::span<std::byte> bytes, Visit visit) {
  const size_t size = format.size();
  for (size_t pixel = 0; pixel < bytes.size() / size; ++pixel) {
    visit(pixel, bytes.data() + pixel * size);
  }
}

struct ImageFill {
  const ImageArgument &image;
  std::span<std::byte> bytes;

  void operator()(const Zeros &) const { std::memset(bytes.data(), 0, bytes.size()); }

  // Rejected for images by the command line parser.
  void operator()(const Iota &) const {}

  void operator()(const Random &random) const {
    std::mt19937_64 generator(random.seed);
    if (image.format.coding != ChannelCoding::floating_point) {
      for (std::byte &byte : bytes) {
        byte = static_cast<std::byte>(generator());
      }
      return;
    }
    // As many bits as the narrower type represents exactly, so that the result is not rounded to 1.
    const int precision = image.format.bits == 16 ? 11 : 24;
    for_each_pixel(image.format, bytes, [&](size_t, std::byte *out) {
      Color color;
      for (double &component : color) {
        component = std::ldexp(static_cast<double>(generator() >> (64 - precision)), -precision);
      }
      store_pixel(image.format, color, out);
    });
  }

  void operator()(const FileContent &file) const {
    const std::string content = tools::read_file(file.path);
    if (tools::is_png(content)) {
      fill_with(read_picture(file.path, content), file.path);
      return;
    }
    if (content.size() != bytes.size()) {
      throw tools::UsageError("file '" + file.path + "' is not PNG and has " +
                              std::to_string(content.size()) + " bytes, but the image has " +
                              std::to_string(bytes.size()));
    }
    std::memcpy(bytes.data(), content.data(), content.size());
  }

 private:
  static tools::Picture read_picture(const std::string &path, const std::string &content) {
    try {
      return tools::decode_png(content);
    } catch (const tools::UsageError &error) {
      throw tools::UsageError("cannot read the picture '" + path + "': " + error.what());
    }
  }

  void fill_with(const tools::Picture &picture, const std::string &path) const {
    if (image.dimensions != 2 || picture.width != image.sizes[0] ||
        picture.height != image.sizes[1]) {
      throw tools::UsageError("the picture '" + path + "' has " + std::to_string(picture.width) +
                              "x" + std::to_string(picture.height) + " pixels, but the image has " +
                              image.size_text());
    }
    const double unit = unit_of(image.format);
    for_each_pixel(image.format, bytes, [&](size_t pixel, std::byte *out) {
      Color color;
      for (size_t component = 0; component < color.size(); ++component) {
        color[component] = picture.rgba[pixel * 4 + component] / brightest * unit;
      }
      store_pixel(image.format, color, out);
    });
  }
};

}  // namespace

void fill(const ImageArgument &image, std::span<std::byte> bytes) {
  std::visit(ImageFill{image, bytes}, image.content);
}

tools::Picture to_picture(const ImageArgument &image, std::span<const std::byte> bytes) {
  tools::Picture picture = tools::make_picture(image.sizes[0], image.sizes[1]);
  const double unit = unit_of(image.format);
  for (size_t pixel = 0; pixel < picture.pixels(); ++pixel) {
    Color color = load_pixel(image.format, bytes.data() + pixel * image.format.size());
    if (!image.format.has_alpha()) {
      color[3] = unit;
    }
    for (size_t component = 0; component < color.size(); ++component) {
      const double bright = color[component] / unit * brightest;
      picture.rgba[pixel * 4 + component] = static_cast<uint8_t>(
          std::isnan(bright) ? 0 : std::nearbyint(std::clamp(bright, 0.0, brightest)));
    }
  }
  return picture;
}

}  // namespace mux::run
