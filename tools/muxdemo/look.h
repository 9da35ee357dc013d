/// @file
/// Parameters of the pipeline, common to the kernels and the reference.

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

/// The radius of the blur in pixels.
inline constexpr int blur_radius = 6;

/// The Gaussian from -radius to radius, normalized to sum 1; the radius is two standard deviations.
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
