/// @file
/// Kernels of the tests, written in C++ against the kernel contract. Every executable has all of
/// them, whatever its binary.
///
/// name         arguments                      effect
/// increment    int *data                      data[i] += 1 for each work-item
/// count        std::atomic<uint64_t> *total   adds the number of work-items
/// meet         Meeting *meeting               each work-group waits for others, see Meeting
/// crowd        Crowd *crowd                   each work-group runs for a while, see Crowd
/// meet_in      void *own, Meeting *meeting    like meet; declares that it only accesses `own`
/// status       int value                      returns the value from its last work-group
/// deep         uint64_t *out                  out[group] = deep_sum(), which uses
///                                             `deep_stack_bytes` of stack
/// environment  uint32_t *out                  out[group] = the float control register
/// local        local uint *l, uint *out       fills local memory and its surroundings, and adds
///                                             it up
///
/// The others have MixSettings as their last argument, and declare their accesses, except stir:
/// mix          uchar *source, *destination    mix_bytes() of one byte for each work-item; one
///                                             work-group only
/// stamp        uchar *destination             stamp_byte() for each work-item
/// stir         ulong memory                   stir_bytes() of `stirred_size` bytes of memory at
///                                             an undeclared address; one work-group only

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>

namespace mux::test {

struct MixSettings {
  uint32_t salt;
  /// Rounds of an empty loop before the work.
  uint32_t delay;
};

/// Whatever order of two calls on memory they share gives other bytes.
inline void mix_bytes(const unsigned char *source, unsigned char *destination, uint64_t size,
                      uint32_t salt) {
  for (uint64_t index = 0; index < size; ++index) {
    destination[index] =
        static_cast<unsigned char>(destination[index] * 5 + source[index] * 3 + salt + index);
  }
}

/// Writes without reading.
inline void stamp_byte(unsigned char *destination, uint64_t index, uint32_t salt) {
  if ((index + salt) % 3 != 0) {
    destination[index] = static_cast<unsigned char>(index * 7 + salt);
  }
}

inline constexpr uint64_t stirred_size = 4096;

inline constexpr uint64_t deep_stack_bytes = 1536 * 1024;

constexpr uint64_t deep_sum() {
  uint64_t sum = 0;
  for (uint64_t index = 0; index < deep_stack_bytes; index += 64) {
    sum += index % 256;
  }
  return sum;
}

inline void stir_bytes(unsigned char *memory, uint64_t size, uint32_t salt) {
  unsigned char carry = static_cast<unsigned char>(salt);
  for (uint64_t index = 0; index < size; ++index) {
    carry = memory[index] = static_cast<unsigned char>(memory[index] * 3 + carry);
  }
}

/// Work-groups of the kernel "meet" enter and stay until `wanted` threads have entered, or the time
/// is up. Shows how many threads run at the same time.
struct Meeting {
  size_t wanted = 1;
  std::mutex mutex;
  std::set<std::thread::id> present;
  std::atomic<size_t> met{0};
};

/// Counts the threads that are in work-groups of the kernel "crowd" at the same time.
struct Crowd {
  std::atomic<uint32_t> present{0};
  std::atomic<uint32_t> most{0};
};

}  // namespace mux::test
