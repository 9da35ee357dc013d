/// @file
/// Interprets a function for several work-items in lockstep, the semantics of linearized code: all
/// take every branch together.
///
/// It detects errors that a single work-item or generated code would not show: divergent branches,
/// poison masks, accesses by inactive work-items. For inactive work-items loads return poison and
/// stores have no effect.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Function;
}

namespace mux::test {

/// Arguments: a pointer to `memory`, a pointer to `table`, and integers.
struct LockstepRun {
  std::vector<uint32_t> memory;
  std::vector<uint32_t> table;
  /// The integer arguments of each work-item; missing ones are 0.
  std::vector<std::vector<uint32_t>> work_items;
};

/// @return the error; empty if there is none.
std::string run_in_lockstep(const llvm::Function &function, LockstepRun &run);

}  // namespace mux::test
