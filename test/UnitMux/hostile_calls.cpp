/// @file
/// Calls of every entry point with what a program should not hand over: null, foreign and wrong
/// objects among valid ones, enumerators that are none, sizes at the edge of every range, lists
/// without lengths. Whatever comes, a call returns one of the codes that its statements name, a
/// failing one makes nothing, nothing crashes and nothing leaks; and what was recorded by the calls
/// that succeeded runs.

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

namespace {

/// What entry points answered at least once.
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
  // The calls are not so hostile that nothing gets through, but for those that are only made with
  // what is invalid.
  const std::set<std::string> never_valid = {"muxWait", "muxWaitAll", "muxFinalizeCommandBuffer",
                                             "muxResetCommandBuffer"};
  for (const std::string &entry_point : answers.failed) {
    CAPTURE(entry_point);
    CHECK(answers.succeeded.contains(entry_point) != never_valid.contains(entry_point));
  }
}

}  // namespace mux::test::hostile_calls
