/// @file
/// Format of the cache's files.
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
  /// Everything that the value depends on.
  std::string_view key;
  /// A description of the value, for users.
  std::string_view label;
  std::string_view value;
};

/// Serializes an entry. Throws nothing but std::bad_alloc.
std::string write_cache_entry(const CacheEntry &entry);

/// Parses an entry and verifies its checksum.
///
/// @param[out] entry refers to the bytes.
/// @return false if they are no entry, or a damaged one.
bool read_cache_entry(std::string_view bytes, CacheEntry &entry);

}  // namespace mux::compiler
