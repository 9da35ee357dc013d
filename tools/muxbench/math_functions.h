// Table of `muxbench math`: mathematical functions of OpenCL C, their argument ranges, and their
// equivalents in other libraries.
#pragma once

#include <span>
#include <string>

namespace mux::bench {

template <typename T>
using UnaryMath = T (*)(T);
template <typename T>
using BinaryMath = T (*)(T, T);

// Arguments are evenly spaced between the bounds.
struct MathFunction {
  const char *name;
  double low;
  double high;
  // SLEEF's function name with the suffix of its error bound, as in sin_u35; NULL if there is none
  // of about the precision that OpenCL requires.
  const char *sleef;
  // The functions of the C library, or NULL. A function has one argument or two.
  UnaryMath<float> unary_float = nullptr;
  UnaryMath<double> unary_double = nullptr;
  BinaryMath<float> binary_float = nullptr;
  BinaryMath<double> binary_double = nullptr;
  bool takes_two = false;
  // Besides float: native_ and half_ functions have no double form.
  bool takes_double = true;

  template <typename T>
  UnaryMath<T> unary() const;
  template <typename T>
  BinaryMath<T> binary() const;
};

template <>
inline UnaryMath<float> MathFunction::unary() const {
  return unary_float;
}
template <>
inline UnaryMath<double> MathFunction::unary() const {
  return unary_double;
}
template <>
inline BinaryMath<float> MathFunction::binary() const {
  return binary_float;
}
template <>
inline BinaryMath<double> MathFunction::binary() const {
  return binary_double;
}

std::span<const MathFunction> math_functions();

// The source of a program with a kernel NAME_float for each function, and NAME_double if it has a
// double form: arrays of arguments, then the array of results.
std::string math_source();

}  // namespace mux::bench
