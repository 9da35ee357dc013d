// Stored entries are found, and no others.

#include "compiler/cache/code_cache.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "compiler/cache/library_identity.h"
#include "scratch.h"

using namespace mux::compiler;
using namespace mux::test;

namespace {

CodeCache cache_in(const ScratchFolder &folder, const std::string &identity = "this build") {
  return {CacheSettings{folder.cache().string(), uint64_t{64} << 20}, identity};
}

std::string found(const CodeCache &cache, const std::string &key) {
  std::string value = "nothing was found";
  return cache.find(key, value) ? value : "";
}

}  // namespace

TEST_CASE("a value is found by its key, by another cache of the same folder", "[cache]") {
  const ScratchFolder folder;
  std::string value;
  CHECK_FALSE(cache_in(folder).find("key", value));
  CHECK_FALSE(std::filesystem::exists(folder.cache()));
  cache_in(folder).store("key", "label", "value");
  cache_in(folder).store("other", "label", "another value");
  CHECK(found(cache_in(folder), "key") == "value");
  CHECK(found(cache_in(folder), "other") == "another value");
  CHECK(found(cache_in(folder), "neither").empty());
  cache_in(folder).store("key", "label", "a newer value");
  CHECK(found(cache_in(folder), "key") == "a newer value");
  CHECK(entries(folder.cache()).size() == 2);
  CHECK(unfinished(folder.cache()).empty());
  CHECK(reported_problems().empty());
}

TEST_CASE("the folder is created with the first entry", "[cache]") {
  const ScratchFolder folder;
  CHECK_FALSE(cache_in(folder).has_folder());
  cache_in(folder).store("key", "label", "value");
  CHECK(cache_in(folder).has_folder());
  CHECK(reported_problems().empty());
}

TEST_CASE("entries of another build of the compiler are not found", "[cache]") {
  const ScratchFolder folder;
  cache_in(folder, "one build").store("key", "label", "value");
  CHECK(found(cache_in(folder, "another"), "key").empty());
  CHECK(found(cache_in(folder, "one build"), "key") == "value");
  // Also not with the same bytes split differently into the two parts of the key.
  CHECK(found(cache_in(folder, "one buildk"), "ey").empty());
}

TEST_CASE("this program has a build id", "[cache]") {
  CHECK(library_identity().size() >= 8);
  CHECK(library_identity() == library_identity());
}

TEST_CASE("a damaged entry is a miss, and is replaced", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = cache_in(folder);
  cache.store("key", "label", "value");
  const std::filesystem::path file = entries(folder.cache()).at(0);
  const std::string bytes = read(file);
  const std::string ends_early = bytes.substr(0, bytes.size() / 2);
  std::string changed = bytes;
  changed.back() ^= 1;
  for (const std::string &content : {std::string(), ends_early, changed, bytes + "more"}) {
    write(file, content);
    CHECK(found(cache, "key").empty());
    cache.store("key", "label", "value");
    CHECK(found(cache, "key") == "value");
  }
  CHECK(reported_problems().empty());
}

TEST_CASE("an entry under another entry's name is a miss", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = cache_in(folder);
  cache.store("key", "label", "value");
  const std::filesystem::path file = entries(folder.cache()).at(0);
  const std::string bytes = read(file);
  cache.store("other", "label", "another value");
  for (const std::filesystem::path &each : entries(folder.cache())) {
    write(each, bytes);
  }
  CHECK(found(cache, "key") == "value");
  CHECK(found(cache, "other").empty());
}

TEST_CASE("special files in place of an entry are misses, without blocking", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = cache_in(folder);
  cache.store("key", "label", "value");
  const std::filesystem::path file = entries(folder.cache()).at(0);
  const std::filesystem::path elsewhere = folder.path() / "elsewhere";
  std::filesystem::rename(file, elsewhere);

  SECTION("a pipe without a writer") {
    REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    CHECK(found(cache, "key").empty());
    cache.store("key", "label", "value");
    CHECK(found(cache, "key") == "value");
  }
  SECTION("a symbolic link, even to an entry") {
    std::filesystem::create_symlink(elsewhere, file);
    CHECK(found(cache, "key").empty());
    cache.store("key", "label", "a newer value");
    CHECK(found(cache, "key") == "a newer value");
    CHECK(read(elsewhere).find("a newer value") == std::string::npos);
  }
  SECTION("a folder, which cannot be replaced by a file") {
    std::filesystem::create_directory(file);
    CHECK(found(cache, "key").empty());
    cache.store("key", "label", "value");
    cache.store("key", "label", "value");
    CHECK(found(cache, "key").empty());
    CHECK(unfinished(folder.cache()).empty());
    CHECK(reported_problems().size() == 1);
  }
}

TEST_CASE("a failure to create the folder is logged once", "[cache]") {
  const ScratchFolder folder;
  write(folder.path() / "file", "");
  const CodeCache cache({(folder.path() / "file" / "cache").string(), 1 << 20}, "this build");
  for (int i = 0; i < 3; ++i) {
    cache.store("key", "label", "value");
    CHECK(found(cache, "key").empty());
  }
  CHECK(reported_problems().size() == 1);
}

TEST_CASE("a process that cannot write files continues without storing", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = cache_in(folder);
  cache.store("key", "label", "value");
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit none{16, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &none) == 0);
  cache.store("other", "label", "another value");
  cache.store("another", "label", "another value");
  const std::string still_there = found(cache, "key");
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK(still_there == "value");
  CHECK(found(cache, "other").empty());
  CHECK(unfinished(folder.cache()).empty());
  CHECK(reported_problems().size() == 1);
}

TEST_CASE("a removed folder is created again", "[cache]") {
  const ScratchFolder folder;
  const CodeCache cache = cache_in(folder);
  cache.store("key", "label", "value");
  std::filesystem::remove_all(folder.cache());
  CHECK(found(cache, "key").empty());
  cache.store("key", "label", "value");
  CHECK(found(cache, "key") == "value");
  CHECK(reported_problems().empty());
}

TEST_CASE("entries are accessible to the user only, whatever the umask", "[cache]") {
  const ScratchFolder folder;
  const mode_t before = umask(0);
  cache_in(folder).store("key", "label", "value");
  umask(before);
  struct stat status{};
  REQUIRE(stat(folder.cache().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
  REQUIRE(stat(entries(folder.cache()).at(0).c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}
