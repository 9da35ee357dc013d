/// @file
/// Platform-independent random numbers: a seed identifies a kernel on every machine.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace mux::random_kernels {

/// Not thread-safe.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    // SplitMix64: adjacent seeds have unrelated sequences.
    state_ += 0x9e3779b97f4a7c15;
    uint64_t bits = state_;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  /// Less than `end`, which must not be 0.
  unsigned below(unsigned end) { return static_cast<unsigned>((next() >> 32) % end); }
  /// `first` to `last`, both included.
  unsigned between(unsigned first, unsigned last) { return first + below(last - first + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<unsigned>(choices.size()))];
  }
  template <class T>
  const T &pick(const std::vector<T> &choices) {
    return choices[below(static_cast<unsigned>(choices.size()))];
  }

 private:
  uint64_t state_;
};

}  // namespace mux::random_kernels
