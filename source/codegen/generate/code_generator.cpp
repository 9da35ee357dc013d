#include "codegen/generate/code_generator.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>
#include <vector>

#include "codegen/generate/bitcode_checks.h"
#include "codegen/generate/error_collector.h"
#include "codegen/generate/kept_front_half.h"
#include "codegen/generate/large_stack.h"
#include "codegen/generate/target_machines.h"
#include "codegen/ir/failure.h"
#include "codegen/ir/program_constants.h"
#include "codegen/passes/pass_runner.h"
#include "codegen/passes/pass_settings.h"
#include "codegen/pipeline/entry/stack_use.h"
#include "codegen/pipeline/pipeline.h"
#include "codegen/pipeline/program/initialize_memory.h"
#include "codegen/pipeline/program/read_module.h"
#include "compiler/abi/address_space.h"
#include "compiler/abi/kernel_symbol.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// Whether there are writable variables that outlive a kernel's execution. Local variables belong
/// to a group.
bool has_shared_variables(const llvm::Module &module) {
  const auto variables = module.globals();
  return std::any_of(variables.begin(), variables.end(), [](const llvm::GlobalVariable &variable) {
    return !variable.isConstant() && variable.getAddressSpace() != address_space::local;
  });
}

uint64_t global_variable_size(const llvm::Module &module) {
  uint64_t size = 0;
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() == address_space::global) {
      size += module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
    }
  }
  return size;
}

/// A module with everything that LLVM needs to compile it.
struct LoadedModule {
  llvm::LLVMContext context;
  LentTargetMachine machine;
  std::unique_ptr<llvm::Module> module;
};

llvm::Error load_machine(LoadedModule &loaded) {
  llvm::Expected<LentTargetMachine> machine = lend_target_machine();
  if (!machine) {
    return machine.takeError();
  }
  loaded.machine = std::move(*machine);
  return llvm::Error::success();
}

/// @param kernel to load with the functions that it needs; empty for all.
llvm::Error load_module(std::string_view bitcode, const std::string &kernel, LoadedModule &loaded) {
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      read_module(bitcode, loaded.context,
                  kernel.empty() ? llvm::ArrayRef<std::string>() : llvm::ArrayRef(kernel));
  if (!module) {
    return module.takeError();
  }
  loaded.module = std::move(*module);
  return llvm::Error::success();
}

/// Runs the front half of the pipeline, or copies its result from an earlier compilation.
llvm::Expected<std::vector<SourceKernel>> load_kernels(std::string_view bitcode,
                                                       const CompileRequest &request,
                                                       SharedFrontHalf *front_half,
                                                       LoadedModule &loaded,
                                                       Compilation &compilation) {
  if (front_half != nullptr && *front_half != nullptr) {
    llvm::Expected<RestoredKernel> restored = restore_front_half(**front_half, loaded.context);
    if (!restored) {
      return restored.takeError();
    }
    loaded.module = std::move(restored->module);
    return std::vector<SourceKernel>{std::move(restored->kernel)};
  }
  if (llvm::Error error = load_module(bitcode, request.kernel, loaded)) {
    return error;
  }
  llvm::Expected<std::vector<SourceKernel>> kernels =
      lower_program(*loaded.module, request, compilation);
  if (kernels && front_half != nullptr && kernels->size() == 1) {
    *front_half = keep_front_half(*loaded.module, kernels->front());
  }
  return kernels;
}

llvm::Expected<CompiledObject> compile_here(std::string_view bitcode, const CompileJob &job,
                                            SharedFrontHalf *front_half) {
  llvm::Expected<PassSettings> settings = pass_settings_of_environment();
  if (!settings) {
    return settings.takeError();
  }
  std::string diagnostics;
  StackSizes stack_sizes;
  LoadedModule loaded;
  loaded.context.setDiagnosticHandler(std::make_unique<ErrorCollector>(diagnostics, &stack_sizes));
  if (llvm::Error error = load_machine(loaded)) {
    return error;
  }
  // Requests to print or time passes are for the full compilation.
  const CompiledResult wanted = settings->is_silent() ? job.result : CompiledResult::code;
  Compilation compilation{*loaded.machine, job.width, PassRunner(*settings), wanted,
                          job.request.specialization.tier};
  llvm::Expected<std::vector<SourceKernel>> sources =
      load_kernels(bitcode, job.request, front_half, loaded, compilation);
  if (!sources) {
    return sources.takeError();
  }
  llvm::Expected<std::vector<EntryKernel>> kernels =
      lower_kernels(*loaded.module, std::move(*sources), job.request, compilation);
  if (!kernels) {
    return kernels.takeError();
  }
  CompiledObject result;
  if (compilation.makes_code()) {
    llvm::Expected<std::string> code = generate_code(*loaded.module, *kernels, compilation);
    if (!code) {
      return code.takeError();
    }
    result.code = std::move(*code);
    for (EntryKernel &kernel : *kernels) {
      const llvm::Function *entry =
          loaded.module->getFunction(kernel_symbol(kernel.description.name));
      kernel.description.stack_use = entry == nullptr ? 0 : stack_use(*entry, stack_sizes);
    }
  }
  if (!diagnostics.empty()) {
    return failure("the kernels cannot be compiled: " + diagnostics);
  }
  compilation.passes.report_times(job.request.kernel.empty() ? "all kernels" : job.request.kernel);
  for (EntryKernel &kernel : *kernels) {
    result.kernels.push_back(std::move(kernel.description));
  }
  result.cpu = code_target().cpu;
  result.cpu_features = code_target().features;
  result.tier = compilation.tier;
  return result;
}

