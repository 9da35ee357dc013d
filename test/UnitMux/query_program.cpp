#include "query_program.h"

#include <spawn.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <string>

extern char **environ;

namespace mux::test {

void run_query_program(const char *situation) {
  std::string program = MUX_TEST_QUERY_COUNTERS;
  std::string argument = situation;
  char *arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environ) == 0);
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CAPTURE(situation);
  // The program prints errors on standard error.
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace mux::test
