#include <iterator>
#include <map>
#include <mutex>

#include "compiler/container/container.h"
#include "compiler/pipeline/host_target.h"
#include "compiler/program/bitcode_checks.h"
#include "compiler/program/compile.h"
#include "compiler/program/loaded_object.h"
#include "compiler/program/native_object.h"
#include "compiler/program/program.h"

namespace mux::compiler {

namespace {

class LoadedProgram : public Program {
 public:
  /// Adds code of this library's own compiler: a kernel's symbol is made of its name.
  bool load_compiled(std::string_view code, std::vector<KernelDescription> kernels,
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
    if (!load_object(file, find_runtime_symbol, symbols, addresses, error)) {
      return false;
    }
    for (void *address : addresses) {
      entry_points_.push_back(reinterpret_cast<KernelFunction>(address));
    }
    std::move(kernels.begin(), kernels.end(), std::back_inserter(kernels_));
    return true;
  }

  /// An object of a user's compiler: its declarations of kernels point to their functions.
  bool load_native(std::string_view code, std::string &error) {
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
    if (!load_object(file, find_native_symbol, symbols, addresses, error)) {
      return false;
    }
    for (const void *address : addresses) {
      const auto *declaration = static_cast<const mux_native_kernel_t *>(address);
      // The same function type, but for the name of the range.
      entry_points_.push_back(reinterpret_cast<KernelFunction>(declaration->function));
    }
    return true;
  }

  size_t kernel_count() const override { return kernels_.size(); }
  const KernelDescription &kernel(size_t index) const override { return kernels_[index]; }
  KernelFunction entry_point(size_t index) const override { return entry_points_[index]; }

  /// What the program was compiled from, for full groups where a kernel requires a local size.
  void keep_bitcode(std::string_view bitcode) { bitcode_ = bitcode; }
  bool can_specialise() const override { return !bitcode_.empty(); }
  std::unique_ptr<Program> specialise(size_t index, const Specialisation &specialisation,
                                      std::string &error) const override;
  KernelCode code_for_partial_groups(size_t index, std::string &error) const override;

 private:
  bool load_object(const ElfFile &file, SymbolSource callable, std::span<const std::string> symbols,
                   std::vector<void *> &addresses, std::string &error) {
    objects_.push_back(std::make_unique<LoadedObject>());
    return objects_.back()->load(file, callable, symbols, addresses, error);
  }

  std::string bitcode_;
  mutable std::mutex mutex_;
  /// Of kernels that require a local size, by their index.
  mutable std::map<size_t, std::unique_ptr<Program>> for_partial_groups_;
  std::vector<std::unique_ptr<LoadedObject>> objects_;
  std::vector<KernelDescription> kernels_;
  std::vector<KernelFunction> entry_points_;
};

KernelCode LoadedProgram::code_for_partial_groups(size_t index, std::string &error) const {
  if (bitcode_.empty() || kernels_[index].required_local_size[0] == 0) {
    return {&kernels_[index], entry_points_[index]};
  }
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Program> &program = for_partial_groups_[index];
  if (program == nullptr) {
    program = specialise(index, {}, error);
  }
  if (program == nullptr) {
    return {&kernels_[index], nullptr};
  }
  return {&program->kernel(0), program->entry_point(0)};
}

std::unique_ptr<Program> LoadedProgram::specialise(size_t index,
                                                   const Specialisation &specialisation,
                                                   std::string &error) const {
  CompiledObject object;
  auto program = std::make_unique<LoadedProgram>();
  if (!compile_specialised(bitcode_, kernels_[index], specialisation, object, error) ||
      !program->load_compiled(object.code, std::move(object.kernels), error)) {
    return nullptr;
  }
  return program;
}

bool starts_with(std::string_view binary, std::string_view magic) {
  return binary.substr(0, magic.size()) == magic;
}

/// Bitcode as it is, or in the wrapper that some tools put around it.
bool is_bitcode(std::string_view binary) {
  return starts_with(binary, "BC\xC0\xDE") || starts_with(binary, "\xDE\xC0\x17\x0B");
}

bool is_elf(std::string_view binary) {
  return starts_with(binary,
                     "\x7F"
                     "ELF");
}

/// Code for another processor would stop at an instruction that is not there.
bool runs_here(const std::string &cpu, std::string_view features, const char *what,
               std::string &error) {
  const std::string missing = missing_features(features, host_target());
  if (missing.empty()) {
    return true;
  }
  error = std::string(what) + " the processor '" + cpu + "', and this one, '" + host_target().cpu +
          "', lacks " + missing;
  return false;
}

std::unique_ptr<Program> load_bitcode(std::string_view bitcode, std::string &error) {
  if (!is_bitcode(bitcode)) {
    error = "the container's code is not LLVM bitcode";
    return nullptr;
  }
  std::vector<CompiledObject> objects;
  if (!check_bitcode(bitcode, error) ||
      !runs_here(code_target().cpu, code_target().features, "MUX_CPU asks for code for", error) ||
      !compile_in_parallel(bitcode, RequiredGroups::full, objects, error)) {
    return nullptr;
  }
  auto program = std::make_unique<LoadedProgram>();
  for (CompiledObject &object : objects) {
    if (!program->load_compiled(object.code, std::move(object.kernels), error)) {
      return nullptr;
    }
  }
  program->keep_bitcode(bitcode);
  return program;
}

std::unique_ptr<Program> load_container(std::string_view binary, std::string &error) {
  Container container;
  if (!read_container(binary, container, error)) {
    return nullptr;
  }
  if (container.kind == CodeKind::bitcode) {
    return load_bitcode(container.code, error);
  }
  if (!runs_here(container.cpu, container.cpu_features, "the binary was compiled for", error)) {
    return nullptr;
  }
  auto program = std::make_unique<LoadedProgram>();
  if (!program->load_compiled(container.code, std::move(container.kernels), error)) {
    return nullptr;
  }
  return program;
}

}  // namespace

std::unique_ptr<Program> load_program(std::string_view binary, std::string &error) {
  if (is_container(binary)) {
    return load_container(binary, error);
  }
  if (is_bitcode(binary)) {
    return load_bitcode(binary, error);
  }
  if (is_elf(binary)) {
    auto program = std::make_unique<LoadedProgram>();
    return program->load_native(binary, error) ? std::move(program) : nullptr;
  }
  error = "the binary is neither a container of mux nor LLVM bitcode nor an ELF object";
  return nullptr;
}

}  // namespace mux::compiler
