/// @file
/// Straight-line code with several accesses whose addresses are known before it. One check of all
/// of them costs a branch, where a check of each costs one each: the code is translated twice, with
/// checks and without.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// A part of a shader's instructions.
struct AccessRun {
  /// Number of instructions, from the first access to the last one.
  size_t length = 0;
  /// At least two accesses whose addresses no instruction of the run writes before them.
  std::vector<const Instruction *> accesses;
};

/// The run that begins with the first instruction; nothing if there is none.
std::optional<AccessRun> find_access_run(std::span<const Instruction> instructions);

}  // namespace mux::compiler::tgsi
