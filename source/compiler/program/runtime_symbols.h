/// @file
/// The functions of this process that loaded code may call: the only ones. The process is never
/// searched for symbols, so that a kernel's `system` cannot become the C library's.

#pragma once

#include <string_view>

namespace mux::compiler {

/// @return the address of a function, or NULL if code may not call it.
using SymbolSource = void *(*)(std::string_view name);

/// For code that this library compiled: what built-ins and LLVM's code generator call.
void *find_runtime_symbol(std::string_view name);

/// For objects that a user's C or C++ compiler made: the mathematics of the C library under its own
/// names, and what compilers call by themselves.
void *find_native_symbol(std::string_view name);

}  // namespace mux::compiler
