/// @file
/// printf in kernels.
///
/// A format is read when the kernel is compiled, if it is one of a few string literals. The call
/// becomes one of print_text() (runtime/printf_runtime.h): with the format in a form that needs no
/// reading, and the arguments as one row of 64-bit values. Other formats are read when the kernel
/// runs, by print_any_text().

#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Lowers the printf calls of a kernel, which must have its functions inlined and be in SSA form,
/// and sets KernelDescription::prints and KernelTraits::many_print.
///
/// Conversions and arguments need not fit: encode_printf_format() says what is printed.
void lower_printf(SourceKernel &kernel);

}  // namespace mux::compiler
