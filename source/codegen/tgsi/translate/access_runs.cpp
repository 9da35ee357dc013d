#include "codegen/tgsi/translate/access_runs.h"

#include <algorithm>
#include <set>

#include "codegen/tgsi/instructions/guarded_access.h"

namespace mux::compiler::tgsi {
namespace {

/// Instructions of a run: their code is translated twice.
constexpr size_t longest_run = 32;

/// Registers that were written, by index and component.
class WrittenRegisters {
 public:
  /// @return false if the register is computed.
  bool add(const Instruction &instruction) {
    for (const Destination &destination : instruction.destinations) {
      if (destination.place.index.is_indirect) {
        return false;
      }
      if (destination.place.file == File::temporary) {
        for (unsigned i = 0; i < component_count; ++i) {
          if ((destination.mask >> i & 1) != 0) {
            written_.emplace(destination.place.index.offset, i);
          }
        }
      }
    }
    return true;
  }

  bool has(const Source &source) const {
    return source.place.file == File::temporary &&
           written_.contains({source.place.index.offset, source.swizzle[0]});
  }

 private:
  std::set<std::pair<int32_t, unsigned>> written_;
};

/// Whether an instruction may be in the middle of a run.
bool is_straight(const Instruction &instruction) {
  switch (instruction.opcode) {
    case Opcode::BARRIER:
    case Opcode::MEMBAR:
    case Opcode::CLOCK:
      return false;
    default:
      return instruction.info().form == Form::plain || describe_access(instruction).has_value();
  }
}

/// Whether the address is a register with a constant index.
bool is_known(const Source &address) {
  return !address.place.index.is_indirect && !address.place.dimension && !address.negate &&
         !address.absolute;
}

}  // namespace

std::optional<AccessRun> find_access_run(std::span<const Instruction> instructions) {
  if (!describe_access(instructions.front())) {
    return std::nullopt;
  }
  AccessRun run;
  WrittenRegisters written;
  const size_t limit = std::min(instructions.size(), longest_run);
  for (size_t i = 0; i < limit && is_straight(instructions[i]); ++i) {
    const Instruction &instruction = instructions[i];
    if (const auto access = describe_access(instruction);
        access && is_known(*access->address) && !written.has(*access->address)) {
      run.accesses.push_back(&instruction);
      run.length = i + 1;
    }
    if (!written.add(instruction)) {
      break;
    }
  }
  constexpr size_t fewest_accesses = 2;
  return run.accesses.size() < fewest_accesses ? std::nullopt : std::optional(std::move(run));
}

}  // namespace mux::compiler::tgsi
