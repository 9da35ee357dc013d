/// @file
/// Maps coordinates to pixels: addressing modes and filters of OpenCL C 3.0, section 8.2. Each
/// dimension is computed independently. Thread-safe.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"
#include "compiler/images/conversions.h"

namespace mux::compiler::images {

/// The index of a pixel that has the border color.
inline constexpr int64_t outside = -1;

/// Applies the addressing mode to the index of a pixel.
inline int64_t wrap(int64_t index, uint32_t pixels, uint32_t sampler) {
  const auto size = static_cast<int64_t>(pixels);
  if (index >= 0 && index < size) {
    return index;
  }
  switch (sampler & sampler_bits::address_mask) {
    case sampler_bits::address_clamp_to_edge:
      return std::clamp<int64_t>(index, 0, size - 1);
    case sampler_bits::address_repeat: {
      const int64_t rest = index % size;
      return rest < 0 ? rest + size : rest;
    }
    case sampler_bits::address_mirrored_repeat: {
      int64_t rest = index % (2 * size);
      rest = rest < 0 ? rest + 2 * size : rest;
      return rest < size ? rest : 2 * size - 1 - rest;
    }
    default:
      return outside;
  }
}

/// Converts a coordinate to pixels. Normalized coordinates with a repeating mode are reduced to the
/// image.
inline float scale_coordinate(float coordinate, uint32_t pixels, uint32_t sampler) {
  const uint32_t mode = sampler & sampler_bits::address_mask;
  const bool mirrors = mode == sampler_bits::address_mirrored_repeat;
  const bool repeats = mirrors || mode == sampler_bits::address_repeat;
  if (repeats && !std::isfinite(coordinate)) {
    coordinate = 0.0F;
  }
  if ((sampler & sampler_bits::normalized_coordinates) == 0) {
    return coordinate;
  }
  if (mirrors) {
    coordinate = std::fabs(coordinate - 2.0F * rint(0.5F * coordinate));
  } else if (repeats) {
    coordinate -= floor(coordinate);
  }
  return coordinate * static_cast<float>(pixels);
}

inline int64_t nearest(float coordinate, uint32_t pixels, uint32_t sampler) {
  return wrap(floor_to_integer(scale_coordinate(coordinate, pixels, sampler)), pixels, sampler);
}

inline int64_t nearest(int32_t coordinate, uint32_t pixels, uint32_t sampler) {
  return wrap(coordinate, pixels, sampler);
}

/// Two neighbors in one dimension and the weights of their colors.
struct Neighbors {
  int64_t index[2];
  float weight[2];
};

inline Neighbors linear(float coordinate, uint32_t pixels, uint32_t sampler) {
  const float center = scale_coordinate(coordinate, pixels, sampler) - 0.5F;
  const int64_t first = floor_to_integer(center);
  const float rest = is_fraction(center) ? center - static_cast<float>(first) : 0.0F;
  return {{wrap(first, pixels, sampler), wrap(first + 1, pixels, sampler)}, {1.0F - rest, rest}};
}

/// The layer of an array: rounded and clamped, regardless of the sampler.
inline int64_t layer(float coordinate, uint32_t layers) {
  return std::clamp<int64_t>(round_to_integer(coordinate), 0, std::max(layers, 1U) - 1);
}

inline int64_t layer(int32_t coordinate, uint32_t layers) {
  return std::clamp<int64_t>(coordinate, 0, std::max(layers, 1U) - 1);
}

}  // namespace mux::compiler::images