llvm::Expected<ProgramOutline> inspect_here(std::string_view bitcode) {
  LoadedModule loaded;
  if (llvm::Error error = load_machine(loaded)) {
    return error;
  }
  if (llvm::Error error = load_module(bitcode, {}, loaded)) {
    return error;
  }
  ProgramOutline result;
  // Before the module is retargeted and constants become internal. They are not set: the outline is
  // the same for all values, so it includes whatever a branch on a constant may lead to.
  result.constants = program_constants(*loaded.module);
  Compilation compilation{*loaded.machine, {}, PassRunner()};
  llvm::Expected<std::vector<SourceKernel>> kernels =
      prepare_module(*loaded.module, {}, compilation);
  if (!kernels) {
    return kernels.takeError();
  }
  // The size of a program with constants depends on their values, which often exclude most of it;
  // it is checked when it is compiled.
  if (result.constants.empty()) {
    if (llvm::Error error = choose_calls(*loaded.module, *kernels, compilation)) {
      return error;
    }
  }
  result.shares_variables = has_shared_variables(*loaded.module);
  result.global_variable_size = global_variable_size(*loaded.module);
  for (SourceKernel &kernel : *kernels) {
    result.kernels.push_back(std::move(kernel.description.name));
  }
  return result;
}

std::string bytes_of(const llvm::Module &module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return bytes;
}

llvm::Expected<std::string> mark_here(std::string_view bitcode, InitializedMemory initialized) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = read_module(bitcode, context);
  if (!module) {
    return module.takeError();
  }
  request_initialized_memory(**module, initialized);
  return bytes_of(**module);
}

llvm::Expected<std::string> extract_here(std::string_view bitcode,
                                         const std::vector<std::string> &kernels) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = read_module(bitcode, context, kernels);
  if (!module) {
    return module.takeError();
  }
  // Constant tables that only other kernels use would be copied to each extracted module.
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range((*module)->globals())) {
    if (variable.hasLocalLinkage() && variable.use_empty()) {
      variable.eraseFromParent();
    }
  }
  return bytes_of(**module);
}

/// Runs `work`, which returns a value or an error, on a thread with a large stack: LLVM's recursion
/// is as deep as loops are nested. Throws std::bad_alloc if an allocation failed, or if no thread
/// could be created.
template <typename Value, typename Work>
bool run_compiler(Work work, Value &value, std::string &error) {
  bool is_out_of_memory = false;
  bool is_done = false;
  const bool ran = run_with_large_stack([&] {
    try {
      llvm::Expected<Value> result = work();
      is_done = static_cast<bool>(result);
      if (is_done) {
        value = std::move(*result);
      } else {
        error = llvm::toString(result.takeError());
      }
    } catch (const CompilationEnd &end) {
      error = end.what();
    } catch (const std::bad_alloc &) {
      is_out_of_memory = true;
    }
  });
  if (is_out_of_memory || !ran) {
    throw std::bad_alloc();
  }
  return is_done;
}

class LlvmCodeGenerator final : public CodeGenerator {
 public:
  bool inspect(std::string_view bitcode, ProgramOutline &outline,
               std::string &error) const override {
    return check_bitcode(bitcode, error) &&
           run_compiler([&] { return inspect_here(bitcode); }, outline, error);
  }

  bool mark(std::string_view bitcode, InitializedMemory initialized, std::string &marked,
            std::string &error) const override {
    return check_bitcode(bitcode, error) &&
           run_compiler([&] { return mark_here(bitcode, initialized); }, marked, error);
  }

  bool extract(std::string_view bitcode, const std::vector<std::string> &kernels,
               std::string &extracted, std::string &error) const override {
    return run_compiler([&] { return extract_here(bitcode, kernels); }, extracted, error);
  }

  bool compile(std::string_view bitcode, const CompileJob &job, SharedFrontHalf *front_half,
               CompiledObject &object, std::string &error) const override {
    const auto start = std::chrono::steady_clock::now();
    if (!run_compiler([&] { return compile_here(bitcode, job, front_half); }, object, error)) {
      return false;
    }
    object.compile_time = std::chrono::steady_clock::now() - start;
    return true;
  }
};

}  // namespace

const CodeGenerator &code_generator() {
  static const LlvmCodeGenerator generator;
  return generator;
}

}  // namespace mux::compiler
