#include "codegen/builtins/resolver.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <algorithm>

#include "codegen/builtins/constant_queries.h"
#include "codegen/builtins/expansion.h"
#include "codegen/builtins/lanewise.h"
#include "codegen/builtins/library_bitcode.h"
#include "codegen/builtins/pipes.h"
#include "codegen/builtins/relaxed_calls.h"
#include "codegen/builtins/runtime.h"
#include "codegen/ir/builtin_attribute.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/target/pipeline_functions.h"
#include "codegen/target/processor_operations.h"
#include "codegen/target/retarget.h"

namespace mux::compiler::builtins {
namespace {

constexpr ExpansionFunction families[] = {
    expand_floating_point,  expand_integer,         expand_common,         expand_relational,
    expand_conversion,      expand_memory_access,   expand_atomic,         expand_shuffle,
    expand_synchronization, expand_image,           expand_work_group,     expand_sub_group,
    expand_atomic_object,   expand_extended_bits,   expand_dot_product,    expand_clock,
    expand_reserve_id,      expand_intel_sub_group, expand_half_precision,
};
/// Expansions of functions whose names are not mangled.
constexpr ExpansionFunction unmangled_families[] = {expand_pipe};

/// Whether the declared type of a function matches the types in its mangled name.
bool has_types_of(const llvm::Function &function, const Signature &signature) {
  if (function.isVarArg() || function.arg_size() != signature.parameters.size()) {
    return false;
  }
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    llvm::Type *expected = llvm_type(function.getContext(), signature.parameters[i]);
    if (expected != nullptr && expected != function.getArg(i)->getType()) {
      return false;
    }
  }
  return true;
}

/// Sets the attributes of the functions defined here, whatever their declaration has.
void set_attributes(llvm::Function &function) {
  function.setAttributes({});
  function.setCallingConv(llvm::CallingConv::C);
  function.setDSOLocal(false);
  set_target_attributes(function);
  function.addFnAttr(llvm::Attribute::AlwaysInline);
  function.addFnAttr(builtin_attribute);
}

void make_internal(llvm::Function &function) {
  function.setComdat(nullptr);
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Removes a prefix: half_cos and native_cos may be as precise as cos; intel_sub_group_shuffle
/// equals sub_group_shuffle.
std::optional<Signature> signature_without_prefix(const Signature &signature) {
  for (const std::string_view prefix : {"half_", "native_", "intel_"}) {
    if (signature.name.starts_with(prefix)) {
      Signature other = signature;
      other.name.erase(0, prefix.size());
      return other;
    }
  }
  return std::nullopt;
}

/// The signature with pointers to the generic address space; nothing if they are generic already,
/// or cannot be.
std::optional<Signature> generic_signature(const Signature &signature) {
  Signature generic = signature;
  bool changed = false;
  for (ParameterType &parameter : generic.parameters) {
    if (!parameter.is_pointer || parameter.address_space == address_space::generic) {
      continue;
    }
    if (parameter.address_space == address_space::constant) {
      return std::nullopt;
    }
    parameter.address_space = address_space::generic;
    changed = true;
  }
  if (!changed) {
    return std::nullopt;
  }
  return generic;
}

}  // namespace

Resolver::~Resolver() = default;

std::vector<std::string> Resolver::run() {
  std::vector<std::string> unknown;
  llvm::StringSet<> unknown_names;
  rename_reserved_names();
  for (const llvm::Function *function : undefined_functions()) {
    // Reserved for the library and the code generator.
    const std::string_view name(function->getName());
    if (name.starts_with(runtime_prefix) || is_runtime_function(name)) {
      unknown_names.insert(function->getName());
    }
  }
  for (const llvm::Function &function : module_) {
    // Reserved for the bodies of built-ins.
    if ((is_collective(function.getName()) || is_sub_group_function(function.getName()) ||
         is_undefined_operation(function.getName())) &&
        !function.use_empty()) {
      unknown_names.insert(function.getName());
    }
  }
  relax_calls(module_);
  bool progress = true;
  while (progress) {
    progress = false;
    for (llvm::Function *function : undefined_functions()) {
      // The definition of another function may have defined this one already.
      if (!function->isDeclaration() || unknown_names.contains(function->getName()) ||
          is_runtime_function(std::string_view(function->getName()))) {
        continue;
      }
      if (define(*function)) {
        progress = true;
      } else {
        unknown_names.insert(function->getName());
      }
    }
    if (library_needed_ && !link_library()) {
      for (const llvm::Function *function : undefined_functions()) {
        unknown_names.insert(function->getName());
      }
      break;
    }
  }
  for (const auto &entry : unknown_names) {
    unknown.push_back(entry.getKey().str());
  }
  std::sort(unknown.begin(), unknown.end());
  return unknown;
}

void Resolver::rename_reserved_names() {
  const auto rename = [](llvm::GlobalValue &global) {
    const std::string_view name(global.getName());
    if (global.hasLocalLinkage() && (name.starts_with(runtime_prefix) ||
                                     is_runtime_function(name) || is_undefined_operation(name))) {
      global.setName("kernel." + global.getName());
    }
  };
  for (llvm::Function &function : module_) {
    rename(function);
  }
  for (llvm::GlobalVariable &variable : module_.globals()) {
    rename(variable);
  }
}

std::vector<llvm::Function *> Resolver::undefined_functions() const {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module_) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !is_pipeline_function(function.getName())) {
      functions.push_back(&function);
    }
  }
  return functions;
}

