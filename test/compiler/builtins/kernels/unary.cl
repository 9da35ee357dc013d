// One kernel for each function, and one that calls its vector version.

#define UNARY_OF(NAME, T)                                                                       \
  kernel void NAME##_##T(global const T *x, global T *out) {                                    \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i]);                                                                        \
  }                                                                                             \
  kernel void NAME##_##T##_by_four(global const T *x, global T *out) {                          \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x)), i, out);                                                        \
  }
#define UNARY(NAME) UNARY_OF(NAME, float) UNARY_OF(NAME, double)

UNARY(acos) UNARY(acosh) UNARY(acospi) UNARY(asin) UNARY(asinh) UNARY(asinpi) UNARY(atan)
UNARY(atanh) UNARY(atanpi) UNARY(cbrt) UNARY(ceil) UNARY(cos) UNARY(cosh) UNARY(cospi) UNARY(erf)
UNARY(erfc) UNARY(exp) UNARY(exp10) UNARY(exp2) UNARY(expm1) UNARY(fabs) UNARY(floor)
UNARY(lgamma) UNARY(log) UNARY(log10) UNARY(log1p) UNARY(log2) UNARY(logb) UNARY(rint)
UNARY(round) UNARY(rsqrt) UNARY(sin) UNARY(sinh) UNARY(sinpi) UNARY(sqrt) UNARY(tan) UNARY(tanh)
UNARY(tanpi) UNARY(tgamma) UNARY(trunc) UNARY(degrees) UNARY(radians) UNARY(sign)

UNARY_OF(half_cos, float) UNARY_OF(half_exp, float) UNARY_OF(half_exp10, float)
UNARY_OF(half_exp2, float) UNARY_OF(half_log, float) UNARY_OF(half_log10, float)
UNARY_OF(half_log2, float) UNARY_OF(half_recip, float) UNARY_OF(half_rsqrt, float)
UNARY_OF(half_sin, float) UNARY_OF(half_sqrt, float) UNARY_OF(half_tan, float)
UNARY_OF(native_cos, float) UNARY_OF(native_exp, float) UNARY_OF(native_exp10, float)
UNARY_OF(native_exp2, float) UNARY_OF(native_log, float) UNARY_OF(native_log10, float)
UNARY_OF(native_log2, float) UNARY_OF(native_recip, float) UNARY_OF(native_rsqrt, float)
UNARY_OF(native_sin, float) UNARY_OF(native_sqrt, float) UNARY_OF(native_tan, float)
