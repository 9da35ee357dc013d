#include "compiler/pipeline/read_module.h"

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

namespace mux::compiler {

namespace {

/// Private, global, constant, local and generic memory; the processor gives others a meaning of its
/// own.
constexpr unsigned last_address_space = 4;

/// OpenCL C's widest vector has 16 elements, and optimisers join a few of those. The time to
/// generate code grows with the square of the width, so a width of millions would never end.
constexpr unsigned widest_vector = 1024;

bool type_supported(llvm::Type *type, std::string &why) {
  if (auto *pointer = llvm::dyn_cast<llvm::PointerType>(type->getScalarType())) {
    if (pointer->getAddressSpace() > last_address_space) {
      why = "address space " + std::to_string(pointer->getAddressSpace());
      return false;
    }
  }
  if (llvm::isa<llvm::ScalableVectorType>(type)) {
    why = "a scalable vector";
    return false;
  }
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
      vector != nullptr && vector->getNumElements() > widest_vector) {
    why = "a vector of " + std::to_string(vector->getNumElements()) + " elements; the most are " +
          std::to_string(widest_vector);
    return false;
  }
  if (type->isX86_AMXTy() || type->isX86_MMXTy()) {
    why = "a register type of a processor";
    return false;
  }
  return true;
}

bool call_supported(const llvm::CallBase &call, std::string &why) {
  if (!llvm::isa<llvm::CallInst>(call)) {
    why = "exceptions";
    return false;
  }
  if (call.isInlineAsm()) {
    why = "inline assembly";
    return false;
  }
  const llvm::Function *callee = call.getCalledFunction();
  if (callee == nullptr) {
    const auto *other =
        llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
    why = other == nullptr ? std::string("a call through a function pointer")
                           : "a call of '" + other->getName().str() + "' as another type";
    return false;
  }
  if (callee->isIntrinsic() && llvm::Function::isTargetIntrinsic(callee->getIntrinsicID())) {
    why = "the processor intrinsic " + callee->getName().str();
    return false;
  }
  return true;
}

bool instruction_supported(const llvm::Instruction &instruction, std::string &why) {
  if (!type_supported(instruction.getType(), why)) {
    return false;
  }
  for (const llvm::Use &operand : instruction.operands()) {
    if (!type_supported(operand->getType(), why)) {
      return false;
    }
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    return call_supported(*call, why);
  }
  if (llvm::isa<llvm::IndirectBrInst>(instruction)) {
    why = "an indirect branch";
    return false;
  }
  if (llvm::isa<llvm::VAArgInst>(instruction)) {
    why = "variable arguments";
    return false;
  }
  if (instruction.isEHPad() || llvm::isa<llvm::ResumeInst>(instruction)) {
    why = "exceptions";
    return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<llvm::Module> read_module(std::string_view bitcode, llvm::LLVMContext &context,
                                          std::string &error) {
  llvm::MemoryBufferRef buffer(llvm::StringRef(bitcode.data(), bitcode.size()), "kernel binary");
  llvm::Expected<std::unique_ptr<llvm::Module>> parsed = llvm::parseBitcodeFile(buffer, context);
  if (!parsed) {
    error = "the bitcode cannot be read: " + llvm::toString(parsed.takeError());
    return nullptr;
  }
  std::unique_ptr<llvm::Module> module = std::move(*parsed);

  std::string problems;
  llvm::raw_string_ostream problem_stream(problems);
  bool broken_debug_info = false;
  if (llvm::verifyModule(*module, &problem_stream, &broken_debug_info)) {
    error = "the bitcode is not valid: " + problem_stream.str();
    return nullptr;
  }
  const llvm::Triple triple(module->getTargetTriple());
  if (triple.getArch() != llvm::Triple::spir64) {
    error = "the bitcode is for '" + module->getTargetTriple() +
            "'; kernels are compiled for the target spir64";
    return nullptr;
  }
  llvm::StripDebugInfo(*module);
  return module;
}

bool check_supported(llvm::Module &module, std::string &error) {
  if (!module.getModuleInlineAsm().empty()) {
    error = "the binary contains inline assembly";
    return false;
  }
  if (!module.alias_empty() || !module.ifunc_empty()) {
    error = "the binary contains an alias of a symbol, which OpenCL C has not";
    return false;
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    const std::string name = variable.getName().str();
    std::string why;
    if (name == "llvm.global_ctors" || name == "llvm.global_dtors") {
      error = "the binary needs constructors of program-scope variables to run";
      return false;
    }
    if (variable.isThreadLocal()) {
      error = "the variable '" + name + "' is thread-local";
      return false;
    }
    if (!type_supported(variable.getType(), why)) {
      error = "the variable '" + name + "' uses ";
      error += why;
      return false;
    }
  }
  for (llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      std::string why;
      if (!instruction_supported(instruction, why)) {
        error = "the function '" + function.getName().str() + "' uses " + why;
        return false;
      }
    }
  }
  return true;
}

}  // namespace mux::compiler
