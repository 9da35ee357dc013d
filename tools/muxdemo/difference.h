/// @file
/// Compares what the device computed with the plain computation.

#pragma once

#include "muxdemo/developed.h"

namespace mux::demo {

/// The two compute the same formulas, but may contract a multiplication and an addition into one
/// operation, and add in another order: single-precision values of about 1 after some twenty
/// operations agree to a few 1e-7. Where a color lies that close to the middle between two levels,
/// the two may round it to either.
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

/// A value that is not a number differs without limit.
Difference compare(const Developed &left, const Developed &right);

}  // namespace mux::demo
