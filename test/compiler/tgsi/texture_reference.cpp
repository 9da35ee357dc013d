#include "texture_reference.h"

#include <mux/gallium/state.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

namespace mux::test {
namespace {

constexpr uint32_t texel_bytes = 16;
constexpr unsigned identity[] = {0, 1, 2, 3};

double from_bits(uint32_t bits) {
  return std::bit_cast<float>(bits);
}

/// A texel and its weight; outside is the border.
struct Tap {
  int index = 0;
  double weight = 1;
};

int mirrored(int index) {
  return index < 0 ? -1 - index : index;
}

int wrap_index(int index, int size, uint32_t mode) {
  switch (mode) {
    case mux_gallium_wrap_repeat:
      return index - size * static_cast<int>(std::floor(double(index) / size));
    case mux_gallium_wrap_clamp_to_edge:
      return std::clamp(index, 0, size - 1);
    case mux_gallium_wrap_mirror_repeat: {
      const int period = 2 * size;
      const int rest = index - period * static_cast<int>(std::floor(double(index) / period));
      return size - 1 - mirrored(rest - size);
    }
    case mux_gallium_wrap_mirror_clamp:
    case mux_gallium_wrap_mirror_clamp_to_border:
      return mirrored(index);
    case mux_gallium_wrap_mirror_clamp_to_edge:
      return std::min(mirrored(index), size - 1);
    default:
      return index;
  }
}

/// One or two texels along an axis.
std::vector<Tap> taps(double place, int size, int offset, uint32_t mode, bool is_linear) {
  place += offset;
  if (mode == mux_gallium_wrap_clamp) {
    place = std::clamp(place, 0.0, double(size));
  } else if (mode == mux_gallium_wrap_mirror_clamp) {
    place = std::clamp(place, -double(size), double(size));
  }
  if (!is_linear) {
    const bool is_clamp = mode == mux_gallium_wrap_clamp || mode == mux_gallium_wrap_mirror_clamp;
    const int index = wrap_index(static_cast<int>(std::floor(place)), size, mode);
    return {{is_clamp ? std::clamp(index, 0, size - 1) : index, 1}};
  }
  const double below = std::floor(place - 0.5);
  const double fraction = place - 0.5 - below;
  const int first = static_cast<int>(below);
  return {{wrap_index(first, size, mode), 1 - fraction},
          {wrap_index(first + 1, size, mode), fraction}};
}

/// A place on a face, from 0 to 1.
struct FacePoint {
  int face;
  double s;
  double t;
};

FacePoint project(double x, double y, double z) {
  const double ax = std::fabs(x);
  const double ay = std::fabs(y);
  const double az = std::fabs(z);
  const auto point = [](int face, double s, double t, double major) {
    return FacePoint{face, (s / major + 1) / 2, (t / major + 1) / 2};
  };
  if (az >= ax && az >= ay) {
    return z < 0 ? point(5, -x, -y, az) : point(4, x, -y, az);
  }
  if (ay >= ax) {
    return y < 0 ? point(3, x, -z, ay) : point(2, x, z, ay);
  }
  return x < 0 ? point(1, z, -y, ax) : point(0, -z, -y, ax);
}

/// The direction of a place on the plane of a face.
std::array<double, 3> direction(const FacePoint &point) {
  const double s = 2 * point.s - 1;
  const double t = 2 * point.t - 1;
  switch (point.face) {
    case 0:
      return {1, -t, -s};
    case 1:
      return {-1, -t, s};
    case 2:
      return {s, 1, t};
    case 3:
      return {s, -1, -t};
    case 4:
      return {s, -t, 1};
    default:
      return {-s, -t, -1};
  }
}

class Sampling {
 public:
  Sampling(const ReferenceTexture &texture, const mux_gallium_sampler_layout_t &sampler,
           const ReferenceSample &sample)
      : texture_(texture), sampler_(sampler), sample_(sample) {}

  Color filter(uint32_t level, bool is_linear) const {
    const bool is_seamless = sample_.is_cube && sampler_.seamless_cube_map != 0 && is_linear;
    Color sum = {};
    if (is_seamless) {
      const std::vector<WeightedColor> colors = seamless(level);
      for (const WeightedColor &color : colors) {
        add(sum, color.color, color.weight);
      }
      return sum;
    }
    for (const WeightedColor &color : plain(level, is_linear)) {
      add(sum, color.color, color.weight);
    }
    return sum;
  }

  /// In the order of the lower row, then the upper one.
  std::vector<Color> footprint() const {
    const bool is_seamless = sample_.is_cube && sampler_.seamless_cube_map != 0;
    std::vector<Color> colors;
    for (const WeightedColor &color : is_seamless ? seamless_taps(0) : plain(0, true)) {
      colors.push_back(color.color);
    }
    return colors;
  }

