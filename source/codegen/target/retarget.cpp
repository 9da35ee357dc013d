#include "codegen/target/retarget.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/ir/failure.h"
#include "codegen/ir/robust_access.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/target/target_machine.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// Whether a function attribute affects semantics. Others are frontend options for another
/// processor or runtime: optimization levels, stack protectors, sanitizers, tracing.
bool describes_meaning(const llvm::Attribute &attribute) {
  if (attribute.isStringAttribute()) {
    return llvm::StringSwitch<bool>(attribute.getKindAsString())
        .Cases("unsafe-fp-math", "no-infs-fp-math", "no-nans-fp-math", true)
        .Cases("no-signed-zeros-fp-math", "approx-func-fp-math", "no-trapping-math", true)
        .Cases("denormal-fp-math", "denormal-fp-math-f32", true)
        .Case(computes_global_ids_attribute, true)
        .Default(false);
  }
  switch (attribute.getKindAsEnum()) {
    case llvm::Attribute::AlwaysInline:
    case llvm::Attribute::Convergent:
    case llvm::Attribute::Memory:
    case llvm::Attribute::MustProgress:
    case llvm::Attribute::NoFree:
    case llvm::Attribute::NoRecurse:
    case llvm::Attribute::NoReturn:
    case llvm::Attribute::NoSync:
    case llvm::Attribute::NoUnwind:
    case llvm::Attribute::Speculatable:
    case llvm::Attribute::StrictFP:
    case llvm::Attribute::WillReturn:
      return true;
    default:
      return false;
  }
}

void remove_foreign_attributes(llvm::Function &function) {
  llvm::AttributeMask removed;
  for (const llvm::Attribute &attribute : function.getAttributes().getFnAttrs()) {
    if (!describes_meaning(attribute)) {
      removed.addAttribute(attribute);
    }
  }
  function.removeFnAttrs(removed);
  if (function.hasGC()) {
    function.clearGC();
  }
}

/// Sets the attributes of work-item functions and barriers, regardless of their declarations.
void describe_pipeline_function(llvm::Function &function) {
  if (is_barrier(function.getName())) {
    function.setConvergent();
  } else if (work_item_query(function.getName()) || address_space_query(function.getName())) {
    function.setDoesNotAccessMemory();
    function.setWillReturn();
    function.removeFnAttr(llvm::Attribute::Convergent);
    function.addFnAttr(llvm::Attribute::Speculatable);
  }
}

}  // namespace

void set_target_attributes(llvm::Function &function) {
  const HostTarget &target = code_target();
  function.addFnAttr("target-cpu", target.cpu);
  function.addFnAttr("target-features", nondefault_features());
  function.addFnAttr("frame-pointer", "all");
  if (target.has_feature("avx512f")) {
    function.addFnAttr("prefer-vector-width", "512");
  }
  // With fast-math flags, LLVM would compute divisions by the processor's estimate and one Newton
  // step, with an error of 2.8 ulp where the estimate has 12 bits. OpenCL permits 2.5 ulp.
  function.addFnAttr("reciprocal-estimates", "!divf,!vec-divf");
  function.setDoesNotThrow();
}

llvm::Error check_target(const llvm::Module &module) {
  // Every x86-64 processor has vector registers of 128 bits.
  constexpr uint64_t widest = 128;
  const auto too_wide = [](const llvm::Type *type) {
    return type->isVectorTy() && type->getPrimitiveSizeInBits() > widest;
  };
  const HostTarget &target = code_target();
  for (const llvm::Function &function : module) {
    if (function.isIntrinsic()) {
      continue;
    }
    if (function.isDeclaration()) {
      const llvm::FunctionType *type = function.getFunctionType();
      if (too_wide(type->getReturnType()) || llvm::any_of(type->params(), too_wide)) {
        return failure(
            (function.getName() + " passes a wide vector to an external function").str());
      }
    } else if (function.getFnAttribute("target-cpu").getValueAsString() != target.cpu ||
               function.getFnAttribute("target-features").getValueAsString() !=
                   nondefault_features()) {
      return failure((function.getName() + " has other target attributes than the program").str());
    }
  }
  return llvm::Error::success();
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
      // The definition is outside of the object, so the address needs a GOT or PLT entry.
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