bool Resolver::define(llvm::Function &function) {
  if (resolve_operation(function) || resolve_constant_query(function)) {
    return true;
  }
  const std::string_view name(function.getName());
  if (is_pipe_function(name)) {
    Signature unmangled;
    unmangled.name = name;
    unmangled.parameters.resize(function.arg_size());
    return define_by_expansion(unmangled_families, function, unmangled);
  }
  const std::optional<Signature> signature = parse_signature(name);
  return signature && has_types_of(function, *signature) && define(function, *signature);
}

bool Resolver::define(llvm::Function &function, const Signature &signature) {
  return define_by_expansion(families, function, signature) || define_from_library(function) ||
         define_lanewise(function, signature) || define_by_forwarding(function, signature);
}

bool Resolver::define_by_expansion(llvm::ArrayRef<ExpansionFunction> expansions,
                                   llvm::Function &function, const Signature &signature) {
  const llvm::AttributeList attributes = function.getAttributes();
  for (const ExpansionFunction expand : expansions) {
    Expansion expansion(function, signature);
    if (expand(expansion)) {
      const bool convergent = function.isConvergent();
      set_attributes(function);
      make_internal(function);
      if (convergent) {
        function.setConvergent();
      }
      return true;
    }
    function.deleteBody();
  }
  function.setAttributes(attributes);
  return false;
}

bool Resolver::define_from_library(llvm::Function &function) {
  const llvm::Function *found = library().getFunction(function.getName());
  if (found == nullptr || found->isDeclaration() || found->hasLocalLinkage() ||
      found->getFunctionType() != function.getFunctionType()) {
    return false;
  }
  library_needed_ = true;
  return true;
}

