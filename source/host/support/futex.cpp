#include "host/support/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

namespace mux::host {
namespace {

constexpr uint64_t nanoseconds_per_second = 1'000'000'000;

}  // namespace

uint64_t monotonic_time() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * nanoseconds_per_second +
         static_cast<uint64_t>(now.tv_nsec);
}

void futex_wait(const Atomic<uint32_t> &word, uint32_t expected) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

bool futex_wait_until(const Atomic<uint32_t> &word, uint32_t expected, uint64_t deadline) {
  const timespec until{static_cast<time_t>(deadline / nanoseconds_per_second),
                       static_cast<long>(deadline % nanoseconds_per_second)};
  // FUTEX_WAIT_BITSET takes an absolute time of the monotonic clock.
  return syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected, &until, nullptr,
                 FUTEX_BITSET_MATCH_ANY) == 0 ||
         errno != ETIMEDOUT;
}

void futex_wake_one(const Atomic<uint32_t> *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

void futex_wake_all(const Atomic<uint32_t> *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace mux::host
