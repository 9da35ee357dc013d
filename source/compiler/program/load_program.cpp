#include <algorithm>

#include "compiler/container/container.h"
#include "compiler/pipeline/host_target.h"
#include "compiler/program/compile.h"
#include "compiler/program/loaded_object.h"
#include "compiler/program/program.h"

namespace mux::compiler {

namespace {

class LoadedProgram : public Program {
 public:
  bool load(std::string_view code, std::vector<KernelDescription> kernels, std::string &error) {
    kernels_ = std::move(kernels);
    std::vector<std::string> symbols;
    symbols.reserve(kernels_.size());
    for (const KernelDescription &kernel : kernels_) {
      symbols.push_back(kernel_symbol(kernel.name));
    }
    return object_.load(code, symbols, entry_points_, error);
  }

  size_t kernel_count() const override { return kernels_.size(); }
  const KernelDescription &kernel(size_t index) const override { return kernels_[index]; }
  KernelFunction entry_point(size_t index) const override {
    return reinterpret_cast<KernelFunction>(entry_points_[index]);
  }

 private:
  LoadedObject object_;
  std::vector<KernelDescription> kernels_;
  std::vector<void *> entry_points_;
};

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

std::unique_ptr<Program> load_object(std::string_view code, std::vector<KernelDescription> kernels,
                                     std::string &error) {
  auto program = std::make_unique<LoadedProgram>();
  if (!program->load(code, std::move(kernels), error)) {
    return nullptr;
  }
  return program;
}

std::unique_ptr<Program> load_bitcode(std::string_view bitcode, std::string &error) {
  if (!is_bitcode(bitcode)) {
    error = "the container's code is not LLVM bitcode";
    return nullptr;
  }
  CompiledObject object;
  if (!compile_bitcode(bitcode, object, error)) {
    return nullptr;
  }
  return load_object(object.code, std::move(object.kernels), error);
}

/// Code for another processor would stop at an instruction that is not there.
bool runs_on_host(const Container &container, std::string &error) {
  std::string_view features = container.cpu_features;
  while (!features.empty()) {
    const size_t end = std::min(features.find(','), features.size());
    const std::string_view feature = features.substr(0, end);
    features.remove_prefix(std::min(end + 1, features.size()));
    if (starts_with(feature, "+") &&
        !host_target().has_feature(std::string(feature.substr(1)).c_str())) {
      error = "the binary was compiled for the processor '" + container.cpu +
              "' and needs its feature '" + std::string(feature.substr(1)) +
              "', which this one has not";
      return false;
    }
  }
  return true;
}

std::unique_ptr<Program> load_container(std::string_view binary, std::string &error) {
  Container container;
  if (!read_container(binary, container, error)) {
    return nullptr;
  }
  if (container.kind == CodeKind::bitcode) {
    return load_bitcode(container.code, error);
  }
  if (!runs_on_host(container, error)) {
    return nullptr;
  }
  return load_object(container.code, std::move(container.kernels), error);
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
    error =
        "a bare ELF object does not describe its kernels; only objects in a container of mux "
        "are supported";
    return nullptr;
  }
  error = "the binary is neither a container of mux nor LLVM bitcode";
  return nullptr;
}

}  // namespace mux::compiler
