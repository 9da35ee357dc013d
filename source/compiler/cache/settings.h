/// @file
/// Where the cache is and how large it may become, as the environment says it.
///
///     MUX_CACHE=0       there is none
///     MUX_CACHE_DIR     its folder; else mux in $XDG_CACHE_HOME, else in $HOME/.cache
///     MUX_CACHE_MAX     bytes that it may take, with K, M, G or T behind them for powers of 1024
///
/// Nothing here is kept. The caller sees to it that the environment does not change meanwhile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mux::compiler {

struct CacheSettings {
  /// Absolute or as MUX_CACHE_DIR has it.
  std::string directory;
  /// What its files may take on the disk.
  uint64_t most_bytes = 0;
};

/// @return empty if no variable names a folder. Throws nothing but std::bad_alloc.
std::string cache_directory_of_environment();

/// Reads a number of bytes, as MUX_CACHE_MAX has it.
/// @return nothing if the text is none, or too large for 64 bits.
std::optional<uint64_t> parse_cache_size(std::string_view text);

/// @param[out] problem what the environment lacks, or has wrong; empty if nothing is.
/// @return nothing if there is to be no cache. Throws nothing but std::bad_alloc.
std::optional<CacheSettings> cache_settings_of_environment(std::string &problem);

}  // namespace mux::compiler
