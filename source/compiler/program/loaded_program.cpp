#include "compiler/program/loaded_program.h"
#include "compiler/abi/kernel_symbol.h"

#include <mux/native_kernel.h>

#include "compiler/program/elf_file.h"
#include "compiler/program/native_object.h"
#include "compiler/program/runtime_symbols.h"

namespace mux::compiler {

bool LoadedProgram::load_compiled(std::string_view code, std::vector<KernelDescription> kernels,
                                  std::string &error) {
  ElfFile file;
  if (!file.read(code, error)) {
    return false;
  }
  std::vector<std::string> symbols;
  symbols.reserve(kernels.size());
  for (const KernelDescription &kernel : kernels) {
    symbols.push_back(kernel_symbol(kernel.name));
  }
  std::vector<void *> addresses;
  if (!object_.load(file, find_runtime_symbol, symbols, addresses, error)) {
    return false;
  }
  for (void *address : addresses) {
    entry_points_.push_back(reinterpret_cast<KernelFunction>(address));
  }
  kernels_ = std::move(kernels);
  return true;
}

bool LoadedProgram::load_native(std::string_view code, std::string &error) {
  ElfFile file;
  std::vector<NativeKernel> kernels;
  if (!file.read(code, error) || !read_native_kernels(file, kernels, error)) {
    return false;
  }
  std::vector<std::string> symbols;
  for (NativeKernel &kernel : kernels) {
    symbols.push_back(std::move(kernel.symbol));
    kernels_.push_back(std::move(kernel.description));
  }
  std::vector<void *> addresses;
  if (!object_.load(file, find_native_symbol, symbols, addresses, error)) {
    return false;
  }
  for (const void *address : addresses) {
    const auto *declaration = static_cast<const mux_native_kernel_t *>(address);
    // The function types differ only in the name of the range's type.
    entry_points_.push_back(reinterpret_cast<KernelFunction>(declaration->function));
  }
  return true;
}

std::unique_ptr<Program> LoadedProgram::specialize(size_t, const Specialization &,
                                                   std::string &error) const {
  error = "machine code cannot be specialized";
  return nullptr;
}

}  // namespace mux::compiler
