#include <tbb/global_control.h>

#include <cstdlib>
#include <thread>

#include "../catch_session.h"

int main(int argc, char *argv[]) {
  // oneTBB would start one thread fewer than there are cores; the tests need a worker for each
  // compute unit.
  const char *units = std::getenv("MUX_COMPUTE_UNITS");
  const size_t threads =
      (units ? std::strtoul(units, nullptr, 10) : std::thread::hardware_concurrency()) + 1;
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
  return mux::test::run_catch(argc, argv);
}
