// Creates the arrays of workloads. Random contents are the same in every run of the program.
#pragma once

#include <random>

#include "muxbench/kernels.h"

namespace mux::bench {

// Numbers in [low, high).
inline float random_float(std::mt19937 &random, float low, float high) {
  const float fraction = static_cast<float>(random() >> 8) * 0x1p-24F;
  return low + (high - low) * fraction;
}

inline Array input_floats(size_t count, float low, float high, unsigned seed) {
  Array array{Element::float32, HostMemory(count * sizeof(float)), std::nullopt};
  std::mt19937 random(seed);
  for (float &value : array.initial.as<float>()) {
    value = random_float(random, low, high);
  }
  return array;
}

inline Array output_array(Element element, size_t count, const Tolerance &tolerance) {
  const size_t size = element == Element::uint8 ? 1 : sizeof(float);
  return {element, HostMemory(count * size), tolerance};
}

// An array of the workload, as an argument of the hand-written kernel.
template <class Value>
Value *array_at(std::span<std::byte *const> arrays, size_t index) {
  return reinterpret_cast<Value *>(arrays[index]);
}

}  // namespace mux::bench
