// The main function of UnitMux. With more workers than processors (MUX_COMPUTE_UNITS) oneTBB has to
// be allowed to make threads for them; the library leaves that to the program.

#define CATCH_CONFIG_RUNNER
#include <tbb/global_control.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <thread>

int main(int argc, char **argv) {
  size_t threads = std::max(std::thread::hardware_concurrency(), 1U);
  if (const char *units = std::getenv("MUX_COMPUTE_UNITS")) {
    threads = std::max(threads, static_cast<size_t>(std::strtoul(units, nullptr, 10)));
  }
  // One more: the thread of the test counts as one of oneTBB's.
  const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism, threads + 1);
  return Catch::Session().run(argc, argv);
}
