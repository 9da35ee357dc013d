#include "muxdemo/reference.h"

#include <algorithm>
#include <cmath>

#include "muxdemo/look.h"

namespace mux::demo {

namespace {

// A plane that repeats its border pixels outside.
class Plane {
 public:
  Plane(const std::vector<float> &values, const Picture &picture)
      : values_(values),
        width_(static_cast<std::ptrdiff_t>(picture.width)),
        height_(static_cast<std::ptrdiff_t>(picture.height)) {}

  std::ptrdiff_t width() const { return width_; }
  std::ptrdiff_t height() const { return height_; }
  float at(std::ptrdiff_t x, std::ptrdiff_t y) const {
    const std::ptrdiff_t column = std::clamp<std::ptrdiff_t>(x, 0, width_ - 1);
    const std::ptrdiff_t row = std::clamp<std::ptrdiff_t>(y, 0, height_ - 1);
    return values_[static_cast<size_t>(row * width_ + column)];
  }

 private:
  const std::vector<float> &values_;
  std::ptrdiff_t width_;
  std::ptrdiff_t height_;
};

// Calls `compute(x, y)` for every pixel, row by row.
template <class Compute>
std::vector<float> map_plane(const Plane &plane, Compute compute) {
  std::vector<float> result;
  result.reserve(static_cast<size_t>(plane.width() * plane.height()));
  for (std::ptrdiff_t y = 0; y < plane.height(); ++y) {
    for (std::ptrdiff_t x = 0; x < plane.width(); ++x) {
      result.push_back(compute(x, y));
    }
  }
  return result;
}

std::vector<float> luminance_of(const Picture &picture) {
  std::vector<float> result(picture.pixels());
  for (size_t index = 0; index < result.size(); ++index) {
    const uint8_t *pixel = &picture.rgba[index * 4];
    const float red = static_cast<float>(pixel[0]) / 255.0f;
    const float green = static_cast<float>(pixel[1]) / 255.0f;
    const float blue = static_cast<float>(pixel[2]) / 255.0f;
    result[index] = red * 0.2126f + green * 0.7152f + blue * 0.0722f;
  }
  return result;
}

std::vector<float> blur(const Plane &plane, std::ptrdiff_t step_x, std::ptrdiff_t step_y) {
  const std::vector<float> weights = blur_weights();
  return map_plane(plane, [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    float sum = 0.0f;
    for (int tap = -blur_radius; tap <= blur_radius; ++tap) {
      sum += weights[static_cast<size_t>(tap + blur_radius)] *
             plane.at(x + tap * step_x, y + tap * step_y);
    }
    return sum;
  });
}

std::vector<float> gradient_of(const Plane &plane) {
  return map_plane(plane, [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    float across = 0.0f;
    float down = 0.0f;
    for (std::ptrdiff_t offset = -1; offset <= 1; ++offset) {
      const float weight = offset == 0 ? 2.0f : 1.0f;
      across += weight * (plane.at(x + 1, y + offset) - plane.at(x - 1, y + offset));
      down += weight * (plane.at(x + offset, y + 1) - plane.at(x + offset, y - 1));
    }
    return std::sqrt(across * across + down * down);
  });
}

float smooth_step(float begin, float end, float value) {
  const float t = std::clamp((value - begin) / (end - begin), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

uint8_t to_byte(float value) {
  return static_cast<uint8_t>(std::nearbyint(std::clamp(value, 0.0f, 255.0f)));
}

Picture tone_mapped(const Picture &picture, const Developed &planes) {
  const Look look;
  Picture result = make_picture(picture.width, picture.height);
  for (size_t index = 0; index < picture.pixels(); ++index) {
    const float luminance = planes.luminance[index];
    const float edge = smooth_step(look.edge_begin, look.edge_end, planes.gradient[index]);
    const float detail = luminance - planes.blurred[index];
    const float sharp = std::max(luminance + look.sharpening * edge * detail, 0.0f);
    const float exposed = look.exposure * sharp;
    const float mapped =
        exposed * (1.0f + exposed / (look.exposure * look.exposure)) / (1.0f + exposed);
    const float gain = mapped / std::max(luminance, 1.0f / 255.0f);
    for (size_t channel = 0; channel < 3; ++channel) {
      const float color = static_cast<float>(picture.rgba[index * 4 + channel]) / 255.0f;
      result.rgba[index * 4 + channel] = to_byte(color * gain * 255.0f);
    }
    result.rgba[index * 4 + 3] = picture.rgba[index * 4 + 3];
  }
  return result;
}

}  // namespace

Developed develop_reference(const Picture &picture) {
  Developed result;
  result.luminance = luminance_of(picture);
  const std::vector<float> rows = blur(Plane(result.luminance, picture), 1, 0);
  result.blurred = blur(Plane(rows, picture), 0, 1);
  result.gradient = gradient_of(Plane(result.blurred, picture));
  result.picture = tone_mapped(picture, result);
  return result;
}

}  // namespace mux::demo
