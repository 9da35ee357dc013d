#include "codegen/spirv/module/module.h"

#include <algorithm>

namespace mux::compiler::spirv {
namespace {

/// The sections of a module's logical layout, in order.
enum Section : uint32_t {
  section_capabilities,
  section_extensions,
  section_imports,
  section_memory_model,
  section_entry_points,
  section_execution_modes,
  section_debug_strings,
  section_names,
  section_module_processed,
  section_annotations,
  section_declarations,
  section_functions,
  /// Allowed in any section.
  section_any,
};

Section section_of(Op opcode) {
  switch (opcode) {
    case Op::Capability:
      return section_capabilities;
    case Op::Extension:
      return section_extensions;
    case Op::ExtInstImport:
      return section_imports;
    case Op::MemoryModel:
      return section_memory_model;
    case Op::EntryPoint:
      return section_entry_points;
    case Op::ExecutionMode:
    case Op::ExecutionModeId:
      return section_execution_modes;
    case Op::String:
    case Op::SourceExtension:
    case Op::Source:
    case Op::SourceContinued:
      return section_debug_strings;
    case Op::Name:
    case Op::MemberName:
      return section_names;
    case Op::ModuleProcessed:
      return section_module_processed;
    case Op::Decorate:
    case Op::DecorateId:
    case Op::DecorateString:
    case Op::MemberDecorate:
    case Op::MemberDecorateString:
    case Op::DecorationGroup:
    case Op::GroupDecorate:
    case Op::GroupMemberDecorate:
      return section_annotations;
    case Op::Line:
    case Op::NoLine:
    case Op::Nop:
    case Op::AliasDomainDeclINTEL:
    case Op::AliasScopeDeclINTEL:
    case Op::AliasScopeListDeclINTEL:
      return section_any;
    case Op::Function:
      return section_functions;
    default:
      return section_declarations;
  }
}

bool is_declaration_of_alias_scope(Op opcode) {
  return opcode == Op::AliasDomainDeclINTEL || opcode == Op::AliasScopeDeclINTEL ||
         opcode == Op::AliasScopeListDeclINTEL;
}

void check_memory_model(const Instruction &instruction) {
  const auto addressing = static_cast<AddressingModel>(instruction.operands[0]);
  const auto memory = static_cast<MemoryModel>(instruction.operands[1]);
  if (addressing != AddressingModel::Physical64) {
    instruction.refuse("the addressing model " +
                       enumerant_name(OperandKind::AddressingModel, instruction.operands[0]) +
                       " is not supported; only Physical64 is");
  }
  if (memory != MemoryModel::OpenCL) {
    instruction.refuse("the memory model " +
                       enumerant_name(OperandKind::MemoryModel, instruction.operands[1]) +
                       " is not supported; only OpenCL is");
  }
}

void check_capability(const Instruction &instruction) {
  if (!is_supported(static_cast<Capability>(instruction.operands[0]))) {
    instruction.refuse("the capability " +
                       enumerant_name(OperandKind::Capability, instruction.operands[0]) +
                       " is not supported");
  }
}

void check_extension(const Instruction &instruction) {
  const std::string name = literal_string(instruction.operands);
  if (!is_supported_extension(name)) {
    instruction.refuse("the extension " + name + " is not supported");
  }
}

}  // namespace

bool ends_block(Op opcode) {
  switch (opcode) {
    case Op::Branch:
    case Op::BranchConditional:
    case Op::Switch:
    case Op::Return:
    case Op::ReturnValue:
    case Op::Unreachable:
      return true;
    default:
      return false;
  }
}

const Instruction *line_after(const Instruction *line, const Instruction &instruction) {
  if (instruction.opcode == Op::Line) {
    return &instruction;
  }
  return instruction.opcode == Op::NoLine || ends_block(instruction.opcode) ? nullptr : line;
}

Module::Module(std::string_view bytes)
    : words_(read_words(bytes)),
      instructions_(decode_instructions(words_)),
      definitions_(words_.bound, nullptr) {
  split_sections();
}

void Module::track_line(const Instruction &instruction) {
  if (instruction.opcode == Op::Line) {
    const Instruction *file = definitions_[instruction.operands[0]];
    if (file == nullptr || file->opcode != Op::String) {
      instruction.refuse("the id " + std::to_string(instruction.operands[0]) +
                         " of the file is no OpString");
    }
  }
  line_ = line_after(line_, instruction);
}

void Module::define(const Instruction &instruction) {
  if (instruction.result == 0) {
    return;
  }
  const Instruction *&definition = definitions_[instruction.result];
  if (definition != nullptr) {
    instruction.refuse("the id " + std::to_string(instruction.result) +
                       " is already defined at word " + std::to_string(definition->offset));
  }
  definition = &instruction;
}

void Module::split_sections() {
  uint32_t section = section_capabilities;
  bool has_memory_model = false;
  for (size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction &instruction = instructions_[i];
    if (section_of(instruction.opcode) == section_functions) {
      if (!has_memory_model) {
        instruction.refuse("OpMemoryModel is missing before it");
      }
      read_functions(i);
      return;
    }
    has_memory_model = has_memory_model || instruction.opcode == Op::MemoryModel;
    define(instruction);
    track_line(instruction);
    read_declaration(instruction, section);
  }
  if (!has_memory_model) {
    throw ModuleError("the module ends without OpMemoryModel");
  }
}

void Module::read_declaration(const Instruction &instruction, uint32_t &section) {
  const Section own = section_of(instruction.opcode);
  if (own == section_any) {
    return;
  }
  // Instructions of ignored instruction sets may be anywhere after the imports.
  if (instruction.opcode == Op::ExtInst) {
    if (instruction_set_of(instruction.operands[0]) != InstructionSet::ignored) {
      instruction.refuse("is not allowed outside of functions");
    }
    return;
  }
  if (own < section && !(own == section_debug_strings && section <= section_names)) {
    instruction.refuse("comes after the section it belongs to");
  }
  section = std::max<uint32_t>(section, own);
  if (own == section_declarations) {
    declarations_.push_back(instruction);
  } else {
    read(instruction);
  }
}

void Module::read(const Instruction &instruction) {
  const auto operands = instruction.operands;
  switch (instruction.opcode) {
    case Op::Capability:
      check_capability(instruction);
      return;
    case Op::Extension:
      check_extension(instruction);
      return;
    case Op::ExtInstImport: {
      const std::string name = literal_string(operands);
      const InstructionSet set = instruction_set(name);
      if (set == InstructionSet::unknown) {
        instruction.refuse("the extended instruction set '" + name + "' is not supported");
      }
      instruction_sets_[instruction.result] = set;
      return;
    }
    case Op::MemoryModel:
      check_memory_model(instruction);
      return;
    case Op::EntryPoint:
      if (static_cast<ExecutionModel>(operands[0]) != ExecutionModel::Kernel) {
        instruction.refuse("the execution model " +
                           enumerant_name(OperandKind::ExecutionModel, operands[0]) +
                           " is not supported; only Kernel is");
      }
      entry_points_.push_back({&instruction, operands[1], literal_string(operands.subspan(2))});
      return;
    case Op::ExecutionMode:
    case Op::ExecutionModeId:
      modes_[operands[0]].push_back(
          {&instruction, static_cast<ExecutionMode>(operands[1]), operands.subspan(2)});
      return;
    case Op::String:
      strings_.push_back(literal_string(operands));
      return;
    case Op::Name:
      names_[operands[0]] = literal_string(operands.subspan(1));
      return;
    case Op::Decorate:
    case Op::DecorateId:
    case Op::DecorateString:
      decorate(operands[0], operands.subspan(1));
      return;
    case Op::GroupDecorate:
      apply_group(instruction);
      return;
    default:
      return;
  }
}

void Module::decorate(uint32_t id, std::span<const uint32_t> words) {
  decorations_[id].push_back({static_cast<Decoration>(words[0]), words.subspan(1)});
}

void Module::apply_group(const Instruction &instruction) {
  const auto group = decorations_.find(instruction.operands[0]);
  if (group == decorations_.end()) {
    return;
  }
  const std::vector<DecorationOfId> of_group = group->second;
  for (const uint32_t target : instruction.operands.subspan(1)) {
    auto &decorations = decorations_[target];
    decorations.insert(decorations.end(), of_group.begin(), of_group.end());
  }
}

void Module::read_functions(size_t first) {
  const std::span<const Instruction> all(instructions_);
  size_t position = first;
  while (position < all.size()) {
    const Instruction &function = all[position];
    if (function.opcode == Op::Nop || function.opcode == Op::Line ||
        function.opcode == Op::NoLine || is_declaration_of_alias_scope(function.opcode)) {
      track_line(function);
      ++position;
      continue;
    }
    if (function.opcode == Op::ExtInst &&
        instruction_set_of(function.operands[0]) == InstructionSet::ignored) {
      ++position;
      continue;
    }
    if (function.opcode != Op::Function) {
      function.refuse("is not allowed between functions");
    }
    const Instruction *line = line_;
    size_t end = position;
    while (end < all.size() && all[end].opcode != Op::FunctionEnd) {
      if (end != position && all[end].opcode == Op::Function) {
        all[end].refuse("is inside the function that begins at word " +
                        std::to_string(function.offset));
      }
      define(all[end]);
      track_line(all[end]);
      ++end;
    }
    if (end == all.size()) {
      function.refuse("has no OpFunctionEnd");
    }
    size_t body = position + 1;
    while (body < end && (all[body].opcode == Op::FunctionParameter ||
                          section_of(all[body].opcode) == section_any)) {
      ++body;
    }
    functions_.push_back({&function, all.subspan(position + 1, body - position - 1),
                          all.subspan(body, end - body), line});
    position = end + 1;
  }
}

std::span<const ExecutionModeOfEntryPoint> Module::modes_of(uint32_t function) const {
  const auto found = modes_.find(function);
  return found == modes_.end() ? std::span<const ExecutionModeOfEntryPoint>() : found->second;
}

std::span<const DecorationOfId> Module::decorations(uint32_t id) const {
  const auto found = decorations_.find(id);
  return found == decorations_.end() ? std::span<const DecorationOfId>() : found->second;
}

const DecorationOfId *Module::decoration(uint32_t id, Decoration kind) const {
  for (const DecorationOfId &decoration : decorations(id)) {
    if (decoration.kind == kind) {
      return &decoration;
    }
  }
  return nullptr;
}

std::string_view Module::name(uint32_t id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? std::string_view() : found->second;
}

InstructionSet Module::instruction_set_of(uint32_t id) const {
  const auto found = instruction_sets_.find(id);
  return found == instruction_sets_.end() ? InstructionSet::unknown : found->second;
}

}  // namespace mux::compiler::spirv
