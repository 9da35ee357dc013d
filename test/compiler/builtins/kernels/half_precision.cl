// Functions of half: a kernel for each, and one that calls its version for vectors.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define UNARY(NAME)                                                                             \
  kernel void NAME##_half(global const half *x, global half *out) {                             \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i]);                                                                        \
  }                                                                                             \
  kernel void NAME##_half_by_four(global const half *x, global half *out) {                     \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x)), i, out);                                                        \
  }
UNARY(acos) UNARY(acosh) UNARY(acospi) UNARY(asin) UNARY(asinh) UNARY(asinpi) UNARY(atan)
UNARY(atanh) UNARY(atanpi) UNARY(cbrt) UNARY(ceil) UNARY(cos) UNARY(cosh) UNARY(cospi) UNARY(erf)
UNARY(erfc) UNARY(exp) UNARY(exp10) UNARY(exp2) UNARY(expm1) UNARY(fabs) UNARY(floor)
UNARY(lgamma) UNARY(log) UNARY(log10) UNARY(log1p) UNARY(log2) UNARY(logb) UNARY(rint)
UNARY(round) UNARY(rsqrt) UNARY(sin) UNARY(sinh) UNARY(sinpi) UNARY(sqrt) UNARY(tan) UNARY(tanh)
UNARY(tanpi) UNARY(tgamma) UNARY(trunc) UNARY(degrees) UNARY(radians) UNARY(sign)

#define BINARY(NAME)                                                                            \
  kernel void NAME##_half(global const half *x, global const half *y, global half *out) {       \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i], y[i]);                                                                  \
  }                                                                                             \
  kernel void NAME##_half_by_four(global const half *x, global const half *y,                   \
                                  global half *out) {                                           \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x), vload4(i, y)), i, out);                                          \
  }
#define sum(x, y) ((x) + (y))
#define difference(x, y) ((x) - (y))
#define product(x, y) ((x) * (y))
#define quotient(x, y) ((x) / (y))
BINARY(atan2) BINARY(atan2pi) BINARY(copysign) BINARY(fdim) BINARY(fmax) BINARY(fmin) BINARY(fmod)
BINARY(hypot) BINARY(maxmag) BINARY(minmag) BINARY(nextafter) BINARY(pow) BINARY(powr)
BINARY(remainder) BINARY(step) BINARY(sum) BINARY(difference) BINARY(product) BINARY(quotient)
BINARY(max) BINARY(min)

#define WITH_INTEGER(NAME)                                                                      \
  kernel void NAME##_half(global const half *x, global const int *n, global half *out) {        \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i], n[i]);                                                                  \
  }                                                                                             \
  kernel void NAME##_half_by_four(global const half *x, global const int *n,                    \
                                  global half *out) {                                           \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x), vload4(i, n)), i, out);                                          \
  }
WITH_INTEGER(ldexp) WITH_INTEGER(pown) WITH_INTEGER(rootn)

#define TERNARY(NAME)                                                                           \
  kernel void NAME##_half(global const half *x, global const half *y, global const half *z,     \
                          global half *out) {                                                   \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i], y[i], z[i]);                                                            \
  }                                                                                             \
  kernel void NAME##_half_by_four(global const half *x, global const half *y,                   \
                                  global const half *z, global half *out) {                     \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x), vload4(i, y), vload4(i, z)), i, out);                            \
  }
TERNARY(fma) TERNARY(mad) TERNARY(mix) TERNARY(smoothstep)

#define SECOND_RESULT(NAME, SECOND)                                                             \
  kernel void NAME##_half(global const half *x, global half *out, global SECOND *second) {      \
    size_t i = get_global_id(0);                                                                \
    SECOND result;                                                                              \
    out[i] = NAME(x[i], &result);                                                               \
    second[i] = result;                                                                         \
  }                                                                                             \
  kernel void NAME##_half_by_four(global const half *x, global half *out,                       \
                                  global SECOND *second) {                                      \
    size_t i = get_global_id(0);                                                                \
    SECOND##4 result;                                                                           \
    vstore4(NAME(vload4(i, x), &result), i, out);                                               \
    vstore4(result, i, second);                                                                 \
  }
SECOND_RESULT(fract, half) SECOND_RESULT(modf, half) SECOND_RESULT(sincos, half)
SECOND_RESULT(frexp, int) SECOND_RESULT(lgamma_r, int)

kernel void remquo_half(global const half *x, global const half *y, global half *out,
                        global int *quotients) {
  size_t i = get_global_id(0);
  int quotient;
  out[i] = remquo(x[i], y[i], &quotient);
  quotients[i] = quotient;
}

kernel void ilogb_half(global const half *x, global int *out) {
  size_t i = get_global_id(0);
  out[i] = ilogb(x[i]);
}

kernel void nan_half(global const ushort *x, global ushort *out) {
  size_t i = get_global_id(0);
  out[i] = as_ushort(nan(x[i]));
}

// Conversions of C.
#define CONVERSION(T)                                                                           \
  kernel void half_of_##T(global const T *x, global half *out) {                                \
    size_t i = get_global_id(0);                                                                \
    out[i] = (half)x[i];                                                                        \
  }                                                                                             \
  kernel void T##_of_half(global const half *x, global T *out) {                                \
    size_t i = get_global_id(0);                                                                \
    out[i] = (T)x[i];                                                                           \
  }
CONVERSION(char) CONVERSION(ushort) CONVERSION(int) CONVERSION(uint) CONVERSION(long)
CONVERSION(ulong) CONVERSION(float) CONVERSION(double)

// A bit for each relation of two numbers.
kernel void relations_half(global const half *x, global const half *y, global int *out) {
  size_t i = get_global_id(0);
  half a = x[i], b = y[i];
  int bits = (a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5;
  bits |= isequal(a, b) << 6 | isnotequal(a, b) << 7 | isless(a, b) << 8 | isgreater(a, b) << 9;
  bits |= isunordered(a, b) << 10 | isfinite(a) << 11 | isinf(a) << 12 | isnan(a) << 13;
  bits |= isnormal(a) << 14 | signbit(a) << 15;
  out[i] = bits;
}

// A scalar with a vector, and lanes of other widths.
kernel void mixed_half(global const half *x, global half *out, ulong count) {
  size_t i = get_global_id(0);
  half4 v = vload4(i, x);
  vstore4(fmin(v, 0.5h), i, out);
  vstore4(fmax(v, 0.5h), i, out + count);
  vstore4(clamp(v, -1.0h, 1.0h), i, out + 2 * count);
  vstore4(ldexp(v, 3), i, out + 3 * count);
  vstore4(step(0.5h, v), i, out + 4 * count);
  vstore4(select(v, -v, isgreater(v, (half4)(1.0h))), i, out + 5 * count);
}

// Lengths, distances and products of vectors of four and of three.
kernel void geometry_half(global const half *x, global const half *y, global half *out) {
  size_t i = get_global_id(0);
  half4 a = vload4(i, x), b = vload4(i, y);
  out[i * 8] = length(a);
  out[i * 8 + 1] = distance(a, b);
  out[i * 8 + 2] = dot(a, b);
  out[i * 8 + 3] = length(normalize(a));
  vstore4(cross(a, b), i * 2 + 1, out);
}

// A sum in a loop is rounded after each step.
kernel void sums_half(global const half *x, global half *out, int steps) {
  size_t i = get_global_id(0);
  half sum = x[i];
  for (int k = 0; k < steps; ++k) {
    sum += x[i] * (half)0.125h;
  }
  out[i] = sum;
}
