/// @file
/// Random linearized work-item functions, for packet_runner.h.

#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

/// Gives the function @f of module_without_body() a random body: arithmetic on numbers of all
/// widths and on vectors, loads and stores of all kinds, private arrays, and blocks and loops with
/// and without masks. It is well defined for active work-items; inactive ones may have poison and
/// divisors of 0.
void write_random_body(llvm::Module &module, uint32_t seed);
