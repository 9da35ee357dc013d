#include <utility>

#include "compiler/container/container.h"
#include "compiler/processor/host_target.h"
#include "compiler/program/bitcode_program.h"
#include "compiler/program/compile.h"
#include "compiler/program/loaded_program.h"
#include "compiler/program/program.h"

namespace mux::compiler {

namespace {

bool starts_with(std::string_view binary, std::string_view magic) {
  return binary.substr(0, magic.size()) == magic;
}

/// Whether this is raw bitcode, or bitcode in the wrapper that some tools add.
bool is_bitcode(std::string_view binary) {
  return starts_with(binary, "BC\xC0\xDE") || starts_with(binary, "\xDE\xC0\x17\x0B");
}

bool is_elf(std::string_view binary) {
  return starts_with(binary,
                     "\x7F"
                     "ELF");
}

/// Whether the host has all processor features of the code: otherwise it would raise SIGILL.
bool check_host_features(const std::string &cpu, std::string_view features, const char *what,
                         std::string &error) {
  const std::string missing = missing_features(features, host_target());
  if (missing.empty()) {
    return true;
  }
  error = std::string(what) + " the processor '" + cpu + "', and this one, '" + host_target().cpu +
          "', lacks " + missing;
  return false;
}

std::unique_ptr<Program> load_bitcode(std::string_view bitcode, const LoadOptions &options,
                                      std::string &error) {
  if (!is_bitcode(bitcode)) {
    error = "the container's code is not LLVM bitcode";
    return nullptr;
  }
  std::string marked;
  if (!check_host_features(code_target().cpu, code_target().features, "MUX_CPU asks for code for",
                           error) ||
      (options.initialized.any() && !mark_bitcode(bitcode, options.initialized, marked, error))) {
    return nullptr;
  }
  const std::string_view code = options.initialized.any() ? marked : bitcode;
  ProgramOutline outline;
  if (!inspect_bitcode(code, outline, error)) {
    return nullptr;
  }
  std::vector<ConstantValue> constants = match_constants(options.constants, outline.constants);
  return std::make_unique<BitcodeProgram>(code, std::move(outline), std::move(constants));
}

/// False if there are options: the code of a compiled binary cannot be changed.
bool check_unchanged(const LoadOptions &options, std::string &error) {
  if (options.initialized.any()) {
    error = "the binary is machine code, which cannot be changed to initialize memory";
    return false;
  }
  if (!options.constants.empty()) {
    const GivenConstant &first = options.constants.front();
    error =
        "the binary is machine code, in which constants have their values already; one is given "
        "for " +
        constant_name(first.name, first.id);
    return false;
  }
  return true;
}

std::unique_ptr<Program> load_native(std::string_view binary, const LoadOptions &options,
                                     std::string &error) {
  auto program = std::make_unique<LoadedProgram>();
  return check_unchanged(options, error) && program->load_native(binary, error) ? std::move(program)
                                                                                : nullptr;
}

std::unique_ptr<Program> load_container(std::string_view binary, const LoadOptions &options,
                                        std::string &error) {
  Container container;
  if (!read_container(binary, container, error)) {
    return nullptr;
  }
  switch (container.kind) {
    case CodeKind::bitcode:
      return load_bitcode(container.code, options, error);
    case CodeKind::linkable:
      error = "the container is an object or a library, which has to be linked by muxLink() first";
      return nullptr;
    case CodeKind::object:
      break;
  }
  if (!check_unchanged(options, error) ||
      !check_host_features(container.cpu, container.cpu_features, "the binary was compiled for",
                           error)) {
    return nullptr;
  }
  auto program = std::make_unique<LoadedProgram>();
  if (!program->load_compiled(container.code, std::move(container.kernels), error)) {
    return nullptr;
  }
  return program;
}

}  // namespace

std::unique_ptr<Program> load_program(std::string_view binary, std::string &error,
                                      const LoadOptions &options) {
  if (is_container(binary)) {
    return load_container(binary, options, error);
  }
  if (is_bitcode(binary)) {
    return load_bitcode(binary, options, error);
  }
  if (is_elf(binary)) {
    return load_native(binary, options, error);
  }
  error = "the binary is neither a container of Mux nor LLVM bitcode nor an ELF object";
  return nullptr;
}

}  // namespace mux::compiler
