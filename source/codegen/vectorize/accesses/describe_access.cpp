#include "codegen/vectorize/accesses/describe_access.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/ir/local_accesses.h"
#include "codegen/vectorize/accesses/access.h"
#include "codegen/vectorize/accesses/interleaved_group.h"
#include "codegen/vectorize/accesses/structures.h"

namespace mux::compiler {

namespace {

std::string describe_stride(const Access &access) {
  return access.stride.has_value() ? "stride of " + std::to_string(*access.stride) + " bytes"
                                   : "the address is no strided function of the lane";
}

std::string describe_members(const Access &access) {
  return "structures of " + std::to_string(access.structure->members.size()) + " members of " +
         std::to_string(access.structure->size) + " bytes; " + describe_stride(access);
}

/// Describes the object that an access refers to, for readers of the kernel's source.
std::string describe_object(const llvm::Instruction &access, const llvm::Value &pointer) {
  const llvm::Value *object = llvm::getUnderlyingObject(&pointer, /*MaxLookup=*/0);
  if (is_local_access(access)) {
    return "local memory";
  }
  if (llvm::isa<llvm::AllocaInst>(object)) {
    return "private memory";
  }
  const auto *argument = llvm::dyn_cast<llvm::Argument>(object);
  if (argument == nullptr) {
    return llvm::isa<llvm::GlobalVariable>(object) ? "a program-scope variable" : "a pointer";
  }
  return argument->hasName() ? argument->getName().str()
                             : "argument " + std::to_string(argument->getArgNo());
}

const char *direction_of(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::LoadInst>(instruction)    ? "load"
         : llvm::isa<llvm::StoreInst>(instruction) ? "store"
         : llvm::isa<llvm::CallInst>(instruction)  ? "call"
                                                   : "atomic operation";
}

}  // namespace

const char *name_of(AccessForm form) {
  switch (form) {
    case AccessForm::uniform:
      return "uniform";
    case AccessForm::contiguous:
      return "contiguous";
    case AccessForm::reversed:
      return "reversed";
    case AccessForm::interleaved:
      return "interleaved";
    case AccessForm::exchanged:
      return "exchanged";
    case AccessForm::nearby:
      return "nearby";
    case AccessForm::structures:
      return "structures";
    case AccessForm::words:
      return "words";
    case AccessForm::indexed:
      return "indexed";
    case AccessForm::combined:
      return "combined";
    case AccessForm::lane_by_lane:
      return "lane by lane";
  }
  return "";
}

std::string reason_of(const Access &access) {
  switch (access.form) {
    case AccessForm::uniform:
      return "all lanes have the same address";
    case AccessForm::contiguous:
    case AccessForm::reversed:
      return describe_stride(access) + ", one element";
    case AccessForm::interleaved:
      return "stride of " + std::to_string(access.group->stride) + " elements: group of " +
             std::to_string(access.group->members.size()) +
             (access.group->members.size() == 1 ? " access" : " accesses");
    case AccessForm::exchanged:
      return "the index is `i ^ k` with consecutive i and uniform k";
    case AccessForm::nearby:
      return "the index probably differs little between lanes";
    case AccessForm::structures:
    case AccessForm::words:
      return describe_members(access);
    case AccessForm::indexed:
      return describe_stride(access);
    case AccessForm::combined:
      return "all lanes have the same address, and the operation is associative";
    case AccessForm::lane_by_lane:
      return access.obstacle == nullptr ? "" : access.obstacle;
  }
  return "";
}

std::string describe_place(const Access &access) {
  const llvm::Instruction &instruction = *access.instruction;
  std::string text = direction_of(instruction);
  llvm::raw_string_ostream stream(text);
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const llvm::Function *called = call->getCalledFunction();
    stream << " of " << (called == nullptr ? "a pointer" : called->getName());
  } else {
    const llvm::Value &pointer = *accessed_address(instruction);
    stream << " of " << *access.type << ", align " << access.alignment.value() << ", "
           << describe_object(instruction, pointer) << ", ";
    pointer.printAsOperand(stream, /*PrintType=*/false, instruction.getModule());
  }
  if (const llvm::DebugLoc &location = instruction.getDebugLoc()) {
    stream << ", line " << location.getLine();
  }
  return text;
}

std::string describe_mask(const Access &access) {
  return access.mask == AccessMask::of_lanes  ? ", masked by lane"
         : access.mask == AccessMask::of_part ? ", masked by part"
                                              : "";
}

}  // namespace mux::compiler
