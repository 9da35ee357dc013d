/// @file
/// Folders that seem to exist while Clang compiles; none of a real machine should have these names.
#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// Where the source and what Clang is told before it seem to be.
inline constexpr const char *own_folder = "/__mux_opencl__";
/// Where headers in memory without an absolute name seem to be.
inline constexpr const char *header_folder = "/__mux_headers__";

inline std::string header_path(const std::string &name) {
  return name.front() == '/' ? name : std::string(header_folder) + "/" + name;
}

constexpr bool is_inside(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/' || folder.ends_with('/'));
}

/// Also by way of one: "/__mux_opencl__/../file".
constexpr bool is_below_imagined_folder(std::string_view path) {
  return is_inside(path, own_folder) || is_inside(path, header_folder);
}

}  // namespace mux::compiler
