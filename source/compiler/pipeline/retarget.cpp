#include "compiler/pipeline/retarget.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/pipeline/host_target.h"
#include "compiler/pipeline/work_item_functions.h"

namespace mux::compiler {

namespace {

/// Attributes of a front end's options that this pipeline decides itself, or that need a runtime
/// that is not there (stack protector, sanitizers).
void remove_foreign_attributes(llvm::Function &function) {
  for (const llvm::Attribute::AttrKind kind :
       {llvm::Attribute::OptimizeNone, llvm::Attribute::NoInline, llvm::Attribute::OptimizeForSize,
        llvm::Attribute::MinSize, llvm::Attribute::StackProtect, llvm::Attribute::StackProtectReq,
        llvm::Attribute::StackProtectStrong, llvm::Attribute::SanitizeAddress,
        llvm::Attribute::SanitizeMemory, llvm::Attribute::SanitizeThread,
        llvm::Attribute::SanitizeHWAddress, llvm::Attribute::UWTable, llvm::Attribute::SafeStack,
        llvm::Attribute::ShadowCallStack}) {
    function.removeFnAttr(kind);
  }
}

/// What the optimiser may know of work-item functions and barriers, whatever their declaration
/// says.
void describe_pipeline_function(llvm::Function &function) {
  if (is_barrier(function.getName())) {
    function.setConvergent();
  } else if (work_item_query(function.getName())) {
    function.setDoesNotAccessMemory();
    function.setWillReturn();
    function.removeFnAttr(llvm::Attribute::Convergent);
    function.addFnAttr(llvm::Attribute::Speculatable);
  }
}

}  // namespace

void set_target_attributes(llvm::Function &function) {
  const HostTarget &host = host_target();
  function.addFnAttr("target-cpu", host.cpu);
  function.addFnAttr("target-features", host.features);
  function.addFnAttr("frame-pointer", "all");
  if (host.has_feature("avx512f")) {
    function.addFnAttr("prefer-vector-width", "512");
  }
  function.setDoesNotThrow();
}

void retarget(llvm::Module &module, const llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : module) {
    if (function.isIntrinsic()) {
      continue;
    }
    function.setCallingConv(llvm::CallingConv::C);
    remove_foreign_attributes(function);
    if (function.isDeclaration()) {
      // What is not defined here comes from far away: the address has to be looked up.
      function.setDSOLocal(false);
      function.setDoesNotThrow();
      describe_pipeline_function(function);
      continue;
    }
    set_target_attributes(function);
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) {
        continue;
      }
      call->setCallingConv(llvm::CallingConv::C);
      call->removeFnAttr(llvm::Attribute::NoInline);
      const llvm::Function *callee = call->getCalledFunction();
      if (callee != nullptr && work_item_query(callee->getName())) {
        call->removeFnAttr(llvm::Attribute::Convergent);
      }
    }
  }
}

}  // namespace mux::compiler
