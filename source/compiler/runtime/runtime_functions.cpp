#include "compiler/runtime/runtime_functions.h"

#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "compiler/images/image_functions.h"
#include "compiler/runtime/pipe_functions.h"
#include "compiler/runtime/printf_runtime.h"

// Conversions from and to half, which the code generator calls on processors without such
// instructions; part of every compiler's support library.
extern "C" {
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);
float __extendhfsf2(_Float16);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace mux::compiler {
namespace {

template <typename Function>
void *address_of(Function *function) {
  return reinterpret_cast<void *>(function);
}

template <typename Real>
using Unary = Real(Real);
template <typename Real>
using Binary = Real(Real, Real);

/// The address of one of the C library's overloads.
template <typename Real>
void *unary(Unary<Real> *function) {
  return address_of(function);
}

template <typename Real>
void *binary(Binary<Real> *function) {
  return address_of(function);
}

const RuntimeFunction functions_of_library[] = {
    {builtins::print_function, address_of(builtins::print_text)},
    {builtins::print_any_function, address_of(builtins::print_any_text)},

    // Called by generated code only: block operations, and operations for which a processor may
    // have no instruction.
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

std::span<const RuntimeFunction> runtime_functions() {
  // Never destroyed, because threads may open the compiler while the process exits.
  static const std::vector<RuntimeFunction> &all = *[] {
    std::vector<RuntimeFunction> functions(std::begin(functions_of_library),
                                           std::end(functions_of_library));
    const auto images = images::image_functions();
    functions.insert(functions.end(), images.begin(), images.end());
    const auto pipes = builtins::pipe_functions();
    functions.insert(functions.end(), pipes.begin(), pipes.end());
    return new std::vector<RuntimeFunction>(std::move(functions));
  }();
  return all;
}

}  // namespace mux::compiler
