/// @file
/// The symbols of kernels' entry points in compiled code.

#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// The symbol of a kernel's entry point (KernelFunction of kernel_abi.h).
inline std::string kernel_symbol(std::string_view kernel_name) {
  return "mux_kernel_" + std::string(kernel_name);
}

}  // namespace mux::compiler
