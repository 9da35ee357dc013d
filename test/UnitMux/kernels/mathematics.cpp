// A sample of the common, integer, relational, geometric and mathematical built-in functions.

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>

#include "fixtures.h"

namespace mux::test::mathematics {

namespace {

/// The error in ulp that OpenCL allows between `seen` and the exact value, for values that are not
/// tiny.
template <class Real>
bool within(Real seen, long double exact, double ulps) {
  if (std::isnan(exact)) {
    return std::isnan(seen);
  }
  const auto rounded = static_cast<Real>(exact);
  if (std::isinf(rounded)) {
    return seen == rounded;
  }
  const Real magnitude = std::fabs(rounded);
  const Real ulp =
      std::max(std::nextafter(magnitude, std::numeric_limits<Real>::infinity()) - magnitude,
               std::numeric_limits<Real>::denorm_min());
  return std::fabs(static_cast<long double>(seen) - exact) <= static_cast<long double>(ulp) * ulps;
}

struct Function {
  const char *expression;
  long double (*exact)(long double x, long double y);
  double ulps;
  /// Bounds of the arguments.
  double low;
  double high;
};

const Function functions[] = {
    {"sqrt(x)", [](long double x, long double) { return std::sqrt(x); }, 3, 0, 1000},
    {"rsqrt(x)", [](long double x, long double) { return 1 / std::sqrt(x); }, 2, 0.001, 1000},
    {"cbrt(x)", [](long double x, long double) { return std::cbrt(x); }, 2, -1000, 1000},
    {"exp(x)", [](long double x, long double) { return std::exp(x); }, 3, -80, 80},
    {"exp2(x)", [](long double x, long double) { return std::exp2(x); }, 3, -100, 100},
    {"exp10(x)", [](long double x, long double) { return std::pow(10.0L, x); }, 3, -30, 30},
    {"expm1(x)", [](long double x, long double) { return std::expm1(x); }, 3, -10, 10},
    {"log(x)", [](long double x, long double) { return std::log(x); }, 3, 0.001, 1000},
    {"log2(x)", [](long double x, long double) { return std::log2(x); }, 3, 0.001, 1000},
    {"log10(x)", [](long double x, long double) { return std::log10(x); }, 3, 0.001, 1000},
    {"log1p(x)", [](long double x, long double) { return std::log1p(x); }, 2, -0.9, 100},
    {"sin(x)", [](long double x, long double) { return std::sin(x); }, 4, -1000, 1000},
    {"cos(x)", [](long double x, long double) { return std::cos(x); }, 4, -1000, 1000},
    {"tan(x)", [](long double x, long double) { return std::tan(x); }, 5, -100, 100},
    {"asin(x)", [](long double x, long double) { return std::asin(x); }, 4, -1, 1},
    {"acos(x)", [](long double x, long double) { return std::acos(x); }, 4, -1, 1},
    {"atan(x)", [](long double x, long double) { return std::atan(x); }, 5, -100, 100},
    {"atan2(x, y)", [](long double x, long double y) { return std::atan2(x, y); }, 6, -10, 10},
    {"sinh(x)", [](long double x, long double) { return std::sinh(x); }, 4, -10, 10},
    {"cosh(x)", [](long double x, long double) { return std::cosh(x); }, 4, -10, 10},
    {"tanh(x)", [](long double x, long double) { return std::tanh(x); }, 5, -10, 10},
    {"asinh(x)", [](long double x, long double) { return std::asinh(x); }, 4, -100, 100},
    {"acosh(x)", [](long double x, long double) { return std::acosh(x); }, 4, 1, 100},
    {"atanh(x)", [](long double x, long double) { return std::atanh(x); }, 5, -0.99, 0.99},
    {"erf(x)", [](long double x, long double) { return std::erf(x); }, 16, -3, 3},
    {"tgamma(x)", [](long double x, long double) { return std::tgamma(x); }, 16, 0.5, 20},
    {"pow(fabs(x), y)", [](long double x, long double y) { return std::pow(std::fabs(x), y); }, 16,
     -8, 8},
    {"hypot(x, y)", [](long double x, long double y) { return std::hypot(x, y); }, 4, -1000, 1000},
    {"fmod(x, y)", [](long double x, long double y) { return std::fmod(x, y); }, 0, -1000, 1000},
    {"remainder(x, y)", [](long double x, long double y) { return std::remainder(x, y); }, 0, -1000,
     1000},
    {"x / y", [](long double x, long double y) { return x / y; }, 2.5, -1000, 1000},
    {"floor(x)", [](long double x, long double) { return std::floor(x); }, 0, -1000, 1000},
    {"ceil(x)", [](long double x, long double) { return std::ceil(x); }, 0, -1000, 1000},
    {"trunc(x)", [](long double x, long double) { return std::trunc(x); }, 0, -1000, 1000},
    {"rint(x)", [](long double x, long double) { return std::rint(x); }, 0, -1000, 1000},
    {"round(x)", [](long double x, long double) { return std::round(x); }, 0, -1000, 1000},
    {"fmin(x, y)", [](long double x, long double y) { return std::fmin(x, y); }, 0, -10, 10},
    {"fmax(x, y)", [](long double x, long double y) { return std::fmax(x, y); }, 0, -10, 10},
    {"fdim(x, y)", [](long double x, long double y) { return std::fdim(x, y); }, 0.5, -10, 10},
    {"copysign(x, y)", [](long double x, long double y) { return std::copysign(x, y); }, 0, -10,
     10},
    {"ldexp(x, 5)", [](long double x, long double) { return std::ldexp(x, 5); }, 0, -10, 10},
    {"fabs(x)", [](long double x, long double) { return std::fabs(x); }, 0, -10, 10},
    {"mix(x, y, (T)0.25)", [](long double x, long double y) { return x + (y - x) * 0.25L; }, 8, 1,
     10},
    {"clamp(x, (T)-1, (T)1)",
     [](long double x, long double) { return std::fmin(std::fmax(x, -1.0L), 1.0L); }, 0, -3, 3},
    {"step(x, y)", [](long double x, long double y) { return y < x ? 0.0L : 1.0L; }, 0, -3, 3},
    {"sign(x)", [](long double x, long double) { return x > 0   ? 1.0L
                                                        : x < 0 ? -1.0L
                                                                : x; }, 0, -3,
     3},
};

template <class Real>
void check_functions(KernelFixture &fixture, const char *type) {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  // One kernel for all functions: each writes its own row.
  std::string source = std::string("typedef ") + type + " T;\n" +
                       "kernel void k(global const T *xs, global const T *ys, global T *out) {\n"
                       "  size_t i = get_global_id(0), n = get_global_size(0);\n";
  for (size_t f = 0; f < std::size(functions); ++f) {
    const std::string row = std::to_string(f) + " * n + i";
    source += "  { T x = xs[" + row + "], y = ys[" + row + "]; out[" + row +
              "] = " + functions[f].expression + "; }\n";
  }
  source += "}\n";
  mux_kernel_t kernel = fixture.build(source, "k");
  constexpr size_t count = 200;
  const size_t total = count * std::size(functions);
  const TestBuffer xs = fixture.make_buffer(total * sizeof(Real));
  const TestBuffer ys = fixture.make_buffer(total * sizeof(Real));
  const TestBuffer out = fixture.make_buffer(total * sizeof(Real));
  for (size_t i = 0; i < total; ++i) {
    const Function &function = functions[i / count];
    std::uniform_real_distribution<double> distribution(function.low, function.high);
    xs.as<Real>()[i] = static_cast<Real>(distribution(random));
    ys.as<Real>()[i] = static_cast<Real>(distribution(random));
  }
  fixture.launch(kernel, Arguments().buffer(xs).buffer(ys).buffer(out), Range::linear(count, 16));
  for (size_t f = 0; f < std::size(functions); ++f) {
    size_t wrong = 0;
    Real first_x{};
    Real first_y{};
    Real first_seen{};
    for (size_t i = f * count; i < (f + 1) * count; ++i) {
      const Real x = xs.as<Real>()[i];
      const Real y = ys.as<Real>()[i];
      const Real seen = out.as<Real>()[i];
      // The reference must be more accurate than the result; for double it hardly is.
      if (!within(seen, functions[f].exact(x, y), functions[f].ulps) && wrong++ == 0) {
        first_x = x;
        first_y = y;
        first_seen = seen;
      }
    }
    CAPTURE(functions[f].expression, first_x, first_y, first_seen);
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: mathematical functions of float", "[kernels]") {
  check_functions<float>(*this, "float");
}

TEST_CASE_METHOD(KernelFixture, "kernels: mathematical functions of double", "[kernels]") {
  check_functions<double>(*this, "double");
}

TEST_CASE_METHOD(KernelFixture, "kernels: special values", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global float *out, float zero, float huge) {
      out[0] = sqrt(-1.0f - zero);
      out[1] = log(zero);
      out[2] = 1.0f / zero;
      out[3] = zero / zero;
      out[4] = exp(huge);
      out[5] = pow(zero, zero);
      out[6] = fmin(nan(0u), 3.0f + zero);
      out[7] = sin(huge * huge);
      out[8] = isnan(out[3]) + isinf(out[2]) * 10 + isfinite(huge) * 100 + signbit(-zero) * 1000;
      out[9] = atan2(zero, -1.0f - zero);
      out[10] = 1.0e-40f * (zero + 2.0f);
    })",
                              "k");
  const TestBuffer out = make_buffer(11 * sizeof(float));
  launch(kernel, Arguments().buffer(out).value(0.0F).value(1e30F), Range::linear(1, 1));
  const std::span<float> seen = out.as<float>();
  CHECK(std::isnan(seen[0]));
  CHECK(seen[1] == -INFINITY);
  CHECK(seen[2] == INFINITY);
  CHECK(std::isnan(seen[3]));
  CHECK(seen[4] == INFINITY);
  CHECK(seen[5] == 1.0F);
  CHECK(seen[6] == 3.0F);
  CHECK(std::isnan(seen[7]));
  CHECK(seen[8] == 1111.0F);
  CHECK(seen[9] == Approx(3.14159265F));
  CHECK(seen[10] == 1.0e-40F * 2);
}

