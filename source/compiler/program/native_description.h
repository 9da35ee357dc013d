/// @file
/// Converts a kernel's declaration in C (include/mux/native_kernel.h) to a KernelDescription.

#pragma once

#include <mux/native_kernel.h>

#include <string>

#include "compiler/abi/kernel_description.h"

namespace mux::compiler {

/// Checks a declaration and describes the kernel. The member `function` is ignored.
///
/// @param kernel its strings and its list of arguments must be readable, the strings
/// null-terminated.
/// @param[out] error what is wrong with the declaration, when false is returned.
/// Throws nothing but std::bad_alloc.
bool describe_native_kernel(const mux_native_kernel_t &kernel, KernelDescription &description,
                            std::string &error);

}  // namespace mux::compiler
