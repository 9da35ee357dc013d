/// @file
/// Debug information: the lines of files that OpLine says instructions come from. The rest of what
/// a module tells debuggers (types, variables, scopes) is not kept.

#pragma once

#include <llvm/IR/DIBuilder.h>

#include <optional>
#include <unordered_map>

#include "compiler/spirv/body/body.h"

namespace mux::compiler::spirv {

class FunctionLines;

/// Of a module.
class DebugLines {
 public:
  explicit DebugLines(Context &context) : context_(context), builder_(context.target) {}
  DebugLines(const DebugLines &) = delete;
  DebugLines &operator=(const DebugLines &) = delete;

  /// To be asked before the function's first instruction is translated. Nothing if it has no lines.
  std::optional<FunctionLines> of_function(Body &body, const FunctionCode &code);
  /// The file that an OpLine names.
  llvm::DIFile *file_of(const Instruction &line);
  /// Behind the last function.
  void finish() { builder_.finalize(); }

 private:
  void begin_unit(llvm::DIFile *file);
  llvm::DISubprogram *describe(llvm::Function &function, const Instruction &line);

  Context &context_;
  llvm::DIBuilder builder_;
  llvm::DICompileUnit *unit_ = nullptr;
  /// By the ids of OpString.
  std::unordered_map<uint32_t, llvm::DIFile *> files_;
};

/// Of a function that has some. What the body's builder makes gets the line that is in effect.
class FunctionLines {
 public:
  FunctionLines(DebugLines &module, Body &body, const FunctionCode &code,
                llvm::DISubprogram *subprogram);

  /// Before each instruction of the code is translated.
  void enter(const Instruction &instruction);
  /// At the end: calls without a line get the line 0, since a function with debug information could
  /// not be inlined into this one otherwise.
  void complete_calls();

 private:
  llvm::DebugLoc location_of(const Instruction &line);
  llvm::DILocalScope *scope_of(llvm::DIFile *file);

  DebugLines &module_;
  Body &body_;
  llvm::DISubprogram *subprogram_;
  /// Behind the instruction that was entered last.
  const Instruction *line_;
};

}  // namespace mux::compiler::spirv
