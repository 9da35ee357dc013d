/// @file
/// The cache's location and size limit, from environment variables.
///
///     MUX_CACHE=0       no cache
///     MUX_CACHE_DIR     its folder; default: mux in $XDG_CACHE_HOME, else in $HOME/.cache
///     MUX_CACHE_MAX     its limit in bytes; suffixes K, M, G and T are powers of 1024
///
/// Nothing is cached here. The caller must ensure that the environment does not change meanwhile.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mux::compiler {

struct CacheSettings {
  /// Absolute, or the value of MUX_CACHE_DIR.
  std::string directory;
  /// The limit of its files' size on disk.
  uint64_t max_bytes = 0;
};

/// The cache's folder.
/// @return empty if no variable names a folder. Throws nothing but std::bad_alloc.
std::string cache_directory_of_environment();

/// Parses a number of bytes in the format of MUX_CACHE_MAX.
/// @return nothing if it is invalid, or too large for 64 bits.
std::optional<uint64_t> parse_cache_size(std::string_view text);

/// @param[out] problem what is missing or invalid in the environment; empty if nothing is.
/// @return nothing if there is no cache. Throws nothing but std::bad_alloc.
std::optional<CacheSettings> cache_settings_of_environment(std::string &problem);

}  // namespace mux::compiler
