/// @file
/// Loops that go through several rounds of the program's at once.

#pragma once

#include <optional>

namespace llvm {
class Loop;
}

namespace mux::compiler {

/// Notes that a round of the loop is so many of the program's.
void note_rounds_at_once(llvm::Loop &loop, unsigned rounds);

/// Notes that the loop goes through what is left of such a loop.
void note_rest_of_rounds(llvm::Loop &loop, unsigned rounds_at_once);

/// How many of the program's rounds one is; 1 if nothing is noted.
unsigned rounds_at_once(const llvm::Loop &loop);

/// How many rounds a loop has on average that goes through what is left; nothing for another loop.
std::optional<double> rounds_of_rest(const llvm::Loop &loop);

}  // namespace mux::compiler
