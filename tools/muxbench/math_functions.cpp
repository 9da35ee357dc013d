#include "muxbench/math_functions.h"

#include <cmath>

namespace mux::bench {
namespace {

constexpr MathFunction unary(const char *name, double low, double high, const char *sleef,
                             UnaryMath<float> single, UnaryMath<double> twice) {
  return {.name = name,
          .low = low,
          .high = high,
          .sleef = sleef,
          .unary_float = single,
          .unary_double = twice};
}

constexpr MathFunction binary(const char *name, double low, double high, const char *sleef,
                              BinaryMath<float> single, BinaryMath<double> twice) {
  return {.name = name,
          .low = low,
          .high = high,
          .sleef = sleef,
          .binary_float = single,
          .binary_double = twice,
          .takes_two = true};
}

// A native_ or half_ function, which has only a float form and lower precision.
constexpr MathFunction quick(const char *name, double low, double high, const char *sleef = nullptr,
                             bool takes_two = false) {
  return {.name = name,
          .low = low,
          .high = high,
          .sleef = sleef,
          .takes_two = takes_two,
          .takes_double = false};
}

const MathFunction table[] = {
    unary("acos", -1, 1, "acos_u35", std::acos, std::acos),
    unary("acosh", 1, 100, "acosh_u10", std::acosh, std::acosh),
    unary("acospi", -1, 1, nullptr, nullptr, nullptr),
    unary("asin", -1, 1, "asin_u35", std::asin, std::asin),
    unary("asinh", -100, 100, "asinh_u10", std::asinh, std::asinh),
    unary("asinpi", -1, 1, nullptr, nullptr, nullptr),
    unary("atan", -10, 10, "atan_u35", std::atan, std::atan),
    binary("atan2", -10, 10, "atan2_u35", std::atan2, std::atan2),
    binary("atan2pi", -10, 10, nullptr, nullptr, nullptr),
    unary("atanh", -1, 1, "atanh_u10", std::atanh, std::atanh),
    unary("atanpi", -10, 10, nullptr, nullptr, nullptr),
    unary("cbrt", -1000, 1000, "cbrt_u35", std::cbrt, std::cbrt),
    unary("cos", -100, 100, "cos_u35", std::cos, std::cos),
    unary("cosh", -20, 20, "cosh_u35", std::cosh, std::cosh),
    unary("cospi", -100, 100, "cospi_u05", nullptr, nullptr),
    unary("erf", -4, 4, "erf_u10", std::erf, std::erf),
    unary("erfc", -4, 8, "erfc_u15", std::erfc, std::erfc),
    unary("exp", -80, 80, "exp_u10", std::exp, std::exp),
    unary("exp10", -30, 30, "exp10_u35", ::exp10f, ::exp10),
    unary("exp2", -100, 100, "exp2_u35", std::exp2, std::exp2),
    unary("expm1", -10, 10, "expm1_u10", std::expm1, std::expm1),
    binary("fmod", 0.1, 100, "fmod", std::fmod, std::fmod),
    binary("hypot", -100, 100, "hypot_u35", std::hypot, std::hypot),
    unary("lgamma", 0.1, 50, "lgamma_u10", std::lgamma, std::lgamma),
    unary("log", 0.001, 1000, "log_u35", std::log, std::log),
    unary("log10", 0.001, 1000, "log10_u10", std::log10, std::log10),
    unary("log1p", -0.9, 100, "log1p_u10", std::log1p, std::log1p),
    unary("log2", 0.001, 1000, "log2_u35", std::log2, std::log2),
    binary("pow", 0.1, 10, "pow_u10", std::pow, std::pow),
    binary("powr", 0.1, 10, "pow_u10", std::pow, std::pow),
    binary("remainder", 0.1, 100, "remainder", std::remainder, std::remainder),
    unary("rsqrt", 0.001, 1000, nullptr, nullptr, nullptr),
    unary("sin", -100, 100, "sin_u35", std::sin, std::sin),
    unary("sinh", -20, 20, "sinh_u35", std::sinh, std::sinh),
    unary("sinpi", -100, 100, "sinpi_u05", nullptr, nullptr),
    unary("sqrt", 0.001, 1000, "sqrt", std::sqrt, std::sqrt),
    unary("tan", -100, 100, "tan_u35", std::tan, std::tan),
    unary("tanh", -10, 10, "tanh_u35", std::tanh, std::tanh),
    unary("tanpi", -100, 100, nullptr, nullptr, nullptr),
    unary("tgamma", 0.1, 30, "tgamma_u10", std::tgamma, std::tgamma),
    quick("native_cos", -30, 30, "fastcos_u3500"),
    quick("native_exp", -80, 80),
    quick("native_exp10", -30, 30),
    quick("native_exp2", -100, 100),
    quick("native_log", 0.001, 1000),
    quick("native_log10", 0.001, 1000),
    quick("native_log2", 0.001, 1000),
    quick("native_powr", 0.1, 10, "fastpow_u3500", /*takes_two=*/true),
    quick("native_sin", -30, 30, "fastsin_u3500"),
};

std::string kernel_text(const MathFunction &function, const std::string &type) {
  const std::string name = function.name;
  std::string text = "kernel void " + name + "_" + type + "(global const " + type + " *x, ";
  text += function.takes_two ? "global const " + type + " *y, " : "";
  text += "global " + type + " *out) {\n  size_t i = get_global_id(0);\n  out[i] = " + name;
  text += function.takes_two ? "(x[i], y[i]);\n}\n" : "(x[i]);\n}\n";
  return text;
}

}  // namespace

std::span<const MathFunction> math_functions() {
  return table;
}

std::string math_source() {
  std::string source = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  for (const MathFunction &function : table) {
    source += kernel_text(function, "float");
    source += function.takes_double ? kernel_text(function, "double") : "";
  }
  return source;
}

}  // namespace mux::bench
