/// @file
/// Interprets a function for several work-items at once, as linearized code is meant: all take
/// every branch together.
///
/// It finds what a single work-item, or generated code, would not show: a branch that work-items
/// want to take different ways, a poisoned mask, an access that nobody in the mask wants. To those
/// whom a mask passes through a block, loads give poison and stores do nothing.

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
  /// The integer arguments of each work-item; those that are missing are 0.
  std::vector<std::vector<uint32_t>> work_items;
};

/// @return what went wrong; empty if nothing did.
std::string run_in_lockstep(const llvm::Function &function, LockstepRun &run);

}  // namespace mux::test
