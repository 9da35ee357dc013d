// A fence: one word that a run signals when it is complete, and on which threads sleep.
//
// Any thread may look at a fence. Signalling writes the word once and then wakes by address, so a
// thread that sees the signal may destroy the fence at once.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/allocator.h"
#include "host/schedule/atomic.h"

namespace mux::host {

class Device;
class Run;

class Fence : public mux_fence_s {
 public:
  enum class State : uint32_t { pending = 0, signalled = 1, failed = 2 };

  Fence(Device &device, const Allocator &allocator) noexcept;

  // Acquires everything the run did before it signalled.
  State state() const { return state_of(word_.load(std::memory_order_acquire)); }
  void reset();

  // Called with the scheduler's lock held. Returns whether threads sleep on `wait_address()`.
  bool signal(State state);
  // Lets sleepers that help look for work again. Called with the scheduler's lock held, while the
  // run is not complete. Returns whether threads sleep on `wait_address()`.
  bool call_helpers();
  const Atomic<uint32_t> &wait_address() const { return word_; }

  // To sleep, a thread observes the word, announces itself, looks once more at what it waits for,
  // and sleeps until the word is no longer what it observed after announcing.
  uint32_t observe() const { return word_.load(std::memory_order_acquire); }
  static State state_of(uint32_t word) { return static_cast<State>(word & state_mask); }
  static bool announced(uint32_t word) { return word & sleepers; }
  void announce(uint32_t observed);

  const Allocator &allocator() const { return allocator_; }

  // The run that will signal this fence, for threads that want to help it; NULL when there is none.
  // Protected by the scheduler's lock.
  Run *run = nullptr;

 private:
  // The word: the state, whether threads sleep, and a number that changes when helpers are called.
  static constexpr uint32_t state_mask = 3;
  static constexpr uint32_t sleepers = 4;
  static constexpr uint32_t call = 8;

  Atomic<uint32_t> word_{0};
  Allocator allocator_;
};

mux_result_t create_fence(mux_device_t device, mux_allocator_info_t allocator_info,
                          mux_fence_t *out_fence);
void destroy_fence(mux_device_t device, mux_fence_t fence, mux_allocator_info_t allocator_info);
mux_result_t reset_fence(mux_fence_t fence);

}  // namespace mux::host
