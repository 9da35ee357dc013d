/// @file
/// The atomics that threads hand work over with. Normally they are std::atomic itself. In a stress
/// build (MUX_STRESS) each operation may first and afterwards give the processor to another thread,
/// so that interleavings which a few cores rarely produce come up all the time.
///
/// Any thread may call; nothing can fail. After an operation its object may be gone, so a stress
/// build touches nothing of it then. An operation always names its memory order.
#pragma once

#include <atomic>

#ifdef MUX_STRESS
#include <sched.h>

#include <cstdint>
#include <type_traits>
#endif

namespace mux::host {

#ifdef MUX_STRESS

/// Lets others go first, about every eighth time: mostly for a few hundred cycles, sometimes for as
/// long as the system likes.
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

/// Lives around an operation.
struct Disturbance {
  Disturbance() { disturb(); }
  ~Disturbance() { disturb(); }
};

/// std::atomic or std::atomic_ref, with disturbances around each operation.
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

/// Threads sleep on its address.
static_assert(sizeof(Atomic<uint32_t>) == sizeof(uint32_t));
static_assert(std::is_standard_layout_v<Atomic<uint32_t>>);

#else

template <typename T>
using Atomic = std::atomic<T>;
template <typename T>
using AtomicRef = std::atomic_ref<T>;

#endif

/// An object that is atomic in some places only.
template <typename T>
AtomicRef<T> atomic_ref(T &object) {
  return AtomicRef<T>(object);
}

}  // namespace mux::host