TEST_CASE_METHOD(KernelFixture, "kernels: functions with several results", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float *in, global float *out, global int *exponents) {
      size_t i = get_global_id(0);
      float x = in[i], whole, cosine;
      int exponent, quotient;
      float part = modf(x, &whole);
      float sine = sincos(x, &cosine);
      float mantissa = frexp(x, &exponent);
      float rest = remquo(x, 3.0f, &quotient);
      float below;
      float above = fract(x, &below);
      out[i * 8] = part; out[i * 8 + 1] = whole; out[i * 8 + 2] = sine; out[i * 8 + 3] = cosine;
      out[i * 8 + 4] = mantissa; out[i * 8 + 5] = rest; out[i * 8 + 6] = above; out[i * 8 + 7] = below;
      exponents[i * 2] = exponent;
      exponents[i * 2 + 1] = ilogb(x);
    })",
                              "k");
  const float values[] = {1.75F, -2.5F, 1000.125F, 0.3F, -7.0F};
  const TestBuffer in = make_buffer(std::span<const float>(values));
  const TestBuffer out = make_buffer(sizeof(values) * 8);
  const TestBuffer exponents = make_buffer(std::size(values) * 2 * sizeof(int));
  launch(kernel, Arguments().buffer(in).buffer(out).buffer(exponents),
         Range::linear(std::size(values), 2));
  for (size_t i = 0; i < std::size(values); ++i) {
    const float x = values[i];
    CAPTURE(x);
    const float *seen = out.as<float>().data() + i * 8;
    float whole = 0;
    const float part = std::modf(x, &whole);
    int exponent = 0;
    const float mantissa = std::frexp(x, &exponent);
    CHECK(seen[0] == part);
    CHECK(seen[1] == whole);
    CHECK(seen[2] == Approx(std::sin(x)).margin(1e-6));
    CHECK(seen[3] == Approx(std::cos(x)).margin(1e-6));
    CHECK(seen[4] == mantissa);
    CHECK(seen[5] == std::remainder(x, 3.0F));
    CHECK(seen[6] == Approx(x - std::floor(x)));
    CHECK(seen[7] == std::floor(x));
    CHECK(exponents.as<int>()[i * 2] == exponent);
    CHECK(exponents.as<int>()[i * 2 + 1] == std::ilogb(x));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: integer functions", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *a, global const int *b, global long *out) {
      size_t i = get_global_id(0);
      int x = a[i], y = b[i];
      uint u = x, v = y;
      global long *o = out + i * 20;
      o[0] = abs(x);
      o[1] = abs_diff(x, y);
      o[2] = add_sat(x, y);
      o[3] = sub_sat(u, v);
      o[4] = hadd(x, y);
      o[5] = rhadd(u, v);
      o[6] = clz(u);
      o[7] = popcount(u);
      o[8] = mul_hi(x, y);
      o[9] = mad_sat(x, y, 5);
      o[10] = rotate(u, 7u);
      o[11] = mul24(x & 0xffff, y & 0x7f);
      o[12] = mad24(3, 4, x & 0xff);
      o[13] = upsample(x, v);
      o[14] = min(x, y);
      o[15] = max(u, v);
      o[16] = clamp(x, -10, 10);
      o[17] = mul_hi((ulong)u << 32, (ulong)v << 32);
      o[18] = ctz(u | 0x10000);
      o[19] = bitselect(x, y, 0x0f0f0f0f);
    })",
                              "k", "-cl-std=CL3.0");
  const int as[] = {0, 1, -1, 2147483647, -2147483647 - 1, 12345, -987654, 0x55555555};
  const int bs[] = {5, -1, -1, 1, -1, -54321, 1000000, 0x33333333};
  const TestBuffer a = make_buffer(std::span<const int>(as));
  const TestBuffer b = make_buffer(std::span<const int>(bs));
  const TestBuffer out = make_buffer(std::size(as) * 20 * sizeof(int64_t));
  launch(kernel, Arguments().buffer(a).buffer(b).buffer(out), Range::linear(std::size(as), 3));
  const auto saturate = [](int64_t value) {
    return std::clamp<int64_t>(value, std::numeric_limits<int>::min(),
                               std::numeric_limits<int>::max());
  };
  for (size_t i = 0; i < std::size(as); ++i) {
    const int64_t x = as[i];
    const int64_t y = bs[i];
    const auto u = static_cast<uint32_t>(as[i]);
    const auto v = static_cast<uint32_t>(bs[i]);
    CAPTURE(x, y);
    const int64_t *o = out.as<int64_t>().data() + i * 20;
    CHECK(o[0] == std::abs(x));
    CHECK(o[1] == std::abs(x - y));
    CHECK(o[2] == saturate(x + y));
    CHECK(o[3] == (u > v ? u - v : 0));
    CHECK(o[4] == (x + y) >> 1);
    CHECK(o[5] == static_cast<int64_t>((uint64_t{u} + v + 1) >> 1));
    CHECK(o[6] == std::countl_zero(u));
    CHECK(o[7] == std::popcount(u));
    CHECK(o[8] == (x * y) >> 32);
    CHECK(o[9] == saturate(x * y + 5));
    CHECK(o[10] == std::rotl(u, 7));
    CHECK(o[11] == (x & 0xffff) * (y & 0x7f));
    CHECK(o[12] == 12 + (x & 0xff));
    CHECK(o[13] == static_cast<int64_t>((static_cast<uint64_t>(x) << 32) | v));
    CHECK(o[14] == std::min(x, y));
    CHECK(o[15] == std::max(u, v));
    CHECK(o[16] == std::clamp<int64_t>(x, -10, 10));
    CHECK(o[17] == static_cast<int64_t>(uint64_t{u} * v));
    CHECK(o[18] == std::countr_zero(u | 0x10000));
    CHECK(o[19] == static_cast<int>((u & 0xf0f0f0f0) | (v & 0x0f0f0f0f)));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: geometric and relational functions", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(float4 a, float4 b, global float *out, global int *flags) {
      out[0] = dot(a, b);
      vstore4(cross(a, b), 0, out + 1);
      out[5] = length(a.xyz);
      out[6] = distance(a.xy, b.xy);
      vstore4(normalize(a), 0, out + 7);
      out[11] = fast_length(b);
      vstore4(isless(a, b) ? a : b, 0, out + 12);
      flags[0] = isequal(a.x, a.x) + isgreater(a.y, b.y) * 2 + islessequal(a.z, b.z) * 4;
      int4 less = a < b;
      flags[1] = less.x + less.y * 2 + less.z * 4 + less.w * 8;
      flags[2] = any(less) + all(less) * 2;
      flags[3] = isordered(a.x, nan(0u)) + isunordered(a.x, nan(0u)) * 2 + isnormal(a.x) * 4;
    })",
                              "k");
  const float a[4] = {1, 2, 3, 0.5F};
  const float b[4] = {4, -5, 6, 0.25F};
  const TestBuffer out = make_buffer(16 * sizeof(float));
  const TestBuffer flags = make_buffer(4 * sizeof(int));
  launch(kernel, Arguments().value(a).value(b).buffer(out).buffer(flags), Range::linear(1, 1));
  const float expected[] = {4 - 10 + 18 + 0.125F,
                            2 * 6 + 3 * 5,
                            3 * 4 - 1 * 6,
                            -5 - 8,
                            0,
                            std::sqrt(14.0F),
                            std::sqrt(9.0F + 49.0F),
                            1 / std::sqrt(14.25F),
                            2 / std::sqrt(14.25F),
                            3 / std::sqrt(14.25F),
                            0.5F / std::sqrt(14.25F),
                            std::sqrt(16 + 25 + 36 + 0.0625F),
                            1,
                            -5,
                            3,
                            0.25F};
  for (size_t i = 0; i < 16; ++i) {
    CAPTURE(i);
    CHECK(out.as<float>()[i] == Approx(expected[i]).epsilon(1e-4));
  }
  CHECK(flags.as<int>()[0] == 7);
  CHECK(flags.as<int>()[1] == -5);
  CHECK(flags.as<int>()[2] == 1);
  CHECK(flags.as<int>()[3] == 6);
}

}  // namespace mux::test::mathematics
