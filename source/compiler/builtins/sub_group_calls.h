/// @file
/// What bodies of sub-group functions are made of: calls of the few functions that the pipeline
/// knows (ir/sub_group_functions.h).
///
/// Each of these is NULL if the module uses the name of a function for something else. is_ready()
/// makes sure that lane(), max_size() and ballots are not.

#pragma once

#include "compiler/builtins/expansion.h"
#include "compiler/ir/sub_group_functions.h"

namespace mux::compiler::builtins {

llvm::Value *call(Expansion &expansion, const SubGroupCall &function, llvm::Type *type,
                  llvm::ArrayRef<llvm::Value *> arguments);

bool is_ready(Expansion &expansion);

llvm::Value *lane(Expansion &expansion);
llvm::Value *max_size(Expansion &expansion);

/// A count of work-items, with 64 bits.
llvm::Value *wide(Expansion &expansion, llvm::Value *count);

/// Neither a pointer nor of a type with a name of its own.
bool is_value(const ParameterType &type);

/// The value of another work-item; of a vector type element by element.
llvm::Value *shuffle(Expansion &expansion, llvm::Value *value, llvm::Value *from);

}  // namespace mux::compiler::builtins
