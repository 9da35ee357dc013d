/// @file
/// Debug information: the source locations given by OpLine. Other debug information (types,
/// variables, scopes) is dropped.

#pragma once

#include <llvm/IR/DIBuilder.h>

#include <optional>
#include <unordered_map>

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {

class FunctionLines;

/// Debug information of a module.
class DebugLines {
 public:
  explicit DebugLines(Context &context) : context_(context), builder_(context.target) {}
  DebugLines(const DebugLines &) = delete;
  DebugLines &operator=(const DebugLines &) = delete;

  /// Must be called before the function's first instruction is translated. Nothing if it has no
  /// lines.
  std::optional<FunctionLines> of_function(Body &body, const FunctionCode &code);
  /// The file of an OpLine.
  llvm::DIFile *file_of(const Instruction &line);
  /// Must be called after the last function.
  void finish() { builder_.finalize(); }

 private:
  void begin_unit(llvm::DIFile *file);
  llvm::DISubprogram *describe(llvm::Function &function, const Instruction &line);

  Context &context_;
  llvm::DIBuilder builder_;
  llvm::DICompileUnit *unit_ = nullptr;
  /// By id of OpString.
  std::unordered_map<uint32_t, llvm::DIFile *> files_;
};

/// Debug locations of a function. Sets the builder's location to the OpLine in effect.
class FunctionLines {
 public:
  FunctionLines(DebugLines &module, Body &body, const FunctionCode &code,
                llvm::DISubprogram *subprogram);

  /// Must be called before each instruction is translated.
  void enter(const Instruction &instruction);
  /// Called at the end of a function: gives calls without a line the line 0, since a function with
  /// debug information could not be inlined into this one otherwise.
  void complete_calls();

 private:
  llvm::DebugLoc location_of(const Instruction &line);
  llvm::DILocalScope *scope_of(llvm::DIFile *file);

  DebugLines &module_;
  Body &body_;
  llvm::DISubprogram *subprogram_;
  /// The OpLine in effect after the instruction that was entered last.
  const Instruction *line_;
};

}  // namespace mux::compiler::spirv
