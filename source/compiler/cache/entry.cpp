#include "compiler/cache/entry.h"

#include <xxhash.h>

#include <cstdint>

#include "compiler/container/bytes.h"

namespace mux::compiler {
namespace {

constexpr std::string_view entry_magic{"\x7fMXC", 4};
/// Must be incremented with every change of the layout. The format of values is part of their keys.
constexpr uint32_t entry_version = 1;
constexpr size_t entry_checked_offset = 24;

void write_entry_checksum(std::string_view checked_bytes, ByteWriter &writer) {
  const XXH128_hash_t hash = XXH3_128bits(checked_bytes.data(), checked_bytes.size());
  writer.integer<uint64_t>(hash.low64);
  writer.integer<uint64_t>(hash.high64);
}

}  // namespace

std::string write_cache_entry(const CacheEntry &entry) {
  ByteWriter strings;
  strings.string(entry.key);
  strings.string(entry.label);
  strings.string(entry.value);
  const std::string checked = strings.take();
  ByteWriter file;
  file.raw(entry_magic);
  file.integer<uint32_t>(entry_version);
  write_entry_checksum(checked, file);
  file.raw(checked);
  return file.take();
}

bool read_cache_entry(std::string_view bytes, CacheEntry &entry) {
  ByteReader reader(bytes);
  const bool is_ours =
      reader.raw(entry_magic.size()) == entry_magic && reader.integer<uint32_t>() == entry_version;
  const std::string_view checksum = reader.raw(entry_checked_offset - reader.position());
  if (!is_ours || !reader.ok()) {
    return false;
  }
  ByteWriter expected;
  write_entry_checksum(bytes.substr(entry_checked_offset), expected);
  if (checksum != expected.take()) {
    return false;
  }
  entry.key = reader.string();
  entry.label = reader.string();
  entry.value = reader.string();
  return reader.ok() && reader.remaining() == 0;
}

}  // namespace mux::compiler
