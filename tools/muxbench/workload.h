// Common parts of the rows: the kernels in OpenCL C, a Mux device with the kernels, and oneTBB's
// arena.
#pragma once

#include <benchmark/benchmark.h>
#include <tbb/task_arena.h>

#include <memory>
#include <mux/mux.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace mux::bench {

// tiny: adds 1 to one integer. spin: about 20 us of arithmetic on one float. spread and gather:
// write and sum one float in each of several rows. scale: multiplies floats, limited by memory
// bandwidth.
inline constexpr char kernel_source[] = R"(
kernel void tiny(global int *data) { data[get_global_id(0)] += 1; }

kernel void spin(global float *data) {
  float value = data[get_global_id(0)];
  for (int i = 0; i < 17500; ++i) {
    value = fma(value, 0.999f, 0.001f);
  }
  data[get_global_id(0)] = value;
}

kernel void spread(global float *data, uint stride) {
  const size_t row = get_global_id(0);
  data[row * stride] = row;
}

kernel void gather(global float *data, uint stride, uint rows) {
  float sum = 0;
  for (uint row = 0; row < rows; ++row) {
    sum += data[row * stride];
  }
  data[0] = sum;
}

kernel void scale(global const float *source, global float *destination) {
  const size_t i = get_global_id(0);
  destination[i] = source[i] * 1.5f;
}
)";

// The kernels in C++.
float spin(float value);
void spread(std::span<float> data, size_t stride);
void gather(std::span<float> data, size_t stride);

// A device with the kernels.
struct MuxSetup {
  MuxSetup();

  Kernel kernel(std::string_view name) const { return Kernel(executable, name); }

  Device device;
  Queue queue;
  Executable executable;
};

// A benchmark body that calls `work` in each iteration.
template <typename Work>
auto repeated(const Work &work) {
  return [work](benchmark::State &state) mutable {
    for (auto _ : state) {
      work();
    }
  };
}

// The arena of the oneTBB yardsticks, with as many threads as the machine.
std::shared_ptr<tbb::task_arena> make_arena();

}  // namespace mux::bench
