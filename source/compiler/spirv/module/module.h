/// @file
/// A SPIR-V module taken apart: what stands in which section, and what is said of each id. Nothing
/// is translated yet, and types are not looked at.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/spirv/module/instruction.h"
#include "compiler/spirv/module/supported.h"

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

/// From OpFunction to OpFunctionEnd.
struct FunctionCode {
  const Instruction *function;
  std::span<const Instruction> parameters;
  /// From the first label on, without OpFunctionEnd; empty for a declaration.
  std::span<const Instruction> body;
  /// The OpLine that is in effect at OpFunction; NULL if there is none.
  const Instruction *line;
};

/// Whether it ends a block, as far as such instructions are translated.
bool ends_block(Op opcode);

/// The OpLine that is in effect behind an instruction, if `line` is before it. NULL is none.
const Instruction *line_behind(const Instruction *line, const Instruction &instruction);

class Module {
 public:
  /// Throws Refusal: at the first word that is wrong, or asks for what there is not.
  explicit Module(std::string_view bytes);
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  uint32_t bound() const { return words_.bound; }
  const Words &words() const { return words_; }

  const std::vector<EntryPoint> &entry_points() const { return entry_points_; }
  std::span<const ExecutionModeOfEntryPoint> modes_of(uint32_t function) const;
  /// Types, constants and variables, in their order.
  std::span<const Instruction> declarations() const { return declarations_; }
  std::span<const FunctionCode> functions() const { return functions_; }

  /// NULL if nothing defines the id.
  const Instruction *definition(uint32_t id) const { return definitions_[id]; }
  std::span<const DecorationOfId> decorations(uint32_t id) const;
  /// NULL if the id does not have it.
  const DecorationOfId *decoration(uint32_t id, Decoration kind) const;
  /// The name of OpName, or nothing.
  std::string_view name(uint32_t id) const;
  /// The texts of OpString.
  std::span<const std::string> strings() const { return strings_; }
  /// Of an id of OpExtInstImport.
  InstructionSet instruction_set_of(uint32_t id) const;

 private:
  void split_sections();
  void read_declaration(const Instruction &instruction, uint32_t &section);
  void read_functions(size_t first);
  /// Refuses a line of what is no file.
  void follow_lines(const Instruction &instruction);
  void define(const Instruction &instruction);
  void read(const Instruction &instruction);
  void decorate(uint32_t id, std::span<const uint32_t> words);
  void apply_group(const Instruction &instruction);

  Words words_;
  std::vector<Instruction> instructions_;
  std::vector<const Instruction *> definitions_;
  std::vector<Instruction> declarations_;
  std::vector<FunctionCode> functions_;
  /// In effect where the module is being read.
  const Instruction *line_ = nullptr;
  std::vector<EntryPoint> entry_points_;
  std::unordered_map<uint32_t, std::vector<ExecutionModeOfEntryPoint>> modes_;
  std::unordered_map<uint32_t, std::vector<DecorationOfId>> decorations_;
  std::unordered_map<uint32_t, std::string> names_;
  std::vector<std::string> strings_;
  std::unordered_map<uint32_t, InstructionSet> instruction_sets_;
};

}  // namespace mux::compiler::spirv
