// Entries and folders that others could have written.

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "compiler/cache/code_cache.h"
#include "scratch.h"

using namespace mux::compiler;
using namespace mux::test;

namespace {

constexpr uid_t somebody_else = 65534;

struct Cache {
  ScratchFolder folder;
  CodeCache code{{folder.cache().string(), uint64_t{64} << 20}, "this build"};

  Cache() { code.store("key", "label", "value"); }
  bool finds() const {
    std::string value;
    return code.find("key", value);
  }
  std::filesystem::path entry() const { return entries(folder.cache()).at(0); }
};

}  // namespace

TEST_CASE("a folder writable by others is not used, and reported once", "[cache]") {
  const Cache cache;
  for (const mode_t mode : {0720, 0702, 0777, 01777}) {
    REQUIRE(chmod(cache.folder.cache().c_str(), mode) == 0);
    CHECK_FALSE(cache.finds());
    cache.code.store("other", "label", "value");
    CHECK(entries(cache.folder.cache()).size() == 1);
  }
  CHECK(reported_problems().size() == 1);
  for (const mode_t mode : {0700, 0755}) {
    REQUIRE(chmod(cache.folder.cache().c_str(), mode) == 0);
    CHECK(cache.finds());
  }
}

TEST_CASE("an entry writable by others is not used, and replaced", "[cache]") {
  const Cache cache;
  for (const mode_t mode : {0620, 0602}) {
    REQUIRE(chmod(cache.entry().c_str(), mode) == 0);
    CHECK_FALSE(cache.finds());
    cache.code.store("key", "label", "value");
    CHECK(cache.finds());
  }
  REQUIRE(chmod(cache.entry().c_str(), 0644) == 0);
  CHECK(cache.finds());
}

TEST_CASE("entries of another owner are not used", "[cache]") {
  const Cache cache;
  if (chown(cache.entry().c_str(), somebody_else, gid_t(-1)) != 0) {
    WARN("only the superuser can give files away: not tested");
    return;
  }
  CHECK_FALSE(cache.finds());
  cache.code.store("key", "label", "value");
  CHECK(cache.finds());
  REQUIRE(chown(cache.folder.cache().c_str(), somebody_else, gid_t(-1)) == 0);
  CHECK_FALSE(cache.finds());
}

TEST_CASE("a symbolic link is not accepted as the cache folder", "[cache]") {
  const Cache cache;
  const std::filesystem::path link = cache.folder.path() / "link";
  std::filesystem::create_symlink(cache.folder.cache(), link);
  for (const std::string &path : {link.string(), link.string() + "/"}) {
    const CodeCache by_link({path, uint64_t{64} << 20}, "this build");
    std::string value;
    CHECK_FALSE(by_link.find("key", value));
    CHECK(reported_problems().size() == 1);
  }
}
