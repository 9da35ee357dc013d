#include "codegen/builtins/families/group_operations.h"

namespace mux::compiler::builtins {
namespace {

struct BitwiseName {
  std::string_view name;
  GroupOperation operation;
};

constexpr BitwiseName bitwise_names[] = {
    {"and", GroupOperation::bitwise_and},
    {"or", GroupOperation::bitwise_or},
    {"xor", GroupOperation::bitwise_xor},
};

struct KindPrefix {
  std::string_view prefix;
  CollectiveKind kind;
};

constexpr KindPrefix kind_prefixes[] = {
    {"reduce_", CollectiveKind::reduce},
    {"scan_inclusive_", CollectiveKind::scan_inclusive},
    {"scan_exclusive_", CollectiveKind::scan_exclusive},
};

constexpr std::string_view logical_prefix = "logical_";

}  // namespace

std::optional<NamedOperation> named_operation(std::string_view name, const ParameterType &type) {
  const bool integer = is_integer(type.element);
  if (type.is_pointer || type.lanes != 1 || !(integer || is_floating_point(type.element))) {
    return std::nullopt;
  }
  const bool is_unsigned = integer && !is_signed_integer(type.element);
  if (name == "add") {
    return NamedOperation{GroupOperation::add};
  }
  if (name == "mul") {
    return NamedOperation{GroupOperation::multiply};
  }
  if (name == "min") {
    return NamedOperation{is_unsigned ? GroupOperation::unsigned_minimum : GroupOperation::minimum};
  }
  if (name == "max") {
    return NamedOperation{is_unsigned ? GroupOperation::unsigned_maximum : GroupOperation::maximum};
  }
  const bool is_logical = name.starts_with(logical_prefix);
  if (is_logical) {
    name.remove_prefix(logical_prefix.size());
  }
  for (const BitwiseName &bitwise : bitwise_names) {
    if (integer && name == bitwise.name) {
      return NamedOperation{bitwise.operation, is_logical};
    }
  }
  return std::nullopt;
}

std::optional<CollectiveKind> take_collective_kind(std::string_view &name) {
  for (const KindPrefix &row : kind_prefixes) {
    if (name.starts_with(row.prefix)) {
      name.remove_prefix(row.prefix.size());
      return row.kind;
    }
  }
  return std::nullopt;
}

}  // namespace mux::compiler::builtins
