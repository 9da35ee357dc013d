#include "compiler/builtins/runtime.h"

#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/builtins/printf_runtime.h"
#include "compiler/images/image_functions.h"

// What the code generator calls to convert from and to half on processors without such
// instructions; part of every compiler's support library.
// NOLINTBEGIN(bugprone-reserved-identifier): these are the names it looks for
extern "C" {
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);
float __extendhfsf2(_Float16);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace mux::compiler {
namespace builtins {
namespace {

template <typename Function>
void *address_of(Function *function) {
  return reinterpret_cast<void *>(function);
}

template <typename Real>
using Unary = Real(Real);
template <typename Real>
using Binary = Real(Real, Real);

/// One of the C library's overloads.
template <typename Real>
void *unary(Unary<Real> *function) {
  return address_of(function);
}

template <typename Real>
void *binary(Binary<Real> *function) {
  return address_of(function);
}

template <typename Real>
int ilogb(Real x) {
  // The C library has the same number for 0 and NaN, OpenCL C has not.
  return std::isnan(x) ? std::numeric_limits<int>::max() : std::ilogb(x);
}

template <typename Real>
Real ldexp(Real x, int exponent) {
  return std::ldexp(x, exponent);
}

float lgamma_r(float x, int *sign) {
  return ::lgammaf_r(x, sign);
}
double lgamma_r(double x, int *sign) {
  return ::lgamma_r(x, sign);
}

/// std::lgamma writes a global variable.
template <typename Real>
Real lgamma(Real x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

float exp10(float x) {
  return ::exp10f(x);
}
double exp10(double x) {
  return ::exp10(x);
}

/// The C library's is off by up to 4 units in the last place, OpenCL allows 2: one step of Newton's
/// method with the residue in twice the precision.
double cbrt(double x) {
  if (x == 0.0 || !std::isfinite(x)) {
    return x;
  }
  int exponent = 0;
  double significand = std::frexp(x, &exponent);
  const int remainder = ((exponent % 3) + 3) % 3;
  significand = std::ldexp(significand, remainder);
  const double root = std::cbrt(significand);
  const double square = root * root;
  const double square_error = std::fma(root, root, -square);
  const double cube = square * root;
  const double cube_error = std::fma(square, root, -cube);
  const double residue = (cube - significand) + (cube_error + square_error * root);
  return std::ldexp(root - residue / (3.0 * square), (exponent - remainder) / 3);
}

const RuntimeFunction functions[] = {
    {"mux_acos_f32", unary<float>(std::acos)},
    {"mux_acos_f64", unary<double>(std::acos)},
    {"mux_acosh_f32", unary<float>(std::acosh)},
    {"mux_acosh_f64", unary<double>(std::acosh)},
    {"mux_asin_f32", unary<float>(std::asin)},
    {"mux_asin_f64", unary<double>(std::asin)},
    {"mux_asinh_f32", unary<float>(std::asinh)},
    {"mux_asinh_f64", unary<double>(std::asinh)},
    {"mux_atan_f32", unary<float>(std::atan)},
    {"mux_atan_f64", unary<double>(std::atan)},
    {"mux_atanh_f32", unary<float>(std::atanh)},
    {"mux_atanh_f64", unary<double>(std::atanh)},
    {"mux_cbrt_f32", unary<float>(std::cbrt)},
    {"mux_cbrt_f64", address_of(cbrt)},
    {"mux_cos_f32", unary<float>(std::cos)},
    {"mux_cos_f64", unary<double>(std::cos)},
    {"mux_cosh_f32", unary<float>(std::cosh)},
    {"mux_cosh_f64", unary<double>(std::cosh)},
    {"mux_erf_f32", unary<float>(std::erf)},
    {"mux_erf_f64", unary<double>(std::erf)},
    {"mux_erfc_f32", unary<float>(std::erfc)},
    {"mux_erfc_f64", unary<double>(std::erfc)},
    {"mux_exp_f32", unary<float>(std::exp)},
    {"mux_exp_f64", unary<double>(std::exp)},
    {"mux_exp10_f32", unary<float>(exp10)},
    {"mux_exp10_f64", unary<double>(exp10)},
    {"mux_exp2_f32", unary<float>(std::exp2)},
    {"mux_exp2_f64", unary<double>(std::exp2)},
    {"mux_expm1_f32", unary<float>(std::expm1)},
    {"mux_expm1_f64", unary<double>(std::expm1)},
    {"mux_lgamma_f32", address_of(lgamma<float>)},
    {"mux_lgamma_f64", address_of(lgamma<double>)},
    {"mux_log_f32", unary<float>(std::log)},
    {"mux_log_f64", unary<double>(std::log)},
    {"mux_log10_f32", unary<float>(std::log10)},
    {"mux_log10_f64", unary<double>(std::log10)},
    {"mux_log1p_f32", unary<float>(std::log1p)},
    {"mux_log1p_f64", unary<double>(std::log1p)},
    {"mux_log2_f32", unary<float>(std::log2)},
    {"mux_log2_f64", unary<double>(std::log2)},
    {"mux_logb_f32", unary<float>(std::logb)},
    {"mux_logb_f64", unary<double>(std::logb)},
    {"mux_sin_f32", unary<float>(std::sin)},
    {"mux_sin_f64", unary<double>(std::sin)},
    {"mux_sinh_f32", unary<float>(std::sinh)},
    {"mux_sinh_f64", unary<double>(std::sinh)},
    {"mux_tan_f32", unary<float>(std::tan)},
    {"mux_tan_f64", unary<double>(std::tan)},
    {"mux_tanh_f32", unary<float>(std::tanh)},
    {"mux_tanh_f64", unary<double>(std::tanh)},
    {"mux_tgamma_f32", unary<float>(std::tgamma)},
    {"mux_tgamma_f64", unary<double>(std::tgamma)},
    {"mux_atan2_f32", binary<float>(std::atan2)},
    {"mux_atan2_f64", binary<double>(std::atan2)},
    {"mux_fmod_f32", binary<float>(std::fmod)},
    {"mux_fmod_f64", binary<double>(std::fmod)},
    {"mux_hypot_f32", binary<float>(std::hypot)},
    {"mux_hypot_f64", binary<double>(std::hypot)},
    {"mux_nextafter_f32", binary<float>(std::nextafter)},
    {"mux_nextafter_f64", binary<double>(std::nextafter)},
    {"mux_pow_f32", binary<float>(std::pow)},
    {"mux_pow_f64", binary<double>(std::pow)},
    {"mux_remainder_f32", binary<float>(std::remainder)},
    {"mux_remainder_f64", binary<double>(std::remainder)},
    {"mux_ilogb_f32", address_of(ilogb<float>)},
    {"mux_ilogb_f64", address_of(ilogb<double>)},
    {"mux_ldexp_f32", address_of(ldexp<float>)},
    {"mux_ldexp_f64", address_of(ldexp<double>)},
    {"mux_lgamma_r_f32", address_of<float(float, int *)>(lgamma_r)},
    {"mux_lgamma_r_f64", address_of<double(double, int *)>(lgamma_r)},

    {print_function, address_of(print_text)},

    // Called by generated code alone: block operations, and what a processor may have no
    // instruction for.
    {"memcpy", address_of(std::memcpy)},
    {"memmove", address_of(std::memmove)},
    {"memset", address_of(std::memset)},
    {"memcmp", address_of(std::memcmp)},
    {"ceilf", unary<float>(std::ceil)},
    {"ceil", unary<double>(std::ceil)},
    {"floorf", unary<float>(std::floor)},
    {"floor", unary<double>(std::floor)},
    {"rintf", unary<float>(std::rint)},
    {"rint", unary<double>(std::rint)},
    {"roundf", unary<float>(std::round)},
    {"round", unary<double>(std::round)},
    {"truncf", unary<float>(std::trunc)},
    {"trunc", unary<double>(std::trunc)},
    {"fmaf", address_of<float(float, float, float)>(std::fma)},
    {"fma", address_of<double(double, double, double)>(std::fma)},
    {"fmaxf", binary<float>(std::fmax)},
    {"fmax", binary<double>(std::fmax)},
    {"fminf", binary<float>(std::fmin)},
    {"fmin", binary<double>(std::fmin)},
    {"__truncsfhf2", address_of(__truncsfhf2)},
    {"__truncdfhf2", address_of(__truncdfhf2)},
    {"__extendhfsf2", address_of(__extendhfsf2)},
};

}  // namespace

std::string runtime_name(std::string_view function, Element element) {
  std::string name(runtime_prefix);
  name += function;
  name += element == Element::float64 ? "_f64" : "_f32";
  return name;
}

bool is_runtime_function(std::string_view name) {
  for (const RuntimeFunction &function : runtime_functions()) {
    if (name == function.name) {
      return true;
    }
  }
  return false;
}

llvm::Function *declare_runtime_function(llvm::Module &module, llvm::StringRef name,
                                         llvm::Type *result,
                                         llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 6> types;
  for (const llvm::Value *argument : arguments) {
    types.push_back(argument->getType());
  }
  auto *type = llvm::FunctionType::get(result, types, false);
  auto *function =
      llvm::dyn_cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  if (function == nullptr || !function->isDeclaration() || function->getFunctionType() != type) {
    return nullptr;
  }
  function->setDoesNotThrow();
  function->setWillReturn();
  return function;
}

}  // namespace builtins

std::span<const RuntimeFunction> runtime_functions() {
  static const std::vector<RuntimeFunction> all = [] {
    std::vector<RuntimeFunction> functions(std::begin(builtins::functions),
                                           std::end(builtins::functions));
    const auto images = images::image_functions();
    functions.insert(functions.end(), images.begin(), images.end());
    return functions;
  }();
  return all;
}

}  // namespace mux::compiler
