// The cache stays below its maximum size: least recently used entries are evicted first.

#include "compiler/cache/eviction.h"

#include <catch2/catch.hpp>
#include <random>

#include "compiler/cache/code_cache.h"
#include "scratch.h"

using namespace mux::compiler;
using namespace mux::test;
using std::chrono::hours;

namespace {

constexpr uint64_t max_bytes = uint64_t{4} << 20;

CodeCache small_cache(const ScratchFolder &folder) {
  return {CacheSettings{folder.cache().string(), max_bytes}, "this build"};
}

uint64_t size_of(const std::filesystem::path &cache) {
  uint64_t size = 0;
  for (const std::filesystem::path &file : entries(cache)) {
    size += bytes_on_disk(std::filesystem::file_size(file));
  }
  return size;
}

bool finds(const CodeCache &cache, const std::string &key) {
  std::string value;
  return cache.find(key, value);
}

}  // namespace

TEST_CASE("the cache stays below its maximum size and keeps the newest entries", "[cache]") {
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const ScratchFolder folder;
  const CodeCache cache = small_cache(folder);
  std::uniform_int_distribution<size_t> sizes(0, largest_entry(max_bytes));
  for (int i = 0; i < 250; ++i) {
    cache.store(std::to_string(i), "label", std::string(sizes(random), 'x'));
    REQUIRE(size_of(folder.cache()) <= max_bytes);
  }
  CHECK(size_of(folder.cache()) >= max_bytes / 2);
  CHECK(reported_problems().empty());
}

TEST_CASE("least recently used entries are evicted", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = small_cache(folder);
  const std::string large(largest_entry(max_bytes) / 2, 'x');
  cache.store("used", "label", "value");
  const std::filesystem::path used = entries(folder.cache()).at(0);
  for (int i = 0; i < 26; ++i) {
    cache.store("unused " + std::to_string(i), "label", large);
  }
  for (const std::filesystem::path &file : entries(folder.cache())) {
    make_older(file, file == used ? hours(100) : hours(50));
  }
  CHECK(finds(cache, "used"));
  CHECK(is_young(used));
  for (int i = 0; i < 4; ++i) {
    cache.store("new " + std::to_string(i), "label", large);
  }
  CHECK(entries(folder.cache()).size() < 1 + 26 + 4);
  CHECK(finds(cache, "used"));
  for (int i = 0; i < 4; ++i) {
    CHECK(finds(cache, "new " + std::to_string(i)));
  }
}

TEST_CASE("a large entry does not evict all others", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = small_cache(folder);
  cache.store("huge", "label", std::string(largest_entry(max_bytes) + 1, 'x'));
  CHECK_FALSE(finds(cache, "huge"));
  const CodeCache none({folder.cache().string(), 0}, "this build");
  none.store("key", "label", "value");
  CHECK_FALSE(finds(none, "key"));
}

TEST_CASE("files left over by killed processes are removed; files being written are not",
          "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = small_cache(folder);
  cache.store("key", "label", "value");
  const std::string name(32, 'a');
  write(folder.cache() / (name + ".new"), "left over");
  make_older(folder.cache() / (name + ".new"), hours(2));
  write(folder.cache() / (std::string(32, 'b') + ".new"), "just now");
  const std::string large(largest_entry(max_bytes) / 2, 'x');
  for (int i = 0; i < 8; ++i) {
    cache.store(std::to_string(i), "label", large);
  }
  REQUIRE(unfinished(folder.cache()).size() == 1);
  CHECK(read(unfinished(folder.cache()).at(0)) == "just now");
}

TEST_CASE("other files in the folder are not removed", "[cache]") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.cache());
  std::filesystem::permissions(folder.cache(), std::filesystem::perms::owner_all);
  const std::vector<std::string> names = {"letter.txt", "a.entry", std::string(31, 'a') + ".entry",
                                          std::string(32, 'g') + ".entry",
                                          std::string(32, 'a') + ".entry.txt"};
  for (const std::string &name : names) {
    write(folder.cache() / name, std::string(1 << 20, 'x'));
    make_older(folder.cache() / name, hours(1000));
  }
  std::filesystem::create_directory(folder.cache() / (std::string(32, 'd') + ".entry"));
  const CodeCache cache = small_cache(folder);
  const std::string large(largest_entry(max_bytes) / 2, 'x');
  for (int i = 0; i < 64; ++i) {
    cache.store(std::to_string(i), "label", large);
  }
  for (const std::string &name : names) {
    CHECK(std::filesystem::exists(folder.cache() / name));
  }
  CHECK(std::filesystem::exists(folder.cache() / (std::string(32, 'd') + ".entry")));
}

TEST_CASE("the cache stays below its maximum size without a store counter", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = small_cache(folder);
  cache.store("key", "label", "value");
  std::filesystem::remove(folder.cache() / "stored");
  std::filesystem::create_directory(folder.cache() / "stored");
  const std::string large(largest_entry(max_bytes) / 2, 'x');
  for (int i = 0; i < 64; ++i) {
    cache.store(std::to_string(i), "label", large);
    REQUIRE(size_of(folder.cache()) <= max_bytes);
  }
}
