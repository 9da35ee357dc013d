#define CATCH_CONFIG_RUNNER
#include "catch_session.h"

#include <catch2/catch.hpp>

#include <cstdlib>

namespace mux::test {

int run_catch(int argc, char **argv) {
  // What a test finds was made by what it tests. Tests of the cache say which one they mean.
  setenv("MUX_CACHE", "0", /*overwrite=*/0);
  return Catch::Session().run(argc, argv);
}

}  // namespace mux::test
