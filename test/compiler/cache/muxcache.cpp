// muxcache: lists, verifies and clears the cache.

#include <catch2/catch.hpp>

#include "starts.h"

using namespace mux::test;

namespace {

ProcessResult muxcache(const ScratchFolder &folder, const std::vector<std::string> &arguments) {
  std::vector<std::string> command = {MUX_TEST_MUXCACHE};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return start(folder, command);
}

bool says(const ProcessResult &result, const std::string &text) {
  return result.output.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("muxcache lists, verifies and clears entries", "[muxcache]") {
  const ScratchFolder folder;
  REQUIRE(start_fill(folder, write_fill(folder, "1")).exit_code == 0);
  forget_uses(folder);

  const ProcessResult list = muxcache(folder, {"list"});
  INFO(list.output);
  CHECK(list.exit_code == 0);
  CHECK(says(list, "4 days  kernel fill"));
  CHECK(says(list, "4 days  source " + (folder.path() / "fill.cl").string()));
  CHECK(says(list, "4 entries, "));
  CHECK(says(list, folder.cache().string()));
  // Listing does not count as use.
  CHECK(used_labels(folder).empty());
  CHECK(muxcache(folder, {"verify"}).exit_code == 0);

  const std::filesystem::path damaged = entries(folder.cache()).at(1);
  write(damaged, read(damaged) + " ");
  const ProcessResult verify = muxcache(folder, {"verify"});
  CHECK(verify.exit_code == 1);
  CHECK(says(verify, damaged.filename().string() + ": damaged"));

  write(folder.cache() / "letter.txt", "not the cache's");
  const ProcessResult clear = muxcache(folder, {"clear"});
  CHECK(clear.exit_code == 0);
  CHECK(says(clear, "removed 4 entries"));
  CHECK(entries(folder.cache()).empty());
  CHECK(read(folder.cache() / "letter.txt") == "not the cache's");
  CHECK(says(muxcache(folder, {"list"}), "0 entries"));
}

TEST_CASE("muxcache accepts a folder, and reports errors", "[muxcache]") {
  const ScratchFolder folder;
  REQUIRE(start_fill(folder, write_fill(folder, "1")).exit_code == 0);
  const ScratchFolder other;
  CHECK(says(muxcache(other, {"list"}), "no such folder: " + other.cache().string()));
  CHECK(says(muxcache(other, {"--directory", folder.cache().string(), "list"}), "4 entries"));
  CHECK(muxcache(folder, {}).exit_code == 2);
  CHECK(muxcache(folder, {"polish"}).exit_code == 2);
  std::filesystem::permissions(folder.cache(), std::filesystem::perms::all);
  const ProcessResult refused = muxcache(folder, {"clear"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.errors.find("writable by another user") != std::string::npos);
  CHECK(entries(folder.cache()).size() == 4);
}
