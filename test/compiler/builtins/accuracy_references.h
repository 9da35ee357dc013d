/// @file
/// References for floating-point functions with the full precision of long double: MPFR with 128
/// bits. Not thread-safe.

#pragma once

#include <string_view>

namespace mux::compiler::test {

/// Of one argument, or NULL if the reference of mathematics.h is exact.
using UnaryReference = long double (*)(long double);
UnaryReference precise_unary(std::string_view function);

/// Of two arguments, or NULL.
using BinaryReference = long double (*)(long double, long double);
BinaryReference precise_binary(std::string_view function);

long double precise_power_of_integer(long double x, int n);
long double precise_root(long double x, int n);

}  // namespace mux::compiler::test
