#include "muxdemo/difference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace mux::demo {

namespace {

float compare_planes(const std::vector<float> &left, const std::vector<float> &right) {
  float largest = 0.0f;
  for (size_t index = 0; index < left.size(); ++index) {
    const float difference = std::fabs(left[index] - right[index]);
    largest = std::isnan(difference) ? std::numeric_limits<float>::infinity()
                                     : std::max(largest, difference);
  }
  return largest;
}

int compare_pictures(const Picture &left, const Picture &right) {
  int largest = 0;
  for (size_t index = 0; index < left.rgba.size(); ++index) {
    largest = std::max(largest, std::abs(left.rgba[index] - right.rgba[index]));
  }
  return largest;
}

}  // namespace

bool Difference::within_tolerance() const {
  return luminance <= plane_tolerance && blurred <= plane_tolerance &&
         gradient <= plane_tolerance && picture <= picture_tolerance;
}

Difference compare(const Developed &left, const Developed &right) {
  return {
      compare_planes(left.luminance, right.luminance), compare_planes(left.blurred, right.blurred),
      compare_planes(left.gradient, right.gradient), compare_pictures(left.picture, right.picture)};
}

}  // namespace mux::demo
