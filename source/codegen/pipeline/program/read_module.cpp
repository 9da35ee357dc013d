#include "codegen/pipeline/program/read_module.h"
#include "codegen/ir/failure.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include "codegen/ir/work_item_functions.h"

namespace mux::compiler {

namespace {

/// Private, global, constant, local and generic memory; others have a target-specific meaning.
constexpr unsigned last_address_space = 4;

/// OpenCL C's widest vector has 16 elements, and optimizers concatenate a few of those. Code
/// generation is quadratic in the width, so a width of millions would never finish.
constexpr unsigned widest_vector = 1024;

llvm::Error check_type(llvm::Type *type) {
  if (auto *pointer = llvm::dyn_cast<llvm::PointerType>(type->getScalarType())) {
    if (pointer->getAddressSpace() > last_address_space) {
      return failure("address space " + std::to_string(pointer->getAddressSpace()));
    }
  }
  if (llvm::isa<llvm::ScalableVectorType>(type)) {
    return failure("a scalable vector");
  }
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
      vector != nullptr && vector->getNumElements() > widest_vector) {
    return failure("a vector of " + std::to_string(vector->getNumElements()) +
                   " elements; the maximum is " + std::to_string(widest_vector));
  }
  if (type->isX86_AMXTy() || type->isX86_MMXTy()) {
    return failure("a register type of a processor");
  }
  return llvm::Error::success();
}

/// Whether the type is int(const char *format, ...).
bool is_type_of_printf(const llvm::FunctionType &type) {
  return type.isVarArg() && type.getNumParams() == 1 && type.getParamType(0)->isPointerTy() &&
         type.getReturnType()->isIntegerTy(32);
}

llvm::Error check_call(const llvm::CallBase &call) {
  if (!llvm::isa<llvm::CallInst>(call)) {
    return failure("exceptions");
  }
  if (call.isInlineAsm()) {
    return failure("inline assembly");
  }
  const llvm::Function *callee = call.getCalledFunction();
  if (callee == nullptr) {
    const auto *other =
        llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
    return failure(other == nullptr ? std::string("a call through a function pointer")
                                    : "a call of '" + other->getName().str() +
                                          "' with a mismatched function type");
  }
  if (callee->isDeclaration() && is_printf(callee->getName()) &&
      !is_type_of_printf(*callee->getFunctionType())) {
    return failure("printf with a declaration that differs from OpenCL C's");
  }
  if (callee->isIntrinsic() && llvm::Function::isTargetIntrinsic(callee->getIntrinsicID())) {
    return failure("the processor intrinsic " + callee->getName().str());
  }
  return llvm::Error::success();
}

llvm::Error check_instruction(const llvm::Instruction &instruction) {
  if (llvm::Error why = check_type(instruction.getType())) {
    return why;
  }
  for (const llvm::Use &operand : instruction.operands()) {
    if (llvm::Error why = check_type(operand->getType())) {
      return why;
    }
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    return check_call(*call);
  }
  if (llvm::isa<llvm::IndirectBrInst>(instruction)) {
    return failure("an indirect branch");
  }
  if (llvm::isa<llvm::VAArgInst>(instruction)) {
    return failure("variable arguments");
  }
  if (instruction.isEHPad() || llvm::isa<llvm::ResumeInst>(instruction)) {
    return failure("exceptions");
  }
  return llvm::Error::success();
}

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
  if (broken_debug_info || has_debug_info(*module)) {
    llvm::StripDebugInfo(*module);
  }
  return module;
}

llvm::Error check_supported(llvm::Module &module) {
  if (!module.getModuleInlineAsm().empty()) {
    return failure("the binary contains inline assembly");
  }
  if (!module.alias_empty() || !module.ifunc_empty()) {
    return failure("the binary contains an alias of a symbol, which OpenCL C does not have");
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    const std::string name = variable.getName().str();
    if (name == "llvm.global_ctors" || name == "llvm.global_dtors") {
      return failure(
          "the binary has constructors of program-scope variables, which are not supported");
    }
    if (variable.isThreadLocal()) {
      return failure("the variable '" + name + "' is thread-local");
    }
    if (llvm::Error why = check_type(variable.getType())) {
      return failure("the variable '" + name + "' uses " + llvm::toString(std::move(why)));
    }
  }
  for (llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (llvm::Error why = check_instruction(instruction)) {
        return failure("the function '" + function.getName() + "' uses " +
                       llvm::toString(std::move(why)));
      }
    }
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler
