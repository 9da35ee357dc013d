/// @file
/// Calls of every entry point with invalid arguments: NULL, foreign and wrong objects among valid
/// ones, unknown enumerators, sizes at the limits of every range, inconsistent lists. A call must
/// return one of the codes that its statements name, a failing call must not create anything,
/// nothing may crash or leak; and the commands recorded by successful calls must run.

#include <catch2/catch.hpp>
#include <cstdlib>
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

/// Entry points that never succeeded, except those that are only called with invalid arguments,
/// which must not.
std::set<std::string> wrong_entry_points(const Answers &answers) {
  const std::set<std::string> never_valid = {"muxWait", "muxWaitAll", "muxFinalizeCommandBuffer",
                                             "muxResetCommandBuffer"};
  std::set<std::string> wrong;
  for (const std::string &entry_point : answers.failed) {
    if (answers.succeeded.contains(entry_point) == never_valid.contains(entry_point)) {
      wrong.insert(entry_point);
    }
  }
  return wrong;
}

/// Calls with one seed: MUX_TEST_CALLS, or so many that a seed takes seconds.
int calls_of_round() {
  const char *const text = std::getenv("MUX_TEST_CALLS");
  return text != nullptr ? static_cast<int>(std::strtol(text, nullptr, 10)) : 120000;
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
  constexpr int calls_on_a_page = 60;
  Answers answers;
  // All entry points must also succeed sometimes, some of which seldom do.
  for (uint32_t round = 0; round < 8 && (round < 2 || !wrong_entry_points(answers).empty());
       ++round) {
    call_at_random(seed + round, calls_of_round() / calls_on_a_page, calls_on_a_page, answers);
  }
  const std::set<std::string> wrong = wrong_entry_points(answers);
  CAPTURE(wrong);
  CHECK(wrong.empty());
}

}  // namespace mux::test::hostile_calls
