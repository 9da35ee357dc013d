// Functions of half (cl_khr_fp16) computed in float and rounded. Float has more than twice the
// precision of half, so exact results stay exact, and errors of a few ulp of float are negligible
// beside the rounding. Operations that the pipeline supports for half are in floating_point.cpp,
// and functions for which the rounding would be wrong are in library/half.inc.

#include <algorithm>
#include <array>

#include "codegen/builtins/library_call.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

constexpr std::array functions_of_float = std::to_array<std::string_view>({
    "acos",    "acosh",    "acospi", "asin",    "asinh",      "asinpi", "atan",   "atan2",
    "atan2pi", "atanh",    "atanpi", "cbrt",    "cos",        "cosh",   "cospi",  "cross",
    "degrees", "distance", "dot",    "erf",     "erfc",       "exp",    "exp10",  "exp2",
    "expm1",   "fmod",     "frexp",  "hypot",   "ilogb",      "ldexp",  "length", "lgamma",
    "log",     "lgamma_r", "log10",  "log1p",   "log2",       "logb",   "mix",    "normalize",
    "pow",     "pown",     "powr",   "radians", "remainder",  "remquo", "rootn",  "rsqrt",
    "sign",    "sin",      "sinh",   "sinpi",   "smoothstep", "step",   "tan",    "tanh",
    "tanpi",   "tgamma",
});

bool is_half(const llvm::Type *type) {
  return type->getScalarType()->isHalfTy();
}

/// Whether the parameter can be passed to the function of float. Pointers must be to integers,
/// which are passed unchanged.
bool can_be_float(const ParameterType &type) {
  return type.is_pointer ? type.element == Element::int32
                         : type.element == Element::float16 || is_integer(type.element);
}

}  // namespace

bool expand_half_precision(Expansion &expansion) {
  if (std::find(functions_of_float.begin(), functions_of_float.end(), expansion.name()) ==
      functions_of_float.end()) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  LibraryCall call(expansion, expansion.name());
  bool takes_half = false;
  for (size_t i = 0; i < expansion.size(); ++i) {
    ParameterType type = expansion.type(i);
    Value *argument = expansion.argument(i);
    if (!can_be_float(type)) {
      return false;
    }
    if (is_half(argument->getType())) {
      takes_half = true;
      type.element = Element::float32;
      argument =
          builder.CreateFPExt(argument, argument->getType()->getWithNewType(builder.getFloatTy()));
    }
    call.add(type, argument);
  }
  llvm::Type *type = expansion.result_type();
  if (!takes_half || is_half(type) == (expansion.name() == "ilogb")) {
    return false;
  }
  Value *result = call.build(is_half(type) ? type->getWithNewType(builder.getFloatTy()) : type);
  return result != nullptr &&
         expansion.finish(is_half(type) ? builder.CreateFPTrunc(result, type) : result);
}

}  // namespace mux::compiler::builtins
