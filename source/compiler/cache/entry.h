/// @file
/// What a file of the cache holds.
///
///     offset  bytes  content
///          0      4  magic
///          4      4  format version
///          8     16  XXH3 128-bit checksum of every byte from offset 24 to the end
///         24         key, label, value (strings), to the end of the file
///
/// Integers are little-endian; a string is its length in 8 bytes and then its characters.
#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

struct CacheEntry {
  /// All that decides what the value is.
  std::string_view key;
  /// What it is, for people.
  std::string_view label;
  std::string_view value;
};

/// The entry as bytes. Throws nothing but std::bad_alloc.
std::string write_cache_entry(const CacheEntry &entry);

/// Checks every byte.
///
/// @param[out] entry points into the bytes.
/// @return false if they are no entry, or a damaged one.
bool read_cache_entry(std::string_view bytes, CacheEntry &entry);

}  // namespace mux::compiler
