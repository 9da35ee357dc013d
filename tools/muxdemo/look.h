/// @file
/// What the pipeline does to a picture, for the kernels and for the plain computation alike.

#pragma once

#include <cmath>
#include <vector>

namespace mux::demo {

/// The struct `Look` of photo.cl, member for member.
struct Look {
  float sharpening = 1.5f;
  float edge_begin = 0.02f;
  float edge_end = 0.25f;
  float exposure = 1.6f;
};

/// Pixels that the blur reaches in each direction.
inline constexpr int blur_radius = 6;

/// The Gaussian at -radius to radius, with the sum 1; at the radius, two standard deviations.
inline std::vector<float> blur_weights() {
  const double deviation = blur_radius / 2.0;
  std::vector<double> weights;
  double sum = 0;
  for (int distance = -blur_radius; distance <= blur_radius; ++distance) {
    weights.push_back(std::exp(-distance * distance / (2 * deviation * deviation)));
    sum += weights.back();
  }
  std::vector<float> normalized;
  normalized.reserve(weights.size());
  for (const double weight : weights) {
    normalized.push_back(static_cast<float>(weight / sum));
  }
  return normalized;
}

}  // namespace mux::demo
