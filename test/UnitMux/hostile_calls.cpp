/// @file
/// Calls of every entry point with invalid arguments: NULL, foreign and wrong objects among valid
/// ones, unknown enumerators, sizes at the limits of every range, inconsistent lists. A call must
/// return one of the codes that its statements name, a failing call must not create anything,
/// nothing may crash or leak; and the commands recorded by successful calls must run.

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

namespace {

/// Entry points by their results.
struct Answers {
  std::set<std::string> succeeded;
  std::set<std::string> failed;
};

void call_at_random(uint32_t seed, int pages, int calls_on_a_page, Answers &answers) {
  CAPTURE(seed);
  HostileCalls hostile(seed);
  for (int page = 0; page < pages; ++page) {
    for (int i = 0; i < calls_on_a_page; ++i) {
      hostile.call();
    }
    CAPTURE(page);
    CHECK(hostile.turn_the_page() == mux_success);
  }
  answers.succeeded.merge(hostile.succeeded);
  answers.failed.merge(hostile.failed);
}

}  // namespace

TEST_CASE("hostile calls: at random", "[hostile_calls]") {
  const uint32_t seed = random_seed();
  Answers answers;
  for (uint32_t round = 0; round < 4; ++round) {
    call_at_random(seed + round, 100, 50, answers);
  }
  CHECK(answers.failed.size() > 50);
}

TEST_CASE("hostile calls: many at random", "[hostile_calls][slow]") {
  const uint32_t seed = random_seed();
  Answers answers;
  for (uint32_t round = 0; round < 8; ++round) {
    call_at_random(seed + round, 2000, 60, answers);
  }
  // All entry points must also succeed sometimes, except those that are only called with invalid
  // arguments.
  const std::set<std::string> never_valid = {"muxWait", "muxWaitAll", "muxFinalizeCommandBuffer",
                                             "muxResetCommandBuffer"};
  for (const std::string &entry_point : answers.failed) {
    CAPTURE(entry_point);
    CHECK(answers.succeeded.contains(entry_point) != never_valid.contains(entry_point));
  }
}

}  // namespace mux::test::hostile_calls
