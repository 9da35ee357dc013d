/// @file
/// The functions of this process that compiled code may call: what prints, reads images and
/// reserves in pipes, and what LLVM's code generator calls by itself.
///
/// Where the compiler is a library of its own, it is told of them by the library that loads it,
/// which also loads the code.

#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "compiler/abi/runtime_function.h"

namespace mux::compiler {

/// Every function that resolve_builtins() may leave undefined.
std::span<const RuntimeFunction> runtime_functions();

/// Whether one of them has that name.
inline bool is_runtime_function(std::string_view name) {
  const std::span<const RuntimeFunction> functions = runtime_functions();
  return std::any_of(functions.begin(), functions.end(),
                     [name](const RuntimeFunction &function) { return name == function.name; });
}

}  // namespace mux::compiler
