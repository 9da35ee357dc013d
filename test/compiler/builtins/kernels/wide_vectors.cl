// Functions of vectors that are computed lane by lane in a loop.

#define UNARY_OF(NAME, T, LANES)                                                                \
  kernel void NAME##_##T(global const T *x, global T *out) {                                    \
    size_t i = get_global_id(0);                                                                \
    vstore##LANES(NAME(vload##LANES(i, x)), i, out);                                            \
  }
#define BINARY_OF(NAME, T, U, LANES)                                                            \
  kernel void NAME##_##T(global const T *x, global const U *y, global T *out) {                 \
    size_t i = get_global_id(0);                                                                \
    vstore##LANES(NAME(vload##LANES(i, x), vload##LANES(i, y)), i, out);                        \
  }

UNARY_OF(sin, float, 16) UNARY_OF(sin, double, 8) UNARY_OF(tgamma, float, 8)
BINARY_OF(pow, float, float, 16) BINARY_OF(pow, double, double, 8)
BINARY_OF(ldexp, float, int, 8) BINARY_OF(ldexp, double, int, 16)

kernel void fract_float(global const float *x, global float *out, global float *below) {
  size_t i = get_global_id(0);
  vstore16(fract(vload16(i, x), (global float16 *)below + i), i, out);
}
kernel void fract_double(global const double *x, global double *out, global double *below) {
  size_t i = get_global_id(0);
  double8 private_below;
  vstore8(fract(vload8(i, x), &private_below), i, out);
  vstore8(private_below, i, below);
}
