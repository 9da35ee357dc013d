/// @file
/// Virtual folders that exist only for Clang. Their names are assumed not to exist on real
/// machines.
#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// Virtual folder of the source and the prelude.
inline constexpr const char *virtual_source_folder = "/__mux_opencl__";
/// Virtual folder of headers in memory whose names are relative.
inline constexpr const char *header_folder = "/__mux_headers__";

inline std::string header_path(const std::string &name) {
  return name.front() == '/' ? name : std::string(header_folder) + "/" + name;
}

constexpr bool is_inside(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/' || folder.ends_with('/'));
}

/// Whether a path begins with a virtual folder, even if it leaves it: "/__mux_opencl__/../file".
constexpr bool is_below_virtual_folder(std::string_view path) {
  return is_inside(path, virtual_source_folder) || is_inside(path, header_folder);
}

}  // namespace mux::compiler
