/// @file
/// Comparison of the device's results with the reference.

#pragma once

#include "muxdemo/developed.h"

namespace mux::demo {

/// Both compute the same formulas, but may contract multiplications and additions, and add in
/// another order: single-precision values of about 1 after some twenty operations agree to a few
/// 1e-7. A color that close to the middle of two levels may be rounded to either.
inline constexpr float plane_tolerance = 1e-5f;
inline constexpr int picture_tolerance = 1;

/// The largest differences between two results.
struct Difference {
  float luminance;
  float blurred;
  float gradient;
  /// In levels of 255.
  int picture;

  bool within_tolerance() const;
};

/// NaN counts as an infinite difference.
Difference compare(const Developed &left, const Developed &right);

}  // namespace mux::demo
