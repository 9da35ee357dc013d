/// @file
/// Atomics for synchronization. Normally std::atomic. In a stress build (MUX_STRESS) each operation
/// may yield the processor before and after it, to provoke rare interleavings.
///
/// Thread-safe; cannot fail. The object may be destroyed right after an operation, so the stress
/// build does not access it then. Operations always state their memory order.
#pragma once

#include <atomic>

#ifdef MUX_STRESS
#include <sched.h>

#include <cstdint>
#include <type_traits>
#endif

namespace mux::host {

#ifdef MUX_STRESS

/// Delays the thread about every eighth time: mostly for a few hundred cycles, sometimes by
/// yielding.
inline void disturb() {
  thread_local uint32_t random =
      static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&random) >> 4) | 1;
  random ^= random << 13;
  random ^= random >> 17;
  random ^= random << 5;
  const uint32_t choice = random >> 24;
  if (choice < 8) {
    sched_yield();
  } else if (choice < 32) {
    for (uint32_t spin = random & 255; spin != 0; --spin) {
      asm volatile("");
    }
  }
}

/// Delays before and after an operation.
struct Disturbance {
  Disturbance() { disturb(); }
  ~Disturbance() { disturb(); }
};

/// std::atomic or std::atomic_ref with delays around each operation.
template <typename T, typename Base>
class Disturbed : private Base {
 public:
  using Base::Base;

  T load(std::memory_order order) const {
    const Disturbance disturbance;
    return Base::load(order);
  }
  void store(T value, std::memory_order order) {
    const Disturbance disturbance;
    Base::store(value, order);
  }
  T exchange(T value, std::memory_order order) {
    const Disturbance disturbance;
    return Base::exchange(value, order);
  }
  bool compare_exchange_strong(T &expected, T value, std::memory_order order) {
    const Disturbance disturbance;
    return Base::compare_exchange_strong(expected, value, order);
  }
  bool compare_exchange_strong(T &expected, T value, std::memory_order success,
                               std::memory_order failure) {
    const Disturbance disturbance;
    return Base::compare_exchange_strong(expected, value, success, failure);
  }
  bool compare_exchange_weak(T &expected, T value, std::memory_order order) {
    const Disturbance disturbance;
    return Base::compare_exchange_weak(expected, value, order);
  }
  bool compare_exchange_weak(T &expected, T value, std::memory_order success,
                             std::memory_order failure) {
    const Disturbance disturbance;
    return Base::compare_exchange_weak(expected, value, success, failure);
  }
  T fetch_add(T value, std::memory_order order) {
    const Disturbance disturbance;
    return Base::fetch_add(value, order);
  }
  T fetch_sub(T value, std::memory_order order) {
    const Disturbance disturbance;
    return Base::fetch_sub(value, order);
  }
  T fetch_and(T value, std::memory_order order) {
    const Disturbance disturbance;
    return Base::fetch_and(value, order);
  }
  T fetch_or(T value, std::memory_order order) {
    const Disturbance disturbance;
    return Base::fetch_or(value, order);
  }
};

template <typename T>
using Atomic = Disturbed<T, std::atomic<T>>;
template <typename T>
using AtomicRef = Disturbed<T, std::atomic_ref<T>>;

/// Atomics are used as futex words.
static_assert(sizeof(Atomic<uint32_t>) == sizeof(uint32_t));
static_assert(std::is_standard_layout_v<Atomic<uint32_t>>);

#else

template <typename T>
using Atomic = std::atomic<T>;
template <typename T>
using AtomicRef = std::atomic_ref<T>;

#endif

/// Atomic access to an object that is not always atomic.
template <typename T>
AtomicRef<T> atomic_ref(T &object) {
  return AtomicRef<T>(object);
}

}  // namespace mux::host
