/// @file
/// Builds calls of the sub-group marker functions that the pipeline lowers
/// (ir/sub_group_functions.h), for the bodies of sub-group built-ins.
///
/// Each function returns NULL if the module uses the marker's name for something else. After
/// has_sub_group_markers() returned true, lane(), max_size() and ballots do not fail.

#pragma once

#include "codegen/builtins/expansion.h"
#include "codegen/ir/sub_group_functions.h"

namespace mux::compiler::builtins {

llvm::Value *call(Expansion &expansion, const SubGroupCall &function, llvm::Type *type,
                  llvm::ArrayRef<llvm::Value *> arguments);

bool has_sub_group_markers(Expansion &expansion);

llvm::Value *lane(Expansion &expansion);
llvm::Value *max_size(Expansion &expansion);

/// Zero-extends a count of work-items to 64 bits.
llvm::Value *wide(Expansion &expansion, llvm::Value *count);

/// Whether the type is neither a pointer nor Element::named.
bool is_value(const ParameterType &type);

/// The value of the work-item `from`; vectors are shuffled element by element.
llvm::Value *shuffle(Expansion &expansion, llvm::Value *value, llvm::Value *from);

}  // namespace mux::compiler::builtins
