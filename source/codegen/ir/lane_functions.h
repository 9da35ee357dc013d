/// @file
/// Marker functions for masks and votes, by which the vectorizer's passes communicate in the IR.
///
/// Between linearize() and widen() a function still runs one work-item, but has no branch that
/// diverges between work-items. Five functions, whose names no C program can write, express what
/// refers to the other lanes of the packet. For a single work-item, `any`, `all` and `first` are
/// the identity, and `few` may return either value.
///
///     i1 mux.lanes.any(i1)       whether the condition holds for any work-item of the packet
///     i1 mux.lanes.all(i1)       whether it holds for all of them
///     i1 mux.lanes.few(i1, i32)  whether it holds for at most that number of them
///     i64 mux.lanes.first(i64)   the value of the packet's first work-item
///     void mux.lanes.mask(i1)    at the start of a block: the mask of the block's active lanes.
///                                Inactive lanes execute the block too, and must not write
///                                memory, trap or call anything in it. A block without this call
///                                runs for all lanes.
///
/// A block with a mask that reads or writes memory, or calls anything with effects, runs only if
/// the mask holds for at least one work-item: a branch on `any` precedes it. Not thread-safe for
/// one LLVM context.

#pragma once

#include <llvm/IR/IRBuilder.h>

namespace llvm {
class BasicBlock;
class CallInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

enum class LaneFunction { any, all, few, first, mask };

/// Whether a value is a call of that lane function.
bool is_lane_call(const llvm::Value &value, LaneFunction function);

/// Returns the operand of the given lane function if its call is the condition of the block's
/// terminator; NULL otherwise.
llvm::Value *vote_operand(const llvm::BasicBlock &block, LaneFunction function);

/// Builds a call of `any`, `all` or `mask`.
llvm::CallInst *call_lane_function(llvm::IRBuilder<> &builder, LaneFunction function,
                                   llvm::Value *condition);

/// Builds a call of `few`: whether the condition holds for at most `most` work-items.
llvm::CallInst *call_few(llvm::IRBuilder<> &builder, llvm::Value *condition, unsigned most);

/// Builds a call of `first` for an id; `id` is a parameter.
llvm::CallInst *call_first(llvm::IRBuilder<> &builder, llvm::Value *id);

/// Returns the mask under which a block runs; NULL if it runs for all work-items.
llvm::Value *block_mask(const llvm::BasicBlock &block);

}  // namespace mux::compiler
