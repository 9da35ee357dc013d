/// @file
/// What the vectorizer's passes say to each other in the code itself.
///
/// Between linearize() and widen() a function still runs one work-item, but in a form that suits
/// many: no branch diverges between work-items. Five functions, whose names no C
/// program can write, say what a block means to the others. To a single work-item, `any`, `all` and
/// `first` are the identity, and `few` may be either.
///
///     i1 mux.lanes.any(i1)       whether it holds for any work-item of the packet
///     i1 mux.lanes.all(i1)       whether it holds for all of them
///     i1 mux.lanes.few(i1, i32)  whether it holds for no more of them than that
///     i64 mux.lanes.first(i64)   what it is for the first work-item of the packet
///     void mux.lanes.mask(i1)    at the start of a block: it runs for the work-items for which
///                                this holds; the others are passed through it, and it must not
///                                write memory, trap or call anything for them. A block without it
///                                runs for all.
///
/// A block with a mask that reads or writes memory, or calls anything with effects, runs only if
/// the mask holds for at least one work-item: a branch on `any` stands before it. One thread at a
/// time per LLVM context.

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

/// The mask of which the branch at a block's end asks such a question; NULL if it asks something
/// else.
llvm::Value *asked_mask(const llvm::BasicBlock &block, LaneFunction function);

/// Builds a call of `any`, `all` or `mask`.
llvm::CallInst *call_lane_function(llvm::IRBuilder<> &builder, LaneFunction function,
                                   llvm::Value *condition);

/// Builds the question whether a condition holds for at most so many work-items.
llvm::CallInst *call_few(llvm::IRBuilder<> &builder, llvm::Value *condition, unsigned most);

/// Builds the question for an id of the first work-item; `id` is a parameter.
llvm::CallInst *call_first(llvm::IRBuilder<> &builder, llvm::Value *id);

/// The mask under which a block runs; NULL if it runs for all.
llvm::Value *block_mask(const llvm::BasicBlock &block);

}  // namespace mux::compiler
