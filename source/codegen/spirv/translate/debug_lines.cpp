#include "codegen/spirv/translate/debug_lines.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

namespace mux::compiler::spirv {
namespace {

/// The version that Clang is configured for.
constexpr uint32_t dwarf_version = 5;

/// LLVM requires a file name for a compile unit.
constexpr const char *unknown_file = "unknown";

/// The first OpLine in effect in the function; NULL if there is none.
const Instruction *first_line(const FunctionCode &code) {
  if (code.line != nullptr) {
    return code.line;
  }
  for (const auto &instructions : {code.parameters, code.body}) {
    for (const Instruction &instruction : instructions) {
      if (instruction.opcode == Op::Line) {
        return &instruction;
      }
    }
  }
  return nullptr;
}

}  // namespace

std::optional<FunctionLines> DebugLines::of_function(Body &body, const FunctionCode &code) {
  const Instruction *line = first_line(code);
  if (line == nullptr) {
    return std::nullopt;
  }
  return FunctionLines(*this, body, code, describe(body.function, *line));
}

llvm::DIFile *DebugLines::file_of(const Instruction &line) {
  llvm::DIFile *&file = files_[line.operands[0]];
  if (file == nullptr) {
    const std::string name = literal_string(context_.source.definition(line.operands[0])->operands);
    file = builder_.createFile(name.empty() ? unknown_file : name, "");
  }
  return file;
}

void DebugLines::begin_unit(llvm::DIFile *file) {
  llvm::Module &target = context_.target;
  target.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  target.addModuleFlag(llvm::Module::Max, "Dwarf Version", dwarf_version);
  unit_ = builder_.createCompileUnit(llvm::dwarf::DW_LANG_OpenCL, file, "mux", false, "", 0, "",
                                     llvm::DICompileUnit::LineTablesOnly);
}

llvm::DISubprogram *DebugLines::describe(llvm::Function &function, const Instruction &line) {
  llvm::DIFile *file = file_of(line);
  if (unit_ == nullptr) {
    begin_unit(file);
  }
  const auto flags = function.hasLocalLinkage() ? llvm::DISubprogram::SPFlagLocalToUnit
                                                : llvm::DISubprogram::SPFlagZero;
  llvm::DISubprogram *subprogram = builder_.createFunction(
      file, function.getName(), "", file, line.operands[1],
      builder_.createSubroutineType(builder_.getOrCreateTypeArray({})), line.operands[1],
      llvm::DINode::FlagZero, flags | llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(subprogram);
  return subprogram;
}

FunctionLines::FunctionLines(DebugLines &module, Body &body, const FunctionCode &code,
                             llvm::DISubprogram *subprogram)
    : module_(module), body_(body), subprogram_(subprogram), line_(code.line) {
  for (const Instruction &instruction : code.parameters) {
    line_ = line_after(line_, instruction);
  }
}

void FunctionLines::enter(const Instruction &instruction) {
  body_.builder.SetCurrentDebugLocation(line_ == nullptr ? llvm::DebugLoc() : location_of(*line_));
  line_ = line_after(line_, instruction);
}

void FunctionLines::complete_calls() {
  for (llvm::Instruction &instruction : llvm::instructions(body_.function)) {
    if (llvm::isa<llvm::CallBase>(instruction) && !instruction.getDebugLoc()) {
      instruction.setDebugLoc(
          llvm::DILocation::get(body_.function.getContext(), 0, 0, subprogram_));
    }
  }
}

llvm::DebugLoc FunctionLines::location_of(const Instruction &line) {
  return llvm::DILocation::get(body_.function.getContext(), line.operands[1], line.operands[2],
                               scope_of(module_.file_of(line)));
}

llvm::DILocalScope *FunctionLines::scope_of(llvm::DIFile *file) {
  if (file == subprogram_->getFile()) {
    return subprogram_;
  }
  return llvm::DILexicalBlockFile::get(body_.function.getContext(), subprogram_, file, 0);
}

}  // namespace mux::compiler::spirv
