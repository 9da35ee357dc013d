#include "codegen/pipeline/program/read_module.h"
#include "codegen/ir/explanations.h"
#include "codegen/ir/failure.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

namespace mux::compiler {

namespace {

/// A quick check: StripDebugInfo() visits all metadata of each instruction, a quarter of the time
/// to build a program of hashcat's.
bool has_debug_info(const llvm::Module &module) {
  return module.getNamedMetadata("llvm.dbg.cu") != nullptr ||
         llvm::any_of(module, [](const llvm::Function &function) {
           return function.getSubprogram() != nullptr ||
                  function.getName().starts_with("llvm.dbg.") ||
                  llvm::any_of(llvm::instructions(function),
                               [](const llvm::Instruction &instruction) {
                                 return instruction.getDebugLoc().get() != nullptr ||
                                        instruction.hasDbgRecords();
                               });
         });
}

/// Materializes the functions that are reachable from some.
class ReachedFunctions {
 public:
  llvm::Error read(llvm::Function &first) {
    add(first);
    while (!pending_.empty()) {
      llvm::Function *function = pending_.pop_back_val();
      if (llvm::Error error = function->materialize()) {
        return error;
      }
      for (const llvm::Instruction &instruction : llvm::instructions(function)) {
        for (const llvm::Use &operand : instruction.operands()) {
          add(*operand);
        }
      }
    }
    return llvm::Error::success();
  }

 private:
  /// Constants may refer to functions, and variables' initializers to constants.
  void add(llvm::Value &value) {
    if (!llvm::isa<llvm::Constant>(value) || llvm::isa<llvm::ConstantData>(value) ||
        !seen_.insert(&value).second) {
      return;
    }
    if (auto *function = llvm::dyn_cast<llvm::Function>(&value)) {
      pending_.push_back(function);
    }
    for (const llvm::Use &operand : llvm::cast<llvm::Constant>(value).operands()) {
      add(*operand);
    }
  }

  llvm::SmallVector<llvm::Function *> pending_;
  llvm::SmallPtrSet<const llvm::Value *, 16> seen_;
};

/// Materializes the functions that kernels need of a lazily read module, and drops the other
/// functions. Materializes all if a kernel does not exist.
llvm::Error read_functions(llvm::Module &module, llvm::ArrayRef<std::string> kernels) {
  ReachedFunctions reached;
  for (const std::string &kernel : kernels) {
    llvm::Function *function = module.getFunction(kernel);
    if (function == nullptr) {
      return module.materializeAll();
    }
    if (llvm::Error error = reached.read(*function)) {
      return error;
    }
  }
  for (llvm::Function &other : llvm::make_early_inc_range(module)) {
    if (other.isMaterializable()) {
      other.deleteBody();
      if (other.use_empty()) {
        other.eraseFromParent();
      }
    }
  }
  return module.materializeAll();
}

llvm::Expected<std::unique_ptr<llvm::Module>> parse(llvm::MemoryBufferRef buffer,
                                                    llvm::ArrayRef<std::string> kernels,
                                                    llvm::LLVMContext &context) {
  if (kernels.empty()) {
    return llvm::parseBitcodeFile(buffer, context);
  }
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::getLazyBitcodeModule(buffer, context);
  if (module) {
    if (llvm::Error error = read_functions(**module, kernels)) {
      return error;
    }
  }
  return module;
}

}  // namespace

llvm::Expected<std::unique_ptr<llvm::Module>> read_module(std::string_view bitcode,
                                                          llvm::LLVMContext &context,
                                                          llvm::ArrayRef<std::string> kernels) {
  llvm::MemoryBufferRef buffer(llvm::StringRef(bitcode.data(), bitcode.size()), "kernel binary");
  llvm::Expected<std::unique_ptr<llvm::Module>> parsed = parse(buffer, kernels, context);
  if (!parsed) {
    return failure("the bitcode cannot be read: " + llvm::toString(parsed.takeError()));
  }
  std::unique_ptr<llvm::Module> module = std::move(*parsed);

  std::string problems;
  llvm::raw_string_ostream problem_stream(problems);
  bool broken_debug_info = false;
  if (llvm::verifyModule(*module, &problem_stream, &broken_debug_info)) {
    return failure("the bitcode is not valid: " + problem_stream.str());
  }
  const llvm::Triple triple(module->getTargetTriple());
  if (triple.getArch() != llvm::Triple::spir64) {
    return failure("the bitcode is for '" + module->getTargetTriple() +
                   "'; kernels are compiled for the target spir64");
  }
  if (!broken_debug_info && are_accesses_explained()) {
    // Explanations name the lines of accesses.
    llvm::stripNonLineTableDebugInfo(*module);
  } else if (broken_debug_info || has_debug_info(*module)) {
    llvm::StripDebugInfo(*module);
  }
  return module;
}

}  // namespace mux::compiler
