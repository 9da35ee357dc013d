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

// In a forked child the stacks of the parent's other threads are not searched, so whatever these
// hold looks leaked. In this file, because nothing else makes the linker take it.
extern "C" int __lsan_is_turned_off();
extern "C" int __lsan_is_turned_off() {
  return getpid() != own_process ? 1 : 0;
}

#endif
#endif

namespace mux::test {

int run_catch(int argc, char **argv) {
  // What a test finds was made by what it tests. Tests of the cache say which one they mean.
  setenv("MUX_CACHE", "0", /*overwrite=*/0);
  return Catch::Session().run(argc, argv);
}

}  // namespace mux::test
