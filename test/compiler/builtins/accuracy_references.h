/// @file
/// References for floating-point functions that are right to the last bit of a long double: MPFR
/// with 128 bits. One thread at a time.

#pragma once

#include <string_view>

namespace mux::compiler::test {

/// Of one number, or NULL where the reference of mathematics.h is exact.
using UnaryReference = long double (*)(long double);
UnaryReference precise_unary(std::string_view function);

/// Of two numbers; the same.
using BinaryReference = long double (*)(long double, long double);
BinaryReference precise_binary(std::string_view function);

long double precise_power_of_integer(long double x, int n);
long double precise_root(long double x, int n);

}  // namespace mux::compiler::test
