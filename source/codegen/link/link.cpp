#include "codegen/link/link.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/Linker/Linker.h>

#include <new>
#include <set>
#include <utility>

#include "codegen/generate/bitcode_checks.h"
#include "codegen/generate/error_collector.h"
#include "codegen/generate/large_stack.h"
#include "codegen/ir/program_constants.h"
#include "codegen/link/math_options.h"
#include "codegen/link/symbols.h"
#include "codegen/link/unused_functions.h"
#include "codegen/link/write_bitcode.h"
#include "codegen/pipeline/program/read_module.h"
#include "compiler/container/container.h"

namespace mux::compiler {

namespace {

void add_error(std::string &log, const std::string &text) {
  log += "link: error: " + text + "\n";
}

/// @return NULL on failure, with the reason in `error`.
std::unique_ptr<llvm::Module> read_binary(std::string_view binary, llvm::LLVMContext &context,
                                          std::string &error) {
  Container container;
  if (!is_container(binary)) {
    error = "is no container of Mux";
    return nullptr;
  }
  if (!read_container(binary, container, error)) {
    error = "cannot be read: " + error;
    return nullptr;
  }
  if (container.kind != CodeKind::linkable) {
    error = "is a finished program, not an object of mux_compile_output_object or a library";
    return nullptr;
  }
  if (!check_bitcode(container.code, error)) {
    error = "cannot be read: " + error;
    return nullptr;
  }
  llvm::Expected<std::unique_ptr<llvm::Module>> module = read_module(container.code, context);
  if (!module) {
    error = "cannot be read: " + llvm::toString(module.takeError());
    return nullptr;
  }
  return std::move(*module);
}

/// The name of a binary in diagnostics.
/// @param module NULL if it could not be read.
std::string name_of(size_t index, const llvm::Module *module) {
  std::string name = "binary " + std::to_string(index);
  if (module != nullptr && !module->getSourceFileName().empty()) {
    name += " (";
    name += module->getSourceFileName();
    name += ')';
  }
  return name;
}

/// Reads all binaries, and reports each that is invalid.
bool read_binaries(const LinkRequest &request, llvm::LLVMContext &context,
                   std::vector<LinkInput> &inputs, std::string &log) {
  for (size_t i = 0; i < request.binaries.size(); ++i) {
    std::string error;
    std::unique_ptr<llvm::Module> module = read_binary(request.binaries[i], context, error);
    std::string name = name_of(i, module.get());
    if (module == nullptr) {
      name += ' ';
      add_error(log, name + error);
      continue;
    }
    inputs.push_back({std::move(module), std::move(name)});
  }
  return log.empty();
}

/// A constant that one module's translation depends on is fixed in all: LLVM's linker takes one
/// module's variable.
void share_fixed_constants(std::vector<LinkInput> &inputs) {
  std::set<std::string> fixed;
  for (const LinkInput &input : inputs) {
    for (const llvm::GlobalVariable &variable : input.module->globals()) {
      if (is_fixed(variable)) {
        fixed.insert(variable.getName().str());
      }
    }
  }
  for (const LinkInput &input : inputs) {
    for (llvm::GlobalVariable &variable : input.module->globals()) {
      if (is_program_constant(variable) && fixed.contains(variable.getName().str())) {
        fix_specialization_constant(variable);
      }
    }
  }
}

/// @return NULL on failure, with the reason in `log`.
std::unique_ptr<llvm::Module> join(std::vector<LinkInput> inputs, llvm::LLVMContext &context,
                                   std::string &log) {
  for (const std::string &error : check_symbols(inputs)) {
    add_error(log, error);
  }
  if (!log.empty()) {
    return nullptr;
  }
  share_fixed_constants(inputs);
  std::string problems;
  context.setDiagnosticHandler(std::make_unique<ErrorCollector>(problems));
  auto module = std::make_unique<llvm::Module>("program", context);
  module->setTargetTriple(inputs.front().module->getTargetTriple());
  module->setDataLayout(inputs.front().module->getDataLayout());
  for (LinkInput &input : inputs) {
    const bool failed = llvm::Linker::linkModules(*module, std::move(input.module));
    if (failed || !problems.empty()) {
      add_error(log, input.name + " cannot be linked: " + problems);
      return nullptr;
    }
  }
  return module;
}

LinkResult link_here(const LinkRequest &request, Bitcode &bitcode, std::string &log) {
  llvm::LLVMContext context;
  std::vector<LinkInput> inputs;
  if (!read_binaries(request, context, inputs, log)) {
    return LinkResult::invalid_binary;
  }
  const std::unique_ptr<llvm::Module> module = join(std::move(inputs), context, log);
  if (module == nullptr) {
    return LinkResult::failure;
  }
  apply_math_options(*module, request.math);
  if (request.output == LinkOutput::library) {
    protect_math_options(*module);
  }
  if (!is_library(request.output)) {
    drop_unused_functions(*module);
  }
  module->setSourceFileName(is_library(request.output) ? "library" : "program");
  bitcode = write_bitcode(*module);
  return LinkResult::success;
}

}  // namespace

LinkResult link_objects(const LinkRequest &request, Bitcode &bitcode, std::string &log) {
  LinkResult result = LinkResult::out_of_memory;
  const bool ran = run_with_large_stack([&] {
    try {
      result = link_here(request, bitcode, log);
    } catch (const std::bad_alloc &) {
      result = LinkResult::out_of_memory;
    }
  });
  return ran ? result : LinkResult::out_of_memory;
}

}  // namespace mux::compiler