 private:
  struct WeightedColor {
    Color color;
    double weight;
    bool is_corner = false;
  };

  static void add(Color &sum, const Color &color, double weight) {
    for (size_t i = 0; i < sum.size(); ++i) {
      sum[i] += weight == 0 ? 0 : color[i] * weight;
    }
  }

  Color texel(uint32_t level, int x, int y, int z) const {
    const ReferenceTexture::Level &from = texture_.levels[level];
    Color color;
    if (x >= 0 && y >= 0 && z >= 0 && x < int(from.width) && y < int(from.height) &&
        z < int(from.depth)) {
      color = texture_.texel(level, x, y, z);
    } else {
      for (size_t i = 0; i < color.size(); ++i) {
        color[i] = from_bits(sampler_.border_color[i]);
      }
    }
    if (sample_.compares) {
      color.fill(passes(color[0]) ? 1 : 0);
    }
    return color;
  }

  bool passes(double depth) const {
    const double reference = sample_.reference;
    const bool results[] = {false,
                            reference < depth,
                            reference == depth,
                            reference <= depth,
                            reference > depth,
                            reference != depth,
                            reference >= depth,
                            true};
    return results[sampler_.compare_func];
  }

  int layer(uint32_t level) const {
    if (!sample_.has_layers) {
      return 0;
    }
    const int faces = sample_.is_cube ? 6 : 1;
    const int count = static_cast<int>(texture_.levels[level].depth) / faces;
    return faces * std::clamp(static_cast<int>(std::floor(sample_.layer + 0.5)), 0, count - 1);
  }

  FacePoint face_point() const {
    return project(sample_.coordinates[0], sample_.coordinates[1], sample_.coordinates[2]);
  }

  std::vector<WeightedColor> plain(uint32_t level, bool is_linear) const {
    const ReferenceTexture::Level &from = texture_.levels[level];
    std::array<double, 3> place = sample_.coordinates;
    int z = layer(level);
    if (sample_.is_cube) {
      const FacePoint point = face_point();
      place = {point.s, point.t, 0};
      z += point.face;
    }
    const bool in_texels = sample_.is_rectangle || sampler_.unnormalized_coords != 0;
    const auto axis = [&](size_t index, uint32_t size, uint32_t mode) {
      const bool is_edge = sample_.is_cube && sampler_.seamless_cube_map != 0;
      return taps(place[index] * (in_texels ? 1 : size), static_cast<int>(size),
                  sample_.offset[index], is_edge ? uint32_t{mux_gallium_wrap_clamp_to_edge} : mode,
                  is_linear);
    };
    const std::vector<Tap> one = {{0, 1}};
    const bool is_deep = texture_.dimensions == 3 && !sample_.is_cube;
    const std::vector<Tap> columns = axis(0, from.width, sampler_.wrap_s);
    const std::vector<Tap> rows =
        texture_.dimensions < 2 ? one : axis(1, from.height, sampler_.wrap_t);
    const std::vector<Tap> slices = is_deep ? axis(2, from.depth, sampler_.wrap_r) : one;
    std::vector<WeightedColor> colors;
    for (const Tap &slice : slices) {
      for (const Tap &row : rows) {
        for (const Tap &column : columns) {
          colors.push_back({texel(level, column.index, row.index, is_deep ? slice.index : z),
                            slice.weight * row.weight * column.weight});
        }
      }
    }
    return colors;
  }

  /// A texel beyond an edge is the one that the direction to its center meets.
  std::vector<WeightedColor> seamless_taps(uint32_t level) const {
    const double size = texture_.levels[level].width;
    const FacePoint point = face_point();
    const double x = std::floor(point.s * size - 0.5);
    const double y = std::floor(point.t * size - 0.5);
    std::vector<WeightedColor> colors;
    for (int tap = 0; tap < 4; ++tap) {
      const double column = x + tap % 2;
      const double row = y + tap / 2;
      const double weight = (1 - std::fabs(column - (point.s * size - 0.5))) *
                            (1 - std::fabs(row - (point.t * size - 0.5)));
      const bool is_corner = (column < 0 || column >= size) && (row < 0 || row >= size);
      const std::array<double, 3> to =
          direction({point.face, (column + 0.5) / size, (row + 0.5) / size});
      const FacePoint found = project(to[0], to[1], to[2]);
      colors.push_back({texel(level, static_cast<int>(found.s * size),
                              static_cast<int>(found.t * size), layer(level) + found.face),
                        weight, is_corner});
    }
    fill_corner(colors);
    return colors;
  }

