// Damaged modules do not crash the process.

#include <catch2/catch.hpp>

#include <cstdlib>
#include <iostream>
#include <random>

#include "compile.h"
#include "modules.h"

using namespace mux::test;

namespace {

/// Requires that the module compiles or is rejected with a reason.
void require_answer(const std::vector<uint32_t> &words, const std::string &options = "") {
  const CompileResult result = compile(bytes_of(words), options);
  REQUIRE((result.result == mux_success || result.result == mux_error_failure));
  if (result.result == mux_error_failure) {
    REQUIRE(contains(result.log, "error: "));
  }
}

size_t flips() {
  const char *count = std::getenv("MUX_TEST_FLIPS");
  return count == nullptr ? 60 : static_cast<size_t>(std::atoll(count));
}

constexpr const char *all_modules[] = {
    "vector_add", "arithmetic", "vectors", "functions", "local_memory", "atomics", "groups",
    "generic",    "sub_groups", "events",  "memory",    "specialized",  "lines"};

}  // namespace

TEST_CASE("a truncated module is rejected or compiles", "[muxCompile]") {
  const std::vector<uint32_t> words = words_of(read_module("local_memory"));
  for (size_t length = 1; length < words.size(); ++length) {
    INFO(length << " words");
    require_answer({words.begin(), words.begin() + static_cast<ptrdiff_t>(length)});
  }
}

TEST_CASE("a module with a partial word is rejected", "[muxCompile]") {
  std::string module = read_module("vector_add");
  module.pop_back();
  REQUIRE(contains(compile(module).log, "no multiple of 4"));
}

TEST_CASE("a module with random words is rejected or compiles", "[muxCompile]") {
  const uint32_t seed = std::random_device()();
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  for (const char *name : all_modules) {
    const std::vector<uint32_t> words = words_of(read_module(name));
    for (size_t i = 0; i < flips(); ++i) {
      std::vector<uint32_t> damaged = words;
      const size_t place = 5 + random() % (words.size() - 5);
      switch (random() % 4) {
        case 0:
          damaged[place] ^= 1u << random() % 32;
          break;
        case 1:
          damaged[place] = random() % words[3];
          break;
        case 2:
          damaged[place] = words[5 + random() % (words.size() - 5)];
          break;
        default:
          damaged[place] = static_cast<uint32_t>(random());
          break;
      }
      INFO(name << ", seed " << seed << ", word " << place << " is " << damaged[place]);
      // With lines more code is exercised.
      require_answer(damaged, "-g");
    }
  }
}
