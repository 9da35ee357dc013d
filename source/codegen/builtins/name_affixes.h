/// @file
/// Removal of prefixes and suffixes of built-ins' names.

#pragma once

#include <string_view>

namespace mux::compiler::builtins {

/// Removes a prefix or a suffix of a name if it is present.
/// @return whether it was.
inline bool take_prefix(std::string_view &name, std::string_view prefix) {
  const bool found = name.starts_with(prefix);
  name.remove_prefix(found ? prefix.size() : 0);
  return found;
}

inline bool take_suffix(std::string_view &name, std::string_view suffix) {
  const bool found = name.ends_with(suffix);
  name.remove_suffix(found ? suffix.size() : 0);
  return found;
}

}  // namespace mux::compiler::builtins
