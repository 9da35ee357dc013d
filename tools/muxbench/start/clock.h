// Timer of consecutive stages.
#pragma once

#include <chrono>

namespace mux::bench {

class StageClock {
 public:
  // Nanoseconds since the last call, or since construction.
  double lap() {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double, std::nano> passed = now - last_;
    last_ = now;
    return passed.count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

}  // namespace mux::bench
