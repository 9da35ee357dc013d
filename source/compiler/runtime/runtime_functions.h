/// @file
/// The functions of this process that compiled code may call: for printing, images and pipes, and
/// those that LLVM's code generator calls implicitly.
///
/// If the compiler is a library of its own, it gets this list from the library that opens it, which
/// also loads the code.

#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "compiler/abi/runtime_function.h"

namespace mux::compiler {

/// All functions that resolve_builtins() may leave undefined.
std::span<const RuntimeFunction> runtime_functions();

/// Whether there is a runtime function of that name.
inline bool is_runtime_function(std::string_view name) {
  const std::span<const RuntimeFunction> functions = runtime_functions();
  return std::any_of(functions.begin(), functions.end(),
                     [name](const RuntimeFunction &function) { return name == function.name; });
}

}  // namespace mux::compiler
