#include "muxbench/workload.h"

#include <algorithm>
#include <thread>

namespace mux::bench {

[[gnu::target("fma")]] float spin(float value) {
  for (int i = 0; i < 17500; ++i) {
    value = __builtin_fmaf(value, 0.999F, 0.001F);
  }
  return value;
}

void spread(std::span<float> data, size_t stride) {
  for (size_t row = 0; row * stride < data.size(); ++row) {
    data[row * stride] = static_cast<float>(row);
  }
}

void gather(std::span<float> data, size_t stride) {
  float sum = 0;
  for (size_t row = 0; row * stride < data.size(); ++row) {
    sum += data[row * stride];
  }
  data[0] = sum;
}

MuxSetup::MuxSetup()
    : queue(device.queue()), executable(device, Compilation(kernel_source).binary()) {}

std::shared_ptr<tbb::task_arena> make_arena() {
  // One slot is for the calling thread, which uses it in execute(), and otherwise waits outside,
  // like a program that has only enqueued. The other slots match oneTBB's number of workers,
  // because it prints a warning for more.
  auto arena = std::make_shared<tbb::task_arena>(
      static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U)), 1);
  arena->initialize();
  return arena;
}

}  // namespace mux::bench
