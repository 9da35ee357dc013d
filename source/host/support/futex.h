/// @file
/// Sleeping until a 32-bit word changes.
///
/// Any thread may call these; nothing allocates. They are made for words whose memory may be freed
/// the moment they change: a waker first changes the word and then wakes by address alone, without
/// reading the memory again. A wake-up that hits unrelated memory at the same address is spurious,
/// and everyone who sleeps here looks at the word again.
#pragma once

#include <cstdint>

#include "host/support/atomic.h"

namespace mux::host {

/// Time in nanoseconds that never goes back.
uint64_t monotonic_time();

/// Sleeps while `word` holds `expected`. May return early for no reason.
void futex_wait(const Atomic<uint32_t> &word, uint32_t expected);

/// The same, until monotonic_time() reaches `deadline`. Returns false when it has.
bool futex_wait_until(const Atomic<uint32_t> &word, uint32_t expected, uint64_t deadline);

/// Wake one thread, or all, that sleep on the word at this address. The memory is not read.
void futex_wake_one(const Atomic<uint32_t> *word);
void futex_wake_all(const Atomic<uint32_t> *word);

/// Tells the processor that this is a spin loop.
void spin_pause();

}  // namespace mux::host
