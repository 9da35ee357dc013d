/// @file
/// The functions of this process that loaded code may call: the only ones. The process is never
/// searched for symbols, so that a kernel's `system` cannot become the C library's.

#pragma once

#include <string_view>

namespace mux::compiler {

/// @return the address of a function that built-ins or LLVM's code generator call, or NULL.
void *find_runtime_symbol(std::string_view name);

}  // namespace mux::compiler
