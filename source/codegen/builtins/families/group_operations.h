/// @file
/// Parses the names of collective operations, for work-groups and sub-groups.

#pragma once

#include <optional>
#include <string_view>

#include "codegen/builtins/expansion.h"
#include "codegen/ir/collectives.h"

namespace mux::compiler::builtins {

/// The operation that the suffix of a function's name denotes.
struct NamedOperation {
  GroupOperation operation = GroupOperation::add;
  /// Operands are compared with zero first, and the result is 0 or 1.
  bool is_logical = false;
};

/// Parses `add`, `mul`, `min`, `max`, `and`, `or`, `xor`, `logical_and`, `logical_or` or
/// `logical_xor` as an operation on values of a scalar type; nothing for other names, and where the
/// operation is not defined for the type.
std::optional<NamedOperation> named_operation(std::string_view name, const ParameterType &type);

/// Parses the prefix `reduce_`, `scan_inclusive_` or `scan_exclusive_` of a name and removes it.
std::optional<CollectiveKind> take_collective_kind(std::string_view &name);

}  // namespace mux::compiler::builtins
