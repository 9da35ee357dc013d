// The file format of entries, and its validation.

#include <xxhash.h>

#include <catch2/catch.hpp>

#include "compiler/cache/entry.h"
#include "compiler/container/bytes.h"

using namespace mux::compiler;

namespace {

std::string example_entry() {
  return write_cache_entry({std::string_view("key\0with a zero", 15), "what it is", "the value"});
}

bool is_readable(std::string_view bytes) {
  CacheEntry entry;
  return read_cache_entry(bytes, entry);
}

}  // namespace

TEST_CASE("an entry of the cache reads back as it was written", "[cache]") {
  const std::string bytes = example_entry();
  CacheEntry entry;
  REQUIRE(read_cache_entry(bytes, entry));
  CHECK(entry.key == std::string_view("key\0with a zero", 15));
  CHECK(entry.label == "what it is");
  CHECK(entry.value == "the value");
}

TEST_CASE("a truncated entry is invalid", "[cache]") {
  const std::string bytes = example_entry();
  for (size_t size = 0; size < bytes.size(); ++size) {
    INFO(size << " bytes of " << bytes.size());
    CHECK_FALSE(is_readable(bytes.substr(0, size)));
  }
}

TEST_CASE("an entry with a flipped bit or trailing bytes is invalid", "[cache]") {
  const std::string bytes = example_entry();
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    INFO("bit " << bit);
    CHECK_FALSE(is_readable(damaged));
  }
  CHECK_FALSE(is_readable(bytes + '\0'));
}

TEST_CASE("invalid lengths are detected despite a valid checksum", "[cache]") {
  // Only the three lengths of an empty entry, 24 bytes, with a correct checksum.
  const auto with_lengths = [](const std::string &lengths) {
    const XXH128_hash_t hash = XXH3_128bits(lengths.data(), lengths.size());
    ByteWriter bytes;
    bytes.raw(write_cache_entry({}).substr(0, 8));
    bytes.integer<uint64_t>(hash.low64);
    bytes.integer<uint64_t>(hash.high64);
    bytes.raw(lengths);
    return bytes.take();
  };
  const std::string zero(8, '\0');
  const std::string huge(8, '\xff');
  CHECK(is_readable(with_lengths(zero + zero + zero)));
  CHECK_FALSE(is_readable(with_lengths(huge + zero + zero)));
  CHECK_FALSE(is_readable(with_lengths(zero + huge + zero)));
  CHECK_FALSE(is_readable(with_lengths(zero + zero + huge)));
  CHECK_FALSE(is_readable(with_lengths(zero + zero)));
  CHECK_FALSE(is_readable(with_lengths(zero + zero + zero + zero)));
}
