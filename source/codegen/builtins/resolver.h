/// @file
/// Defines the built-ins that a module declares, until no definition adds a new declaration.
///
/// A Resolver is used once, for one module, on one thread.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "codegen/builtins/expansion.h"
#include "codegen/builtins/signature.h"

namespace mux::compiler::builtins {

class Resolver {
 public:
  explicit Resolver(llvm::Module &module) : module_(module) {}
  ~Resolver();

  /// @return the names of functions that are no built-ins.
  std::vector<std::string> run();

 private:
  /// Renames functions that the module itself defines under the names of runtime functions.
  void rename_reserved_names();

  /// Functions that are called, have no body, and are not lowered by LLVM or the pipeline.
  std::vector<llvm::Function *> undefined_functions() const;

  /// Writes a body, or schedules the linking of the library's definition.
  /// @return false if the function is unknown; it is unchanged then.
  bool define(llvm::Function &function);
  bool define(llvm::Function &function, const Signature &signature);
  bool define_by_expansion(llvm::ArrayRef<ExpansionFunction> expansions, llvm::Function &function,
                           const Signature &signature);
  bool define_from_library(llvm::Function &function);
  /// Calls the function of another name, or of the same name with generic pointers.
  bool define_by_forwarding(llvm::Function &function, const Signature &signature);
  bool define_lanewise(llvm::Function &function, const Signature &signature);

  /// A function of that signature that is defined, or will be linked from the library; NULL if it
  /// is unknown.
  llvm::Function *find(const Signature &signature, llvm::FunctionType *type);

  /// Links the functions found in the library. False if they cannot be linked to this module.
  bool link_library();
  llvm::Module &library();

  llvm::Module &module_;
  /// Parsed when first needed, consumed by linking.
  std::unique_ptr<llvm::Module> library_;
  bool library_needed_ = false;
};

}  // namespace mux::compiler::builtins
