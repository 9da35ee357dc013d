/// @file
/// Contents of the cache of compiled code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/cache/directory.h"

namespace mux::cache {

struct Item {
  compiler::CacheFile file;
  /// The description stored in the entry, if it is intact.
  std::string label;
  /// Whether the entry's checksum is correct and only the current user can have written it.
  bool is_whole = false;
};

/// All files of the cache, most recently used first. Each is read and checked, without updating its
/// time of last use.
std::vector<Item> read_items(const compiler::CacheDirectory &directory);

/// "10 KiB", "1.5 GiB".
std::string size_text(uint64_t bytes);

/// The age of a file in whole units: "3 minutes".
std::string age_text(int64_t seconds);

}  // namespace mux::cache
