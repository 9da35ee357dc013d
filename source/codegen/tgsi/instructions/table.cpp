#include "codegen/tgsi/instructions/table.h"

#include <unordered_map>

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

constexpr unsigned pair_count = component_count / 2;

template <class Row>
void add(std::span<const Row> rows, auto &table, auto member) {
  for (const Row &row : rows) {
    table.emplace(row.opcode, row.*member);
  }
}

const std::unordered_map<Opcode, Compute> &computed() {
  static const auto table = [] {
    std::unordered_map<Opcode, Compute> all;
    for (const auto rows : {float_instructions(), comparison_instructions(), integer_instructions(),
                            bit_instructions(), conversion_instructions(), double_instructions(),
                            long_instructions()}) {
      add(rows, all, &ComputedOpcode::compute);
    }
    return all;
  }();
  return table;
}

const std::unordered_map<Opcode, Translate> &translated() {
  static const auto table = [] {
    std::unordered_map<Opcode, Translate> all;
    for (const auto rows :
         {vector_instructions(), control_flow_instructions(), synchronization_instructions(),
          memory_instructions(), atomic_instructions(), texture_instructions(),
          fragment_instructions(), interpolation_instructions(), geometry_instructions()}) {
      add(rows, all, &TranslatedOpcode::translate);
    }
    return all;
  }();
  return table;
}

bool has_component(const Instruction &instruction, unsigned component) {
  return (instruction.destinations[0].mask >> component & 1) != 0;
}

bool has_pair(const Instruction &instruction, unsigned pair) {
  return has_component(instruction, 2 * pair) || has_component(instruction, 2 * pair + 1);
}

Value *compute_at(Body &body, const Instruction &instruction, Compute compute, unsigned component) {
  llvm::SmallVector<Value *> sources;
  for (size_t i = 0; i < instruction.sources.size(); ++i) {
    sources.push_back(body.read(instruction, i, component, instruction.info().source));
  }
  return compute(body, sources);
}

/// All components are computed before the first one is stored, because the destination may be a
/// source.
void translate_components(Body &body, const Instruction &instruction, Compute compute) {
  std::array<Value *, component_count> results = {};
  const bool is_scalar = instruction.info().shape == Shape::scalar;
  Value *first = is_scalar ? compute_at(body, instruction, compute, 0) : nullptr;
  for (unsigned i = 0; i < component_count; ++i) {
    if (has_component(instruction, i)) {
      results[i] = is_scalar ? first : compute_at(body, instruction, compute, i);
    }
  }
  for (unsigned i = 0; i < component_count; ++i) {
    if (results[i] != nullptr) {
      body.write(instruction, i, results[i]);
    }
  }
}

/// Sources and results are 64-bit values.
void translate_pairs(Body &body, const Instruction &instruction, Compute compute) {
  std::array<Value *, pair_count> results = {};
  const bool widens = instruction.info().shape == Shape::widening;
  for (unsigned pair = 0; pair < pair_count; ++pair) {
    if (has_pair(instruction, pair)) {
      results[pair] = compute_at(body, instruction, compute, widens ? pair : 2 * pair);
    }
  }
  for (unsigned pair = 0; pair < pair_count; ++pair) {
    if (results[pair] != nullptr) {
      body.write_pair(instruction, pair, results[pair]);
    }
  }
}

/// Results are words: of tests, in the first component of each pair; of conversions, in the first
/// two components.
void translate_from_pairs(Body &body, const Instruction &instruction, Compute compute) {
  std::array<Value *, pair_count> results = {};
  const unsigned step = instruction.info().shape == Shape::pair_test ? 2 : 1;
  for (unsigned pair = 0; pair < pair_count; ++pair) {
    if (has_component(instruction, step * pair)) {
      results[pair] = compute_at(body, instruction, compute, 2 * pair);
    }
  }
  for (unsigned pair = 0; pair < pair_count; ++pair) {
    if (results[pair] != nullptr) {
      body.write(instruction, step * pair, results[pair]);
    }
  }
}

}  // namespace

void translate_instruction(Body &body, const Instruction &instruction) {
  const auto computation = computed().find(instruction.opcode);
  if (computation == computed().end()) {
    const auto translation = translated().find(instruction.opcode);
    if (translation == translated().end()) {
      instruction.refuse("is not supported");
    }
    translation->second(body, instruction);
    return;
  }
  switch (instruction.info().shape) {
    case Shape::component:
    case Shape::scalar:
      translate_components(body, instruction, computation->second);
      break;
    case Shape::pair:
    case Shape::widening:
      translate_pairs(body, instruction, computation->second);
      break;
    case Shape::pair_test:
    case Shape::narrowing:
      translate_from_pairs(body, instruction, computation->second);
      break;
    case Shape::other:
      instruction.refuse("is not supported");
  }
}

}  // namespace mux::compiler::tgsi