  std::vector<WeightedColor> seamless(uint32_t level) const { return seamless_taps(level); }

  /// A corner is the mean of the other three.
  static void fill_corner(std::vector<WeightedColor> &colors) {
    for (WeightedColor &corner : colors) {
      if (corner.is_corner) {
        corner.color = {};
        for (const WeightedColor &other : colors) {
          add(corner.color, other.color, &other == &corner ? 0 : 1 / 3.0);
        }
      }
    }
  }

  const ReferenceTexture &texture_;
  const mux_gallium_sampler_layout_t &sampler_;
  const ReferenceSample &sample_;
};

}  // namespace

ReferenceTexture::ReferenceTexture(unsigned dimensions, std::array<uint32_t, 3> size,
                                   uint32_t layers, uint32_t level_count, uint32_t seed)
    : dimensions(dimensions) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> numbers(0, 1);
  for (uint32_t index = 0; index < level_count; ++index) {
    Level level;
    level.width = std::max(size[0] >> index, 1U);
    level.height = dimensions < 2 ? 1 : std::max(size[1] >> index, 1U);
    level.depth = layers * (dimensions < 3 ? 1 : std::max(size[2] >> index, 1U));
    level.texels.resize(size_t{level.width} * level.height * level.depth);
    for (Color &color : level.texels) {
      for (double &value : color) {
        value = numbers(random);
      }
    }
    levels.push_back(std::move(level));
  }
}

const Color &ReferenceTexture::texel(uint32_t level, int x, int y, int z) const {
  const Level &from = levels[level];
  return from.texels[(size_t(z) * from.height + size_t(y)) * from.width + size_t(x)];
}

std::vector<uint32_t> ReferenceTexture::words() const {
  std::vector<uint32_t> words;
  for (const Level &level : levels) {
    for (const Color &color : level.texels) {
      for (const double value : color) {
        words.push_back(std::bit_cast<uint32_t>(static_cast<float>(value)));
      }
    }
  }
  return words;
}

mux_gallium_view_layout_t ReferenceTexture::layout() const {
  mux_gallium_view_layout_t layout = {};
  layout.block_bytes = texel_bytes;
  layout.samples = 1;
  layout.level_count = static_cast<uint32_t>(levels.size());
  std::copy(std::begin(identity), std::end(identity), layout.swizzle);
  for (size_t index = 0; index < levels.size(); ++index) {
    const Level &from = levels[index];
    layout.levels[index] = {layout.size,
                            uint64_t{from.width} * texel_bytes,
                            uint64_t{from.width} * from.height * texel_bytes,
                            from.width,
                            from.height,
                            from.depth,
                            0};
    layout.size += from.texels.size() * texel_bytes;
  }
  // Four floats of 32 bits.
  layout.channel_types = 0x07070707;
  layout.channel_offsets = 0x60402000;
  layout.channel_bits = 0x20202020;
  return layout;
}

Color sample_reference(const ReferenceTexture &texture, const mux_gallium_sampler_layout_t &sampler,
                       const ReferenceSample &sample) {
  const Sampling sampling(texture, sampler, sample);
  const double level = std::clamp(sample.level + double(sampler.lod_bias), double(sampler.min_lod),
                                  double(sampler.max_lod));
  const double last = double(texture.levels.size()) - 1;
  if (level <= 0 || sampler.min_mip_filter == mux_gallium_mip_filter_none) {
    return sampling.filter(0, (level <= 0 ? sampler.mag_img_filter : sampler.min_img_filter) != 0);
  }
  const bool is_linear = sampler.min_img_filter != 0;
  if (sampler.min_mip_filter == mux_gallium_mip_filter_nearest) {
    const double nearest = std::clamp(std::ceil(level + 0.5) - 1, 0.0, last);
    return sampling.filter(static_cast<uint32_t>(nearest), is_linear);
  }
  const double below = std::min(std::floor(level), last);
  const double above = std::min(below + 1, last);
  const double fraction = std::min(level, last) - below;
  Color color = sampling.filter(static_cast<uint32_t>(below), is_linear);
  const Color other = sampling.filter(static_cast<uint32_t>(above), is_linear);
  for (size_t i = 0; i < color.size(); ++i) {
    color[i] += (other[i] - color[i]) * fraction;
  }
  return color;
}

Color gather_reference(const ReferenceTexture &texture, const mux_gallium_sampler_layout_t &sampler,
                       const ReferenceSample &sample, unsigned component) {
  const std::vector<Color> colors = Sampling(texture, sampler, sample).footprint();
  return {colors[2][component], colors[3][component], colors[1][component], colors[0][component]};
}

}  // namespace mux::test
