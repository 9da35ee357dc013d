/// @file
/// Helpers for building cache keys.
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <string_view>

#include "compiler/container/bytes.h"

namespace mux::compiler {

/// Adds a long text to the key, as its length and a 128-bit hash.
inline void write_content(ByteWriter &writer, std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  writer.integer<uint64_t>(content.size());
  writer.integer<uint64_t>(hash.low64);
  writer.integer<uint64_t>(hash.high64);
}

}  // namespace mux::compiler
