/// @file
/// Functions that compiled kernels call to print.

#pragma once

#include <cstdint>

namespace mux::compiler::builtins {

/// Names of the functions in runtime_functions().
inline constexpr const char *print_function = "mux_printf";
inline constexpr const char *print_any_function = "mux_printf_any";

/// Formats the text of one printf call and passes it to the KernelOutput of this thread. Numbers
/// are formatted in the "C" locale, whatever the program's is. Callable from any thread; memory is
/// allocated only for texts of more than a thousand bytes.
///
/// @param format the result of encode_printf_format().
/// @param values the arguments' elements, as PrintfSource describes.
/// @return 0, or -1 if out of memory or there is no KernelOutput.
int32_t print_text(const char *format, const uint64_t *values) noexcept;

/// The same for a format that is known at run time only: it is parsed first, which allocates
/// memory.
///
/// @param format the kernel's format string.
/// @param arguments the result of encode_printf_arguments().
int32_t print_any_text(const char *format, const char *arguments, const uint64_t *values) noexcept;

}  // namespace mux::compiler::builtins
