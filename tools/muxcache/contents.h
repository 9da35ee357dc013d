/// @file
/// What is in the cache of compiled code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/cache/directory.h"

namespace mux::cache {

struct Item {
  compiler::CacheFile file;
  /// What the entry says it is, if it is whole.
  std::string label;
  /// Every byte of it was checked, and nobody else can have written it.
  bool is_whole = false;
};

/// All files of the cache, the last used first, each read and checked; none is noted as used.
std::vector<Item> read_items(const compiler::CacheDirectory &directory);

/// "10 KiB", "1.5 GiB".
std::string size_text(uint64_t bytes);

/// How long ago something was, in whole units: "3 minutes".
std::string age_text(int64_t seconds);

}  // namespace mux::cache