bool Resolver::define_by_forwarding(llvm::Function &function, const Signature &signature) {
  std::optional<Signature> other = signature_without_prefix(signature);
  if (!other) {
    other = generic_signature(signature);
  }
  if (!other) {
    return false;
  }
  llvm::SmallVector<llvm::Type *, 4> types;
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    llvm::Type *type = llvm_type(function.getContext(), other->parameters[i]);
    types.push_back(type != nullptr ? type : function.getArg(i)->getType());
  }
  llvm::Function *callee =
      find(*other, llvm::FunctionType::get(function.getReturnType(), types, false));
  if (callee == nullptr) {
    return false;
  }
  Expansion expansion(function, signature);
  llvm::SmallVector<llvm::Value *, 4> arguments;
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    llvm::Value *argument = function.getArg(i);
    arguments.push_back(argument->getType() == types[i]
                            ? argument
                            : expansion.builder().CreateAddrSpaceCast(argument, types[i]));
  }
  llvm::CallInst *result = expansion.builder().CreateCall(callee, arguments);
  const bool convergent = function.isConvergent();
  set_attributes(function);
  make_internal(function);
  if (convergent) {
    callee->setConvergent();
    function.setConvergent();
    result->setConvergent();
  }
  return function.getReturnType()->isVoidTy() ? expansion.finish_void() : expansion.finish(result);
}

bool Resolver::define_lanewise(llvm::Function &function, const Signature &signature) {
  const std::optional<Signature> scalar = scalar_signature(signature);
  const auto *result = llvm::dyn_cast<llvm::FixedVectorType>(function.getReturnType());
  if (!scalar || result == nullptr) {
    return false;
  }
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    const ParameterType &parameter = signature.parameters[i];
    if (parameter.element == Element::named ||
        (parameter.lanes != 1 && parameter.lanes != result->getNumElements())) {
      return false;
    }
  }
  llvm::Function *callee = find(*scalar, scalar_function_type(*scalar, function.getReturnType()));
  if (callee == nullptr) {
    return false;
  }
  expand_lanewise(function, signature, *callee);
  set_attributes(function);
  make_internal(function);
  return true;
}

llvm::Function *Resolver::find(const Signature &signature, llvm::FunctionType *type) {
  const std::string name = mangle(signature);
  if (llvm::Function *existing = module_.getFunction(name)) {
    const bool known = existing->getFunctionType() == type &&
                       (!existing->isDeclaration() || define(*existing, signature));
    return known ? existing : nullptr;
  }
  llvm::Function *function =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module_);
  if (!define(*function, signature)) {
    function->eraseFromParent();
    return nullptr;
  }
  return function;
}

llvm::Module &Resolver::library() {
  if (library_ == nullptr) {
    const std::string_view bitcode = library_bitcode();
    library_ = llvm::cantFail(llvm::getLazyBitcodeModule(
        llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "built-ins"),
        module_.getContext()));
    llvm::cantFail(library_->materializeMetadata());
    // Properties of spir64 that do not apply to the retargeted module.
    library_->setTargetTriple(module_.getTargetTriple());
    library_->setDataLayout(module_.getDataLayout());
    while (!library_->named_metadata_empty()) {
      library_->eraseNamedMetadata(&*library_->named_metadata_begin());
    }
  }
  return *library_;
}

bool Resolver::link_library() {
  library_needed_ = false;
  std::vector<llvm::Function *> linked;
  if (llvm::Linker::linkModules(module_, std::move(library_), llvm::Linker::LinkOnlyNeeded)) {
    return false;
  }
  for (llvm::Function &function : module_) {
    if (function.isIntrinsic()) {
      continue;
    }
    // Functions linked from the library, and their callees, still have spir64's calling convention.
    if (function.getCallingConv() == llvm::CallingConv::SPIR_FUNC) {
      linked.push_back(&function);
    }
  }
  for (llvm::Function *function : linked) {
    set_attributes(*function);
    if (function->isDeclaration()) {
      function->removeFnAttr(llvm::Attribute::AlwaysInline);
      continue;
    }
    make_internal(*function);
    for (llvm::Instruction &instruction : llvm::instructions(*function)) {
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        call->setCallingConv(llvm::CallingConv::C);
        // In OpenCL C every call of an unknown function is convergent. The library calls no
        // barrier.
        call->removeFnAttr(llvm::Attribute::Convergent);
      }
    }
  }
  return true;
}

}  // namespace mux::compiler::builtins
