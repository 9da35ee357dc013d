/// @file
/// Hides truncations of ids from LLVM's optimizations.
///
/// Programs often store 64-bit ids in 32 bits: `int i = get_global_id(0)`. Where InstCombine sees
/// that the 32 bits are truncated from 64, it widens the program's 32-bit arithmetic to 64 bits:
/// the sign-extended index becomes `(id << 32) >> 32`, or `(id << 32) >> 30` where it is scaled to
/// bytes; a comparison with a power of two becomes a bit test; and an induction variable that
/// starts with `i` gets 64 bits and a mask at each use. None of these forms shows that values are
/// consecutive across lanes. So a call of `i32 mux.truncate(i64)`, a name that no C program can
/// write, replaces such a truncation from before the first run of InstCombine until after the last
/// one before linearize().

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// The name of the function that hides a truncation.
inline constexpr llvm::StringLiteral truncation_name = "mux.truncate";

/// Whether a value is a call of `mux.truncate`.
bool is_hidden_truncation(const llvm::Value &value);

/// Turns hidden truncations back into truncations where `is_shown` holds for their operand.
void show_truncations(llvm::Function &function,
                      llvm::function_ref<bool(const llvm::Value &)> is_shown);

/// Folds hidden truncations of constants, which LLVM cannot do.
void fold_truncations(llvm::Function &function);

}  // namespace mux::compiler
