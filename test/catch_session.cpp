#define CATCH_CONFIG_RUNNER
#include "catch_session.h"

#include <catch2/catch.hpp>

namespace mux::test {

int run_catch(int argc, char **argv) {
  return Catch::Session().run(argc, argv);
}

}  // namespace mux::test
