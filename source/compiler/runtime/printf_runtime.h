/// @file
/// What a compiled kernel calls to print.

#pragma once

#include <cstdint>

namespace mux::compiler::builtins {

/// Their names in runtime_functions().
inline constexpr const char *print_function = "mux_printf";
inline constexpr const char *print_any_function = "mux_printf_any";

/// Formats the text of one printf call and hands it to the KernelOutput of this thread. Numbers
/// look as in the "C" locale, whatever the program's is. Callable from any thread; memory is
/// allocated only for texts of more than a thousand bytes.
///
/// @param format what encode_printf_format() returned.
/// @param values the arguments' elements, as PrintfSource says.
/// @return 0, or -1 if there was no memory or nobody took the text.
int32_t print_text(const char *format, const uint64_t *values) noexcept;

/// The same for a format that is not known before the kernel runs, which is read first and takes
/// memory for that.
///
/// @param format as the kernel has it.
/// @param arguments what encode_printf_arguments() returned.
int32_t print_any_text(const char *format, const char *arguments, const uint64_t *values) noexcept;

}  // namespace mux::compiler::builtins
