/// @file
/// Futexes: sleeping until a 32-bit word changes.
///
/// Thread-safe; nothing allocates. Supports words whose memory may be freed as soon as they change:
/// the waking thread changes the word and then wakes by address only, without reading memory. A
/// wake-up of unrelated memory at the same address is spurious; all callers check the word again.
#pragma once

#include <cstdint>

#include "host/support/atomic.h"

namespace mux::host {

/// Monotonic time in nanoseconds.
uint64_t monotonic_time();

/// Sleeps while `word` is `expected`. May wake up spuriously.
void futex_wait(const Atomic<uint32_t> &word, uint32_t expected);

/// The same, until monotonic_time() reaches `deadline`. Returns false when it has.
bool futex_wait_until(const Atomic<uint32_t> &word, uint32_t expected, uint64_t deadline);

/// Wake one thread, or all, that sleep on the word at this address. Do not access the memory.
void futex_wake_one(const Atomic<uint32_t> *word);
void futex_wake_all(const Atomic<uint32_t> *word);

/// Hints to the processor that this is a spin loop.
void spin_pause();

}  // namespace mux::host
