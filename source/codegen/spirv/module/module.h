/// @file
/// A parsed SPIR-V module: its sections, and the decorations and names of ids. Types are not
/// checked yet.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codegen/spirv/module/instruction.h"
#include "compiler/spirv/supported.h"

namespace mux::compiler::spirv {

struct DecorationOfId {
  Decoration kind;
  std::span<const uint32_t> parameters;
};

struct EntryPoint {
  const Instruction *instruction;
  uint32_t function;
  std::string name;
};

struct ExecutionModeOfEntryPoint {
  const Instruction *instruction;
  ExecutionMode mode;
  std::span<const uint32_t> parameters;
};

/// The instructions of a function.
struct FunctionCode {
  const Instruction *function;
  std::span<const Instruction> parameters;
  /// From the first OpLabel, without OpFunctionEnd; empty for a declaration.
  std::span<const Instruction> body;
  /// The OpLine that is in effect at OpFunction; NULL if there is none.
  const Instruction *line;
};

/// Whether the opcode is a supported block terminator.
bool ends_block(Op opcode);

/// The OpLine in effect after an instruction, where `line` is in effect before it. NULL means none.
const Instruction *line_after(const Instruction *line, const Instruction &instruction);

class Module {
 public:
  /// Throws ModuleError at the first word that is invalid or not supported.
  explicit Module(std::string_view bytes);
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  uint32_t bound() const { return words_.bound; }
  const Words &words() const { return words_; }

  const std::vector<EntryPoint> &entry_points() const { return entry_points_; }
  std::span<const ExecutionModeOfEntryPoint> modes_of(uint32_t function) const;
  /// Types, constants and variables, in order.
  std::span<const Instruction> declarations() const { return declarations_; }
  std::span<const FunctionCode> functions() const { return functions_; }

  /// NULL if the id is not defined.
  const Instruction *definition(uint32_t id) const { return definitions_[id]; }
  std::span<const DecorationOfId> decorations(uint32_t id) const;
  /// NULL if the id does not have it.
  const DecorationOfId *decoration(uint32_t id, Decoration kind) const;
  /// The name given by OpName, or empty.
  std::string_view name(uint32_t id) const;
  /// The strings of all OpString.
  std::span<const std::string> strings() const { return strings_; }
  /// The instruction set that an OpExtInstImport id denotes.
  InstructionSet instruction_set_of(uint32_t id) const;

 private:
  void split_sections();
  void read_declaration(const Instruction &instruction, uint32_t &section);
  void read_functions(size_t first);
  /// Tracks the OpLine in effect. Throws ModuleError if its file is no OpString.
  void track_line(const Instruction &instruction);
  void define(const Instruction &instruction);
  void read(const Instruction &instruction);
  void decorate(uint32_t id, std::span<const uint32_t> words);
  void apply_group(const Instruction &instruction);

  Words words_;
  std::vector<Instruction> instructions_;
  std::vector<const Instruction *> definitions_;
  std::vector<Instruction> declarations_;
  std::vector<FunctionCode> functions_;
  /// The OpLine in effect at the current position.
  const Instruction *line_ = nullptr;
  std::vector<EntryPoint> entry_points_;
  std::unordered_map<uint32_t, std::vector<ExecutionModeOfEntryPoint>> modes_;
  std::unordered_map<uint32_t, std::vector<DecorationOfId>> decorations_;
  std::unordered_map<uint32_t, std::string> names_;
  std::vector<std::string> strings_;
  std::unordered_map<uint32_t, InstructionSet> instruction_sets_;
};

}  // namespace mux::compiler::spirv
