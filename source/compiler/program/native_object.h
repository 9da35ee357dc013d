/// @file
/// Finds the kernels of an object that a C or C++ compiler made from a source with
/// mux/native_kernel.h.

#pragma once

#include <mux/native_kernel.h>

#include <string>
#include <vector>

#include "compiler/abi/kernel_description.h"
#include "compiler/program/elf_file.h"

namespace mux::compiler {

struct NativeKernel {
  KernelDescription description;
  /// The symbol of the kernel's mux_native_kernel_t. In the loaded object its member `function`
  /// points to code of the object.
  std::string symbol;
};

/// Reads and checks the table of kernels in the file, without loading or running anything.
///
/// @param[out] kernels sorted by name.
/// @param[out] error what is wrong with the table, when false is returned.
/// Throws nothing but std::bad_alloc.
bool read_native_kernels(const ElfFile &object, std::vector<NativeKernel> &kernels,
                         std::string &error);

}  // namespace mux::compiler
