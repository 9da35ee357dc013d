// The store of front halves: bounded, shared by programs, and used by any thread. Also part of
// UnitMuxThreads, for the thread sanitizer.

#include "compiler/program/front_halves.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace mux::compiler::test {
namespace {

constexpr uint64_t mebibyte = uint64_t{1} << 20;

class SizedFrontHalf final : public FrontHalf {
 public:
  SizedFrontHalf(uint64_t size, std::atomic<int> &alive) : size_(size), alive_(alive) { ++alive_; }
  ~SizedFrontHalf() override { --alive_; }
  uint64_t size() const override { return size_; }

 private:
  uint64_t size_;
  std::atomic<int> &alive_;
};

SharedFrontHalf of_size(uint64_t size, std::atomic<int> &alive) {
  return std::make_shared<const SizedFrontHalf>(size, alive);
}

std::string name(uint64_t number) {
  return "k" + std::to_string(number);
}

}  // namespace

TEST_CASE("front halves are kept by program and kernel, until the program ends", "[pipeline]") {
  std::atomic<int> alive{0};
  const FrontHalves::Counts before = FrontHalves::counts();
  {
    FrontHalves first;
    FrontHalves second;
    const SharedFrontHalf kept = of_size(100, alive);
    first.keep("k", kept);
    CHECK(first.find("k") == kept);
    CHECK(first.find("other") == nullptr);
    CHECK(second.find("k") == nullptr);
    // The first one stays.
    first.keep("k", of_size(200, alive));
    CHECK(first.find("k") == kept);
    second.keep("k", of_size(300, alive));
    CHECK(alive == 2);
    const FrontHalves::Counts counts = FrontHalves::counts();
    CHECK(counts.kept - before.kept == 2);
    CHECK(counts.used - before.used == 2);
    CHECK(counts.bytes - before.bytes == 400);
  }
  CHECK(alive == 0);
  CHECK(FrontHalves::counts().bytes == before.bytes);
}

TEST_CASE("the least recently used front halves are evicted beyond the limit", "[pipeline]") {
  std::atomic<int> alive{0};
  FrontHalves first;
  FrontHalves second;
  const uint64_t evicted = FrontHalves::counts().evicted;
  constexpr uint64_t count = max_front_half_bytes / mebibyte;
  first.keep("used", of_size(mebibyte, alive));
  for (uint64_t i = 0; i < 3 * count; ++i) {
    second.keep(name(i), of_size(mebibyte, alive));
    REQUIRE(FrontHalves::counts().bytes <= max_front_half_bytes);
    CHECK(first.find("used") != nullptr);
  }
  CHECK(alive <= static_cast<int>(count));
  CHECK(FrontHalves::counts().evicted - evicted >= 2 * count);
  CHECK(second.find(name(0)) == nullptr);
  CHECK(second.find(name(3 * count - 1)) != nullptr);
  // An evicted one may be kept again.
  second.keep(name(0), of_size(mebibyte, alive));
  CHECK(second.find(name(0)) != nullptr);
}

TEST_CASE("a front half larger than the limit is not kept and evicts nothing", "[pipeline]") {
  std::atomic<int> alive{0};
  FrontHalves program;
  program.keep("small", of_size(1, alive));
  program.keep("large", of_size(max_front_half_bytes + 1, alive));
  CHECK(program.find("large") == nullptr);
  CHECK(program.find("small") != nullptr);
  CHECK(alive == 1);
}

TEST_CASE("where memory runs out, nothing is kept and nothing is evicted", "[pipeline]") {
  class Failing final : public FrontHalf {
    uint64_t size() const override { throw std::bad_alloc(); }
  };
  std::atomic<int> alive{0};
  FrontHalves program;
  program.keep("kept", of_size(1, alive));
  const FrontHalves::Counts before = FrontHalves::counts();
  program.keep("k", std::make_shared<const Failing>());
  CHECK(program.find("k") == nullptr);
  CHECK(program.find("kept") != nullptr);
  CHECK(FrontHalves::counts().kept == before.kept);
  CHECK(FrontHalves::counts().bytes == before.bytes);
}

TEST_CASE("a front half in use outlives its eviction and its program", "[pipeline]") {
  std::atomic<int> alive{0};
  SharedFrontHalf used;
  {
    FrontHalves program;
    program.keep("k", of_size(1, alive));
    used = program.find("k");
  }
  REQUIRE(used != nullptr);
  CHECK(used->size() == 1);
  CHECK(alive == 1);
  used.reset();
  CHECK(alive == 0);
}

TEST_CASE("threads keep, use and drop front halves at once", "[pipeline][threads]") {
  std::atomic<int> alive{0};
  const FrontHalves::Counts before = FrontHalves::counts();
  {
    FrontHalves shared;
    std::atomic<int> failures{0};
    const auto work = [&](uint64_t seed) {
      for (uint64_t i = 0; i < 2000; ++i) {
        const std::string kernel = name((i * 7 + seed) % 40);
        if (const SharedFrontHalf found = shared.find(kernel)) {
          failures += found->size() == mebibyte ? 0 : 1;
        } else {
          shared.keep(kernel, of_size(mebibyte, alive));
        }
        FrontHalves own;
        own.keep(kernel, of_size(mebibyte / 2, alive));
        own.find(kernel);
      }
    };
    std::vector<std::thread> threads;
    for (uint64_t i = 0; i < 4; ++i) {
      threads.emplace_back(work, i);
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    CHECK(failures == 0);
    CHECK(FrontHalves::counts().bytes <= max_front_half_bytes);
  }
  CHECK(alive == 0);
  CHECK(FrontHalves::counts().bytes == before.bytes);
}

TEST_CASE("a forked child uses front halves while the parent's threads did",
          "[pipeline][threads]") {
  std::atomic<int> alive{0};
  std::atomic<bool> stop{false};
  FrontHalves program;
  program.keep("k", of_size(1, alive));
  std::thread other([&] {
    while (!stop) {
      program.find("k");
    }
  });
  int failures = 0;
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(program.find("k") == nullptr ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    failures += status == 0 ? 0 : 1;
  }
  stop = true;
  other.join();
  CHECK(failures == 0);
}

}  // namespace mux::compiler::test
