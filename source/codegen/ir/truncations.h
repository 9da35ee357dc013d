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

namespace llvm {
class Function;
class Module;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Whether a value is a call of `mux.truncate`.
bool is_hidden_truncation(const llvm::Value &value);

/// Replaces 32-bit truncations of sums and products of ids by calls of `mux.truncate`. Before
/// lower_work_item_queries(), on functions in SSA form.
void hide_truncations(llvm::Function &function);

/// Folds hidden truncations of constants, which LLVM cannot do.
void fold_truncations(llvm::Function &function);

/// Turns all hidden truncations back into truncations.
void restore_truncations(llvm::Function &function);
void restore_truncations(llvm::Module &module);

}  // namespace mux::compiler
