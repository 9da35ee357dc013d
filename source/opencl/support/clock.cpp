#include "opencl/support/clock.h"

#include <time.h>

namespace mux::opencl {

cl_ulong now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<cl_ulong>(time.tv_sec) * 1'000'000'000 + static_cast<cl_ulong>(time.tv_nsec);
}

}  // namespace mux::opencl
