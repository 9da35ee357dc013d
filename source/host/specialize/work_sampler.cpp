#include "host/specialize/work_sampler.h"

namespace mux::host {

// Linear congruential generator of Numerical Recipes; its upper bits are random enough.
bool WorkSampler::is_sample(uint32_t calls) noexcept {
  if (calls == 1) {
    return true;
  }
  thread_local uint32_t random = 0;
  if (random == 0) {
    random = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&random) >> 6);
  }
  random = random * 1664525 + 1013904223;
  return random < UINT32_MAX / calls;
}

}  // namespace mux::host
