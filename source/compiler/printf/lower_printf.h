/// @file
/// printf in kernels.
///
/// A format is read when the kernel is compiled. The call becomes one of print_text()
/// (builtins/printf_runtime.h): with the format in a form that needs no reading, and the arguments
/// as one row of 64-bit values.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Lowers the printf calls of a kernel, which must have its functions inlined and be in SSA form,
/// and sets KernelDescription::prints and KernelTraits::many_print.
///
/// An integer may have another width than its conversion: its lower bits are printed, or it is
/// extended as the conversion has it. Arguments beyond those that the format takes are ignored.
/// @return an error if there is a format that is not one of a few string literals,
/// that is wrong, or that does not fit the kinds of the arguments.
llvm::Error lower_printf(SourceKernel &kernel);

}  // namespace mux::compiler
