/// @file
/// Gives bodies to the built-ins that a module declares, until nothing new is declared by that.
///
/// One resolver works on one module, once, on one thread.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/builtins/expansion.h"
#include "compiler/builtins/signature.h"

namespace mux::compiler::builtins {

class Resolver {
 public:
  explicit Resolver(llvm::Module &module) : module_(module) {}
  ~Resolver();

  /// @return the names of the functions that nobody knows.
  std::vector<std::string> run();

 private:
  /// Renames what the module itself defines under the names of runtime functions.
  void free_runtime_names();

  /// Functions that are called, have no body, and are ours to resolve.
  std::vector<llvm::Function *> undefined_functions() const;

  /// Writes a body, or notes that the library has one.
  /// @return false if nobody knows the function; it is as it was then.
  bool define(llvm::Function &function);
  bool define(llvm::Function &function, const Signature &signature);
  bool define_by_expansion(llvm::ArrayRef<ExpansionFunction> expansions, llvm::Function &function,
                           const Signature &signature);
  bool define_from_library(llvm::Function &function);
  /// Calls the function of another name, or of the same name with generic pointers.
  bool define_by_forwarding(llvm::Function &function, const Signature &signature);
  bool define_lanewise(llvm::Function &function, const Signature &signature);

  /// A function of that signature, with a body or found in the library; NULL if nobody knows it.
  llvm::Function *find(const Signature &signature, llvm::FunctionType *type);

  /// Links what was found in the library. False if that cannot be linked to this module.
  bool link_library();
  llvm::Module &library();

  llvm::Module &module_;
  /// Read when first needed, and used up by linking.
  std::unique_ptr<llvm::Module> library_;
  bool library_needed_ = false;
};

}  // namespace mux::compiler::builtins
