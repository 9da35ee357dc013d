/// @file
/// Lowers printf.
///
/// If the format is one of a few string literals, it is parsed at compile time. The call becomes
/// one of print_text() (runtime/printf_runtime.h), which takes the encoded format and the arguments
/// as an array of 64-bit values. Other formats are parsed when the kernel runs, by
/// print_any_text().

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Lowers the printf calls of a kernel, and sets KernelDescription::prints and
/// KernelTraits::many_work_items_print. Precondition: all calls are inlined, and the kernel is in
/// SSA form.
///
/// Mismatched conversions and arguments are permitted: encode_printf_format() defines what is
/// printed.
void lower_printf(SourceKernel &kernel);

}  // namespace mux::compiler
