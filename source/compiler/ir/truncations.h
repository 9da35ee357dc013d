/// @file
/// Truncations of ids, written so that LLVM does not look through them.
///
/// Programs keep ids of 64 bits in 32: `int i = get_global_id(0)`. Where InstCombine sees that the
/// 32 bits come from 64, it calculates in 64 what the program calculates in 32: of the extended
/// index it makes `(id << 32) >> 32`, or `(id << 32) >> 30` where it is scaled to bytes, of a
/// comparison with a power of two a test of bits, and an induction variable that starts with `i`
/// gets 64 bits and a mask at each use. In none of these forms is it seen that the values of
/// neighboring work-items are neighbors. So a call of `i32 mux.truncate(i64)`, a name that no C
/// program can write, stands for such a truncation from before InstCombine's first run until the
/// last one before linearize().

#pragma once

namespace llvm {
class Function;
class Module;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Whether a value is a call that stands for a truncation.
bool is_hidden_truncation(const llvm::Value &value);

/// Hides truncations to 32 bits of sums and products of ids. Before lower_work_item_queries(), of
/// functions in SSA form.
void hide_truncations(llvm::Function &function);

/// Writes hidden truncations of constants as constants: LLVM cannot.
void fold_truncations(llvm::Function &function);

/// Writes all of them as truncations again.
void show_truncations(llvm::Function &function);
void show_truncations(llvm::Module &module);

}  // namespace mux::compiler
