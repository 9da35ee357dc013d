#define CATCH_CONFIG_RUNNER
#include "catch_session.h"

#include <catch2/catch.hpp>

#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)

#include <unistd.h>

namespace {

const pid_t own_process = getpid();

}  // namespace

// In a forked child the stacks of the parent's other threads are not searched, so objects they own
// look leaked. In this file, because the linker always includes it.
extern "C" int __lsan_is_turned_off();
extern "C" int __lsan_is_turned_off() {
  return getpid() != own_process ? 1 : 0;
}

#endif
#endif

namespace mux::test {

int run_catch(int argc, char **argv) {
  // Tests must not use code compiled by earlier builds. Tests of the cache override this.
  setenv("MUX_CACHE", "0", /*overwrite=*/0);
  return Catch::Session().run(argc, argv);
}

}  // namespace mux::test
