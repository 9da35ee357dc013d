// What `muxbench math` measures: mathematical functions of OpenCL C, the numbers they are given,
// and what the same function is called elsewhere.
//
// Plain data.
#pragma once

#include <span>
#include <string>

namespace mux::bench {

template <typename T>
using UnaryMath = T (*)(T);
template <typename T>
using BinaryMath = T (*)(T, T);

// Arguments are spread evenly between the bounds.
struct MathFunction {
  const char *name;
  double low;
  double high;
  // The name of SLEEF's function with the bound of its error, as in sin_u35; NULL if there is none
  // of about the precision that OpenCL asks for.
  const char *sleef;
  // Those of the C library, or NULL. A function has one argument or two.
  UnaryMath<float> unary_float = nullptr;
  UnaryMath<double> unary_double = nullptr;
  BinaryMath<float> binary_float = nullptr;
  BinaryMath<double> binary_double = nullptr;
  bool takes_two = false;
  // Beside float: no native_ or half_ function does.
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

// The source of a program with a kernel NAME_float for each function, and NAME_double where there
// is one: arrays of arguments, then that of results.
std::string math_source();

}  // namespace mux::bench
