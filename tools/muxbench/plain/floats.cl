// Mathematical functions and conversions.

#define FUNCTION(name, T, expression)                           \
  kernel void name(global const T *from, global T *to) {        \
    const size_t i = get_global_id(0);                          \
    const T x = from[i];                                        \
    to[i] = expression;                                         \
  }

FUNCTION(roots, float, sqrt(x))
FUNCTION(exponentials, float, exp(x) + exp2(x))
FUNCTION(logarithms, float, log(x) + log10(x))
FUNCTION(powers, float, pow(x, 1.7f))
FUNCTION(whole_powers, float, pown(x, 7))
FUNCTION(sines, float, sin(x) * cos(x))
FUNCTION(sines_of_large, float, sin(x * 1e8f))
FUNCTION(tangents, float, tan(x))
FUNCTION(angles, float, atan2(x, 0.7f) + asin(x * 0.5f))
FUNCTION(remainders, float, fmod(x * 1000.0f, 0.37f))
FUNCTION(scaled, float, ldexp(x, 12))
FUNCTION(rounded, float, floor(x * 9) + rint(x * 7) + trunc(x * 5))
FUNCTION(rounded_away, float, round(x * 9))
FUNCTION(cube_roots, float, cbrt(x))
FUNCTION(hypotenuses, float, hypot(x, 2.0f))
FUNCTION(error_function, float, erf(x))
FUNCTION(gamma, float, tgamma(x))
FUNCTION(log_gamma, float, lgamma(x))
FUNCTION(next_numbers, float, nextafter(x, 2.0f))
FUNCTION(limits, float, clamp(x, 0.6f, 1.2f) + fmin(x, 1.0f) + step(1.0f, x) + smoothstep(0.5f, 1.5f, x))
FUNCTION(polynomial, float, ((((x * 2 + 1) * x + 3) * x + 4) * x + 5) * x + 6)
FUNCTION(double_quotients, double, 1.0 / x + x / 3.0)
FUNCTION(double_roots, double, sqrt(x) + rsqrt(x))
FUNCTION(double_exponentials, double, exp(x))
FUNCTION(double_logarithms, double, log(x))
FUNCTION(double_sines, double, sin(x))
FUNCTION(double_powers, double, pow(x, 1.7))
FUNCTION(double_angles, double, atan2(x, 0.7))
FUNCTION(double_error_function, double, erf(x))
FUNCTION(double_hyperbolic, double, tanh(x))
FUNCTION(double_cube_roots, double, cbrt(x))

kernel void parts_of_numbers(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  int exponent;
  const float fraction = frexp(from[i], &exponent);
  float whole;
  to[i] = fraction + exponent + modf(from[i] * 10, &whole) + whole;
}

kernel void bytes_of_floats(global const float *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = convert_uchar_sat_rte(from[i] * 200);
}

kernel void shorts_of_floats(global const float *from, global short *to) {
  const size_t i = get_global_id(0);
  to[i] = convert_short_sat(from[i] * 30000);
}

kernel void floats_of_bytes(global const uchar *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] * (1.0f / 255);
}

kernel void floats_of_ulongs(global const ulong *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = (float)from[i];
}

kernel void longs_of_doubles(global const double *from, global long *to) {
  const size_t i = get_global_id(0);
  to[i] = convert_long_sat(from[i] * 1e6);
}

kernel void floats_of_halves(global const half *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = vload_half(i & 0xfff0, from);
}

kernel void halves_of_floats(global const float *from, global half *to) {
  const size_t i = get_global_id(0);
  vstore_half(from[i], i, to);
}

kernel void newton_steps(global const double *from, global double *to) {
  const double wanted = from[get_global_id(0)] * 100;
  double root = wanted;
  double before;
  do {
    before = root;
    root = 0.5 * (root + wanted / root);
  } while (fabs(root - before) > 1e-9 * root);
  to[get_global_id(0)] = root;
}
