// One kernel for each function, and one that calls its vector version.

#define BINARY_OF(NAME, T)                                                                      \
  kernel void NAME##_##T(global const T *x, global const T *y, global T *out) {                 \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i], y[i]);                                                                  \
  }                                                                                             \
  kernel void NAME##_##T##_by_four(global const T *x, global const T *y, global T *out) {       \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x), vload4(i, y)), i, out);                                          \
  }
#define BINARY(NAME) BINARY_OF(NAME, float) BINARY_OF(NAME, double)

#define WITH_INTEGER_OF(NAME, T)                                                                \
  kernel void NAME##_##T(global const T *x, global const int *n, global T *out) {               \
    size_t i = get_global_id(0);                                                                \
    out[i] = NAME(x[i], n[i]);                                                                  \
  }                                                                                             \
  kernel void NAME##_##T##_by_four(global const T *x, global const int *n, global T *out) {     \
    size_t i = get_global_id(0);                                                                \
    vstore4(NAME(vload4(i, x), vload4(i, n)), i, out);                                          \
  }
#define WITH_INTEGER(NAME) WITH_INTEGER_OF(NAME, float) WITH_INTEGER_OF(NAME, double)

BINARY(atan2) BINARY(atan2pi) BINARY(copysign) BINARY(fdim) BINARY(fmax) BINARY(fmin) BINARY(fmod)
BINARY(hypot) BINARY(maxmag) BINARY(minmag) BINARY(nextafter) BINARY(pow) BINARY(powr)
BINARY(remainder) BINARY(max) BINARY(min) BINARY(step)
BINARY_OF(half_divide, float) BINARY_OF(half_powr, float) BINARY_OF(native_divide, float)
BINARY_OF(native_powr, float)

WITH_INTEGER(ldexp) WITH_INTEGER(pown) WITH_INTEGER(rootn)
