// Names and linkage, and variables at module scope.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "codegen/spirv/body/alignment.h"
#include "codegen/spirv/translate/functions.h"

namespace mux::compiler::spirv {
namespace {

/// Whether a name is reserved by LLVM.
bool is_reserved(const std::string &name) {
  return name.empty() || name.starts_with("llvm.") || name.find('\0') != std::string::npos;
}

/// Whether this is the name of an arithmetic intrinsic without side effects, which some producers
/// keep as a call.
bool is_arithmetic_intrinsic(const std::string &name) {
  switch (llvm::Function::lookupIntrinsicID(name)) {
    case llvm::Intrinsic::sadd_sat:
    case llvm::Intrinsic::uadd_sat:
    case llvm::Intrinsic::ssub_sat:
    case llvm::Intrinsic::usub_sat:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::bswap:
    case llvm::Intrinsic::bitreverse:
      return true;
    default:
      return false;
  }
}

llvm::Constant *initializer(Context &context, const Instruction &instruction, const Type &type) {
  if (instruction.operands.size() > 1) {
    llvm::Constant *value = context.constant(instruction.operands[1], instruction);
    instruction.require(value->getType() == type.type, "the initializer has another type");
    return value;
  }
  return llvm::UndefValue::get(type.type);
}

}  // namespace

void set_linkage(Context &context, llvm::GlobalObject &object, uint32_t id,
                 const Instruction &instruction) {
  const DecorationOfId *linkage = context.source.decoration(id, Decoration::LinkageAttributes);
  if (linkage == nullptr) {
    const std::string_view name = context.source.name(id);
    object.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (!is_reserved(std::string(name))) {
      object.setName(llvm::StringRef(name.data(), name.size()));
    }
    return;
  }
  const std::string name = literal_string(linkage->parameters);
  const auto kind =
      static_cast<LinkageType>(linkage->parameters[literal_string_words(linkage->parameters)]);
  if (is_reserved(name)) {
    auto *function = llvm::dyn_cast<llvm::Function>(&object);
    if (kind == LinkageType::Import && function != nullptr && is_arithmetic_intrinsic(name) &&
        context.target.getNamedValue(name) == nullptr) {
      object.setName(name);
      object.setLinkage(llvm::GlobalValue::ExternalLinkage);
      function->setCallingConv(llvm::CallingConv::C);
      return;
    }
    if (kind == LinkageType::Import) {
      instruction.refuse("the name '" + name + "' is reserved");
    }
    // A producer's definition of an intrinsic, which no other module needs.
    object.setLinkage(llvm::GlobalValue::InternalLinkage);
    return;
  }
  const llvm::GlobalValue *other = context.target.getNamedValue(name);
  if (other != nullptr && other != &object) {
    // The function of an entry point is often exported under the entry point's name.
    const auto *function = llvm::dyn_cast<llvm::Function>(other);
    if (function != nullptr && function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      object.setLinkage(llvm::GlobalValue::InternalLinkage);
      return;
    }
    if (!other->hasLocalLinkage()) {
      instruction.refuse("the name '" + name + "' is used twice");
    }
    context.target.getNamedValue(name)->setName("");
  }
  object.setName(name);
  // weak_odr, because LLVM's linker would drop unused linkonce_odr functions, which modules that
  // are linked later may use.
  object.setLinkage(kind == LinkageType::LinkOnceODR ? llvm::GlobalValue::WeakODRLinkage
                                                     : llvm::GlobalValue::ExternalLinkage);
}

void translate_variable(Context &context, const Instruction &instruction) {
  const Type &type = context.types.get(instruction.type, instruction);
  const auto storage = static_cast<StorageClass>(instruction.operands[0]);
  instruction.require(type.is(Op::TypePointer) && type.storage == storage &&
                          !type.elements.empty() && type.elements[0]->is_sized,
                      "the type is no pointer to a sized type");
  if (const DecorationOfId *built_in =
          context.source.decoration(instruction.result, Decoration::BuiltIn)) {
    context.built_in_variables[instruction.result] = static_cast<BuiltIn>(built_in->parameters[0]);
    return;
  }
  instruction.require(storage != StorageClass::Input,
                      "a variable of the storage class Input has no decoration BuiltIn");
  instruction.require(storage == StorageClass::CrossWorkgroup ||
                          storage == StorageClass::UniformConstant ||
                          storage == StorageClass::Workgroup,
                      "a variable at module scope has an unsupported storage class");
  const Type &value = *type.elements[0];
  auto *variable = new llvm::GlobalVariable(
      context.target, value.type, storage == StorageClass::UniformConstant,
      llvm::GlobalValue::InternalLinkage, nullptr, "", nullptr, llvm::GlobalValue::NotThreadLocal,
      type.type->getPointerAddressSpace());
  set_linkage(context, *variable, instruction.result, instruction);
  const DecorationOfId *linkage =
      context.source.decoration(instruction.result, Decoration::LinkageAttributes);
  const bool imported =
      linkage != nullptr && linkage->parameters[literal_string_words(linkage->parameters)] ==
                                static_cast<uint32_t>(LinkageType::Import);
  if (!imported) {
    variable->setInitializer(initializer(context, instruction, value));
    if (storage == StorageClass::Workgroup) {
      variable->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  if (const DecorationOfId *alignment =
          context.source.decoration(instruction.result, Decoration::Alignment)) {
    const llvm::MaybeAlign asked = alignment_of(instruction, alignment->parameters[0]);
    instruction.require(asked.valueOrOne() <= llvm::Align(4096), "the alignment is above 4096");
    variable->setAlignment(asked);
  }
  context.set(instruction.result, variable);
}

}  // namespace mux::compiler::spirv
