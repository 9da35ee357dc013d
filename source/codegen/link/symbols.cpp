#include "codegen/link/symbols.h"

#include <llvm/IR/CallingConv.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <map>

#include "codegen/ir/program_constants.h"

namespace mux::compiler {

namespace {

std::string kind_of(const llvm::GlobalValue &value) {
  const auto *function = llvm::dyn_cast<llvm::Function>(&value);
  if (function == nullptr) {
    return "variable";
  }
  return function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL ? "kernel" : "function";
}

/// Whether a symbol is visible to other modules, except for appending-linkage lists, which LLVM
/// merges.
bool is_shared(const llvm::GlobalValue &value) {
  return !value.hasLocalLinkage() && !value.hasAppendingLinkage() &&
         !value.getName().starts_with("llvm.");
}

/// Whether this is a definition that must be unique. Weak and linkonce definitions may be repeated.
bool is_only_definition(const llvm::GlobalValue &value) {
  return !value.isDeclaration() && !value.hasAvailableExternallyLinkage() &&
         !value.isWeakForLinker();
}

/// NULL if the symbol is no constant whose value can be given.
const llvm::GlobalVariable *program_constant(const llvm::GlobalValue &value) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return variable != nullptr && is_program_constant(*variable) ? variable : nullptr;
}

class SymbolCheck {
 public:
  explicit SymbolCheck(const std::vector<LinkInput> &inputs) : inputs_(inputs) {}

  std::vector<std::string> run() {
    for (const LinkInput &input : inputs_) {
      for (const llvm::GlobalValue &value : input.module->global_values()) {
        if (is_shared(value) && is_only_definition(value)) {
          define(value, input);
        }
      }
    }
    // Before declarations, so that constants that several modules define are compared.
    for (const LinkInput &input : inputs_) {
      for (const llvm::GlobalVariable &variable : input.module->globals()) {
        if (is_program_constant(variable)) {
          meanings_.try_emplace(variable.getName().str(), Meaning{&variable, &input});
        }
      }
    }
    for (const LinkInput &input : inputs_) {
      for (const llvm::GlobalValue &value : input.module->global_values()) {
        if (is_shared(value)) {
          compare(value, input);
        }
      }
    }
    return std::move(errors_);
  }

 private:
  /// A symbol and the module that it is from.
  struct Meaning {
    const llvm::GlobalValue *value;
    const LinkInput *input;
  };

  void define(const llvm::GlobalValue &value, const LinkInput &input) {
    const auto [found, is_new] =
        meanings_.try_emplace(value.getName().str(), Meaning{&value, &input});
    if (!is_new) {
      errors_.push_back(kind_of(value) + " '" + found->first + "' is defined in " +
                        found->second.input->name + " and again in " + input.name);
    }
  }

  void compare(const llvm::GlobalValue &value, const LinkInput &input) {
    const auto [found, is_new] =
        meanings_.try_emplace(value.getName().str(), Meaning{&value, &input});
    if (is_new || is_only_definition(value)) {
      return;
    }
    const Meaning &meaning = found->second;
    if (const char *difference = difference_of(value, *meaning.value)) {
      errors_.push_back(kind_of(*meaning.value) + " '" + found->first + "' of " +
                        meaning.input->name + " is declared in " + input.name + " with another " +
                        difference);
    }
  }

  /// @return the kind of mismatch; NULL if there is none.
  static const char *difference_of(const llvm::GlobalValue &declaration,
                                   const llvm::GlobalValue &definition) {
    if (llvm::isa<llvm::Function>(declaration) != llvm::isa<llvm::Function>(definition)) {
      return "kind: one is a function, the other a variable";
    }
    if (declaration.getAddressSpace() != definition.getAddressSpace()) {
      return "address space";
    }
    if (llvm::isa<llvm::Function>(declaration)) {
      return declaration.getValueType() == definition.getValueType() ? nullptr : "type";
    }
    const llvm::GlobalVariable *one = program_constant(declaration);
    const llvm::GlobalVariable *other = program_constant(definition);
    if (one != nullptr && other != nullptr) {
      return difference_of_constants(*one, *other);
    }
    return definition.isDeclaration() || size_of(declaration) <= size_of(definition) ? nullptr
                                                                                     : "size";
  }

  /// Both are one constant of the linked program, which has one default. Types are not compared:
  /// those of structures are not shared between modules.
  static const char *difference_of_constants(const llvm::GlobalVariable &one,
                                             const llvm::GlobalVariable &other) {
    if (size_of(one) != size_of(other)) {
      return "size";
    }
    return bytes_of(*one.getInitializer(), one.getParent()->getDataLayout()) ==
                   bytes_of(*other.getInitializer(), other.getParent()->getDataLayout())
               ? nullptr
               : "default value";
  }

  /// Size of a variable; 0 for an array of unknown length.
  static uint64_t size_of(const llvm::GlobalValue &variable) {
    llvm::Type *type = variable.getValueType();
    return type->isSized()
               ? variable.getParent()->getDataLayout().getTypeAllocSize(type).getKnownMinValue()
               : 0;
  }

  const std::vector<LinkInput> &inputs_;
  /// The definition of each name, or its first declaration if there is no definition.
  std::map<std::string, Meaning> meanings_;
  std::vector<std::string> errors_;
};

}  // namespace

std::vector<std::string> check_symbols(const std::vector<LinkInput> &inputs) {
  return SymbolCheck(inputs).run();
}

}  // namespace mux::compiler
