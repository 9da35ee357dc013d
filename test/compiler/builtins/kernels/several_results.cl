// One kernel for each function, and one that calls its vector version.

#define TERNARY_OF(NAME, T)                                                                     \
  kernel void NAME##_##T(global const T *x, global const T *y, global const T *z,               \
                         global T *out) {                                                       \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i], y[i], z[i]);                                                            \
  }                                                                                             \
  kernel void NAME##_##T##_by_four(global const T *x, global const T *y, global const T *z,     \
                                   global T *out) {                                             \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x), vload4(i, y), vload4(i, z)), i, out);                            \
  }
#define TERNARY(NAME) TERNARY_OF(NAME, float) TERNARY_OF(NAME, double)

TERNARY(fma) TERNARY(mad) TERNARY(clamp) TERNARY(mix) TERNARY(smoothstep)

// Functions with a second result, through pointers to each address space.
#define SECOND_RESULT_OF(NAME, T, SECOND)                                                       \
  kernel void NAME##_##T(global const T *x, global T *out, global SECOND *second) {             \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i], second + i);                                                            \
  }                                                                                             \
  kernel void NAME##_##T##_private(global const T *x, global T *out, global SECOND *second) {   \
    size_t i = get_global_id(0);                                                                \
    SECOND result;                                                                              \
    out[i] = NAME(x[i], &result);                                                               \
    second[i] = result;                                                                         \
  }                                                                                             \
  kernel void NAME##_##T##_by_four(global const T *x, global T *out, global SECOND *second) {   \
    size_t i = get_global_id(0);                                                                \
    SECOND##4 result;                                                                           \
    vstore4(NAME(vload4(i, x), &result), i, out);                                               \
    vstore4(result, i, second);                                                                 \
  }
SECOND_RESULT_OF(fract, float, float) SECOND_RESULT_OF(fract, double, double)
SECOND_RESULT_OF(frexp, float, int) SECOND_RESULT_OF(frexp, double, int)
SECOND_RESULT_OF(lgamma_r, float, int) SECOND_RESULT_OF(lgamma_r, double, int)
SECOND_RESULT_OF(modf, float, float) SECOND_RESULT_OF(modf, double, double)
SECOND_RESULT_OF(sincos, float, float) SECOND_RESULT_OF(sincos, double, double)

#define REMQUO_OF(T)                                                                            \
  kernel void remquo_##T(global const T *x, global const T *y, global T *out,                   \
                         global int *quotients) {                                               \
    size_t i = get_global_id(0);                                                                \
    int quotient;                                                                               \
    out[i] = remquo(x[i], y[i], &quotient);                                                     \
    quotients[i] = quotient;                                                                    \
  }
REMQUO_OF(float)
REMQUO_OF(double)

#define ILOGB_OF(T)                                                                             \
  kernel void ilogb_##T(global const T *x, global int *out) {                                   \
    size_t i = get_global_id(0);                                                                \
    out[i] = ilogb(x[i]);                                                                       \
  }
ILOGB_OF(float)
ILOGB_OF(double)

kernel void nan_float(global const uint *x, global uint *out) {
  size_t i = get_global_id(0);
  out[i] = as_uint(nan(x[i]));
}

kernel void nan_double(global const ulong *x, global ulong *out) {
  size_t i = get_global_id(0);
  out[i] = as_ulong(nan(x[i]));
}

// A scalar with a vector.
kernel void mixed_float(global const float *x, global float *out, ulong count) {
  size_t i = get_global_id(0);
  float4 v = vload4(i, x);
  vstore4(fmin(v, 0.5f), i, out);
  vstore4(fmax(v, 0.5f), i, out + count);
  vstore4(min(v, 0.5f), i, out + 2 * count);
  vstore4(max(v, 0.5f), i, out + 3 * count);
  vstore4(clamp(v, -1.0f, 1.0f), i, out + 4 * count);
  vstore4(ldexp(v, 3), i, out + 5 * count);
  vstore4(mix(v, v + 1.0f, 0.25f), i, out + 6 * count);
  vstore4(step(0.5f, v), i, out + 7 * count);
  vstore4(smoothstep(0.0f, 1.0f, v), i, out + 8 * count);
}
