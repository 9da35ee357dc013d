// Functions of OpenCL.std: operation and order of operands.

#include "rows.h"

namespace mux::test::opencl_std {
namespace {

constexpr size_t items = 128;

/// Numbers from 0 to 1, for which all functions are defined; %d is greater than 1.
struct FloatFunction {
  const char *name;
  const char *operands;
  std::function<double(double, double, double)> expected;
};

/// The allowed error of functions with the prefix, in ulp.
double tolerance(const std::string &name) {
  return name.starts_with("half_") || name.starts_with("native_") || name.starts_with("fast_")
             ? 8192
             : 64;
}

const double pi = std::acos(-1.0);

std::vector<FloatFunction> one_operand() {
  using F = double;
  return {{"acos", "%a", [](F a, F, F) { return std::acos(a); }},
          {"acosh", "%d", [](F a, F, F) { return std::acosh(a + 1.5); }},
          {"acospi", "%a", [](F a, F, F) { return std::acos(a) / pi; }},
          {"asin", "%a", [](F a, F, F) { return std::asin(a); }},
          {"asinh", "%a", [](F a, F, F) { return std::asinh(a); }},
          {"asinpi", "%a", [](F a, F, F) { return std::asin(a) / pi; }},
          {"atan", "%a", [](F a, F, F) { return std::atan(a); }},
          {"atanh", "%a", [](F a, F, F) { return std::atanh(a); }},
          {"atanpi", "%a", [](F a, F, F) { return std::atan(a) / pi; }},
          {"cbrt", "%a", [](F a, F, F) { return std::cbrt(a); }},
          {"ceil", "%d", [](F a, F, F) { return std::ceil(a + 1.5); }},
          {"cos", "%a", [](F a, F, F) { return std::cos(a); }},
          {"cosh", "%a", [](F a, F, F) { return std::cosh(a); }},
          {"cospi", "%a", [](F a, F, F) { return std::cos(a * pi); }},
          {"erf", "%a", [](F a, F, F) { return std::erf(a); }},
          {"erfc", "%a", [](F a, F, F) { return std::erfc(a); }},
          {"exp", "%a", [](F a, F, F) { return std::exp(a); }},
          {"exp2", "%a", [](F a, F, F) { return std::exp2(a); }},
          {"exp10", "%a", [](F a, F, F) { return std::pow(10, a); }},
          {"expm1", "%a", [](F a, F, F) { return std::expm1(a); }},
          {"fabs", "%n", [](F a, F, F) { return a; }},
          {"floor", "%d", [](F a, F, F) { return std::floor(a + 1.5); }},
          {"lgamma", "%a", [](F a, F, F) { return std::lgamma(a); }},
          {"log", "%a", [](F a, F, F) { return std::log(a); }},
          {"log2", "%a", [](F a, F, F) { return std::log2(a); }},
          {"log10", "%a", [](F a, F, F) { return std::log10(a); }},
          {"log1p", "%a", [](F a, F, F) { return std::log1p(a); }},
          {"logb", "%a", [](F a, F, F) { return std::logb(a); }},
          {"rint", "%d", [](F a, F, F) { return std::rint(a + 1.5); }},
          {"round", "%d", [](F a, F, F) { return std::round(a + 1.5); }},
          {"rsqrt", "%a", [](F a, F, F) { return 1 / std::sqrt(a); }},
          {"sin", "%a", [](F a, F, F) { return std::sin(a); }},
          {"sinh", "%a", [](F a, F, F) { return std::sinh(a); }},
          {"sinpi", "%a", [](F a, F, F) { return std::sin(a * pi); }},
          {"sqrt", "%a", [](F a, F, F) { return std::sqrt(a); }},
          {"tan", "%a", [](F a, F, F) { return std::tan(a); }},
          {"tanh", "%a", [](F a, F, F) { return std::tanh(a); }},
          {"tanpi", "%a", [](F a, F, F) { return std::tan(a * pi); }},
          {"tgamma", "%a", [](F a, F, F) { return std::tgamma(a); }},
          {"trunc", "%d", [](F a, F, F) { return std::trunc(a + 1.5); }},
          {"degrees", "%a", [](F a, F, F) { return a * 180 / pi; }},
          {"radians", "%a", [](F a, F, F) { return a * pi / 180; }},
          {"sign", "%n", [](F, F, F) { return -1; }}};
}

/// "half_" and "native_" ones.
std::vector<FloatFunction> rough_ones() {
  using F = double;
  return {{"cos", "%a", [](F a, F, F) { return std::cos(a); }},
          {"divide", "%a %b", [](F a, F b, F) { return a / b; }},
          {"exp", "%a", [](F a, F, F) { return std::exp(a); }},
          {"exp2", "%a", [](F a, F, F) { return std::exp2(a); }},
          {"exp10", "%a", [](F a, F, F) { return std::pow(10, a); }},
          {"log", "%a", [](F a, F, F) { return std::log(a); }},
          {"log2", "%a", [](F a, F, F) { return std::log2(a); }},
          {"log10", "%a", [](F a, F, F) { return std::log10(a); }},
          {"powr", "%a %b", [](F a, F b, F) { return std::pow(a, b); }},
          {"recip", "%a", [](F a, F, F) { return 1 / a; }},
          {"rsqrt", "%a", [](F a, F, F) { return 1 / std::sqrt(a); }},
          {"sin", "%a", [](F a, F, F) { return std::sin(a); }},
          {"sqrt", "%a", [](F a, F, F) { return std::sqrt(a); }},
          {"tan", "%a", [](F a, F, F) { return std::tan(a); }}};
}

std::vector<FloatFunction> more_operands() {
  using F = double;
  return {
      {"atan2", "%a %b", [](F a, F b, F) { return std::atan2(a, b); }},
      {"atan2pi", "%a %b", [](F a, F b, F) { return std::atan2(a, b) / pi; }},
      {"copysign", "%a %n", [](F a, F, F) { return -a; }},
      {"fdim", "%a %b", [](F a, F b, F) { return std::fdim(a, b); }},
      {"fma", "%a %b %c", [](F a, F b, F c) { return a * b + c; }},
      {"mad", "%a %b %c", [](F a, F b, F c) { return a * b + c; }},
      {"fmax", "%a %b", [](F a, F b, F) { return std::max(a, b); }},
      {"fmin", "%a %b", [](F a, F b, F) { return std::min(a, b); }},
      {"fmax_common", "%a %b", [](F a, F b, F) { return std::max(a, b); }},
      {"fmin_common", "%a %b", [](F a, F b, F) { return std::min(a, b); }},
      {"maxmag", "%n %b", [](F a, F b, F) { return a > b ? -a : b; }},
      {"minmag", "%n %b", [](F a, F b, F) { return a <= b ? -a : b; }},
      {"fmod", "%d %b", [](F a, F b, F) { return std::fmod(float(a) + 1.5F, float(b)); }},
      {"remainder", "%d %b", [](F a, F b, F) { return std::remainder(float(a) + 1.5F, float(b)); }},
      {"hypot", "%a %b", [](F a, F b, F) { return std::hypot(a, b); }},
      {"nextafter", "%a %d", [](F a, F, F) { return std::nextafter(float(a), 9.0F); }},
      {"pow", "%a %b", [](F a, F b, F) { return std::pow(a, b); }},
      {"powr", "%a %b", [](F a, F b, F) { return std::pow(a, b); }},
      {"ldexp", "%a %uint_3", [](F a, F, F) { return a * 8; }},
      {"pown", "%a %uint_3", [](F a, F, F) { return a * a * a; }},
      {"rootn", "%a %uint_3", [](F a, F, F) { return std::cbrt(a); }},
      {"fclamp", "%a %float_0p25 %float_0p5", [](F a, F, F) { return std::clamp(a, 0.25, 0.5); }},
      {"mix", "%a %b %c", [](F a, F b, F c) { return a + (b - a) * c; }},
      {"step", "%a %b", [](F a, F b, F) { return b < a ? 0 : 1; }},
      {"smoothstep", "%float_0 %float_1 %a", [](F a, F, F) { return a * a * (3 - 2 * a); }},
      {"nan", "%uint_5", [](F, F, F) { return std::nan(""); }}};
}

TableKernel float_kernel(const std::string &name) {
  TableKernel kernel;
  kernel.name = name;
  kernel.inputs = {{"float", as_bytes(fractions(items, 3))},
                   {"float", as_bytes(fractions(items, 17))},
                   {"float", as_bytes(fractions(items, 29))}};
  kernel.prologue = "%d = OpFAdd %float %a %float_1p5\n%n = OpFNegate %float %a\n";
  return kernel;
}

void append(TableKernel &kernel, const std::string &prefix,
            const std::vector<FloatFunction> &functions) {
  for (const FloatFunction &function : functions) {
    const std::string name = prefix + function.name;
    const auto a = fractions(items, 3);
    const auto b = fractions(items, 17);
    const auto c = fractions(items, 29);
    // The rounding of the sum adds to the error.
    kernel.outputs.push_back(
        {"float", "%r = OpExtInst %float %opencl " + name + " " + function.operands, "",
         [=, expected = function.expected](const std::byte *values) {
           for (size_t i = 0; i < items; ++i) {
             const double wanted = expected(a[i], b[i], c[i]);
             const double actual = component<float>(values, i);
             const double allowed =
                 tolerance(name) * std::ldexp(1.0, -23) * (std::abs(wanted) + 0.01);
             INFO("work-item " << i << ": " << actual << " instead of " << wanted);
             REQUIRE(
                 (std::abs(actual - wanted) <= allowed || (wanted != wanted && actual != actual)));
           }
         }});
  }
}

template <class T>
std::string with(const std::string &name) {
  return "OpExtInst %" + type_name<T>() + " %opencl " + name;
}

/// Rows of an integer function; `expected` computes in a wider type.
template <class T>
std::vector<Row<T, T>> integer_rows() {
  using Wide = __int128;
  constexpr bool is_signed = std::is_signed_v<T>;
  const std::string prefix = is_signed ? "s_" : "u_";
  const auto saturate = [](Wide value) {
    return static_cast<T>(
        std::clamp<Wide>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  };
  constexpr unsigned width = 8 * sizeof(T);
  const auto text = [&](const std::string &name, const std::string &operands) {
    return "%r = OpExtInst %" + type_name<T>() + " %opencl " + prefix + name + " " + operands;
  };
  return {
      {"", text("abs", "%a"), [](T a, T, T) { return static_cast<T>(a < 0 ? -Wide{a} : Wide{a}); }},
      {"", text("abs_diff", "%a %b"),
       [](T a, T b, T) { return static_cast<T>(a < b ? Wide{b} - a : Wide{a} - b); }},
      {"", text("add_sat", "%a %b"), [=](T a, T b, T) { return saturate(Wide{a} + b); }},
      {"", text("sub_sat", "%a %b"), [=](T a, T b, T) { return saturate(Wide{a} - b); }},
      {"", text("hadd", "%a %b"), [](T a, T b, T) { return static_cast<T>((Wide{a} + b) >> 1); }},
      {"", text("rhadd", "%a %b"),
       [](T a, T b, T) { return static_cast<T>((Wide{a} + b + 1) >> 1); }},
      {"", text("clamp", "%a %b %c"),
       [](T a, T b, T c) { return b > c ? std::nullopt : std::optional<T>(std::clamp(a, b, c)); }},
      {"", text("max", "%a %b"), [](T a, T b, T) { return std::max(a, b); }},
      {"", text("min", "%a %b"), [](T a, T b, T) { return std::min(a, b); }},
      {"", text("mul_hi", "%a %b"),
       [](T a, T b, T) { return static_cast<T>(Wide{a} * b >> width); }},
      {"", text("mad_hi", "%a %b %c"),
       [](T a, T b, T c) { return static_cast<T>((Wide{a} * b >> width) + c); }},
      {"", text("mad_sat", "%a %b %c"), [=](T a, T b, T c) { return saturate(Wide{a} * b + c); }}};
}

template <class T>
std::vector<Row<T, T>> bit_rows() {
  constexpr unsigned width = 8 * sizeof(T);
  return {{"", "%r = " + with<T>("clz") + " %a",
           [](T a, T, T) { return static_cast<T>(std::countl_zero(a)); }},
          {"", "%r = " + with<T>("ctz") + " %a",
           [](T a, T, T) { return static_cast<T>(std::countr_zero(a)); }},
          {"", "%r = " + with<T>("popcount") + " %a",
           [](T a, T, T) { return static_cast<T>(std::popcount(a)); }},
          {"", "%r = " + with<T>("rotate") + " %a %b",
           [](T a, T b, T) { return std::rotl(a, static_cast<int>(b % width)); }},
          {"", "%r = " + with<T>("bitselect") + " %a %b %c",
           [](T a, T b, T c) { return static_cast<T>((a & ~c) | (b & c)); }},
          {"", "%r = " + with<T>("select") + " %a %b %c",
           [](T a, T b, T c) { return c != 0 ? b : a; }}};
}

}  // namespace

TEST_CASE("functions of floating-point numbers are those of OpenCL C", "[spirv]") {
  KernelTable table;
  TableKernel one = float_kernel("one_operand");
  append(one, "", one_operand());
  TableKernel more = float_kernel("more_operands");
  append(more, "", more_operands());
  TableKernel rough = float_kernel("rough");
  append(rough, "half_", rough_ones());
  append(rough, "native_", rough_ones());
  table.add(std::move(one));
  table.add(std::move(more));
  table.add(std::move(rough));
  table.check();
}

TEST_CASE("functions of integers are those of OpenCL C", "[spirv]") {
  KernelTable table;
  add_rows(table, "signed", 1, integer_rows<int8_t>());
  add_rows(table, "signed", 1, integer_rows<int32_t>());
  add_rows(table, "unsigned", 1, integer_rows<uint16_t>());
  add_rows(table, "unsigned", 1, integer_rows<uint32_t>());
  add_rows(table, "bits", 1, bit_rows<uint32_t>());
  add_rows(table, "bits", 1, bit_rows<uint8_t>());
  table.check();
}

}  // namespace mux::test::opencl_std
