/// @file
/// What the collectives of work-groups and of sub-groups share: the names of their operations.

#pragma once

#include <optional>
#include <string_view>

#include "compiler/builtins/expansion.h"
#include "compiler/ir/collectives.h"

namespace mux::compiler::builtins {

/// An operation, as the end of a function's name says.
struct NamedOperation {
  GroupOperation operation = GroupOperation::add;
  /// The values are tested against zero first, and the result is 0 or 1.
  bool is_logical = false;
};

/// The operation `add`, `mul`, `min`, `max`, `and`, `or`, `xor`, `logical_and`, `logical_or` or
/// `logical_xor` on values of a scalar type; nothing for other names, and where the type does not
/// have it.
std::optional<NamedOperation> named_operation(std::string_view name, const ParameterType &type);

/// The kind of collective that the beginning of a name says, `reduce_`, `scan_inclusive_` or
/// `scan_exclusive_`, which is removed from it.
std::optional<CollectiveKind> take_collective_kind(std::string_view &name);

}  // namespace mux::compiler::builtins
