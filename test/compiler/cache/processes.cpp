// Processes share a cache, and may be killed at any time.

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

#include "compiler/cache/code_cache.h"
#include "compiler/cache/entry.h"
#include "scratch.h"

using namespace mux::compiler;
using namespace mux::test;

namespace {

constexpr int most_keys = 40;

/// Every process stores the same value under a key, as a compiler does; sizes differ widely.
std::string value_of(int key) {
  return std::string(static_cast<size_t>(key * key * 40), static_cast<char>('a' + key % 26)) +
         std::to_string(key);
}

/// Looks up and stores until it is killed; exits only for a wrong value.
[[noreturn]] void use_for_ever(const std::string &folder, unsigned seed) {
  const CodeCache cache({folder, uint64_t{1} << 20}, "this build");
  std::mt19937 random(seed);
  while (true) {
    const int key = static_cast<int>(random() % most_keys);
    std::string value;
    if (!cache.find(std::to_string(key), value)) {
      cache.store(std::to_string(key), "label", value_of(key));
    } else if (value != value_of(key)) {
      _exit(1);
    }
    // Pauses, because twenty busy processes would block each other.
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 500));
  }
}

}  // namespace

// Locks of sanitizers do not survive a fork of a process with several threads.
#if !defined(__SANITIZE_THREAD__)

TEST_CASE("processes killed at random never leave invalid entries", "[cache]") {
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const ScratchFolder folder;
  std::vector<pid_t> children(20, 0);
  for (int round = 0; round < 60; ++round) {
    pid_t &child = children[random() % children.size()];
    if (child != 0) {
      kill(child, SIGKILL);
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      // Killed by this process.
      REQUIRE(WIFSIGNALED(status));
    }
    const unsigned child_seed = random();
    child = fork();
    if (child == 0) {
      use_for_ever(folder.cache().string(), child_seed);
    }
    REQUIRE(child > 0);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 10000));
  }
  for (const pid_t child : children) {
    if (child != 0) {
      kill(child, SIGKILL);
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      REQUIRE(WIFSIGNALED(status));
    }
  }
  CHECK_FALSE(entries(folder.cache()).empty());
  for (const std::filesystem::path &file : entries(folder.cache())) {
    CacheEntry entry;
    CHECK(read_cache_entry(read(file), entry));
  }
}

#endif
