/// @file
/// Input values for integer functions and conversions.

#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace mux::compiler::test {

/// Numbers around the limits of all types and powers of two, then random ones of all magnitudes.
template <typename T>
std::vector<T> integer_inputs(std::mt19937_64 &random, size_t count) {
  std::vector<T> inputs = {0, 1, static_cast<T>(-1), std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::max()};
  for (int shift = 1; shift < static_cast<int>(sizeof(T) * 8); ++shift) {
    const auto power = static_cast<T>(uint64_t{1} << shift);
    for (const int offset : {-1, 0, 1}) {
      inputs.push_back(
          static_cast<T>(static_cast<uint64_t>(power) + static_cast<uint64_t>(offset)));
      inputs.push_back(static_cast<T>(0 - static_cast<uint64_t>(inputs.back())));
    }
  }
  while (inputs.size() < count) {
    const uint64_t bits = random();
    const auto number = static_cast<T>(bits >> (random() % (sizeof(T) * 8)));
    inputs.push_back(random() % 2 != 0 ? number
                                       : static_cast<T>(0 - static_cast<uint64_t>(number)));
  }
  inputs.resize(count);
  return inputs;
}

}  // namespace mux::compiler::test
