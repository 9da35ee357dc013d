/// @file
/// Kernels of the tests, written in C++ against the kernel contract. Every executable has all of
/// them, whatever its binary.
///
/// name         arguments                      what it does
/// increment    int *data                      data[i] += 1 for each work-item
/// count        std::atomic<uint64_t> *total   adds the number of work-items
/// meet         Meeting *meeting               each work-group waits for others, see Meeting
/// status       int value                      returns the value from its last work-group
/// environment  uint32_t *out                  out[group] = the float control register
/// local        local uint *l, uint *out       fills local memory and what lies around it, sums it
/// up

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>

namespace mux::test {

/// Work-groups of the kernel "meet" enter and stay until `wanted` threads have entered, or the time
/// is up. Shows how many threads run at the same time.
struct Meeting {
  size_t wanted = 1;
  std::mutex mutex;
  std::set<std::thread::id> present;
  std::atomic<size_t> met{0};
};

}  // namespace mux::test
