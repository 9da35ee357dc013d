/// @file
/// The runs of a command buffer: those in flight, and those that wait to be used again.
///
/// Any thread may take runs and give them back. Its owner waits until it is idle before it clears
/// or destroys it.
#pragma once

#include <cstdint>

#include "host/schedule/messages.h"
#include "host/schedule/plan.h"
#include "host/schedule/run.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"
#include "host/support/use_count.h"

namespace mux::host {

/// What every dispatch touches begins on a cache line.
class alignas(64) RunPool {
 public:
  /// A free run, if there was one, and one that turned out to be too small for the plan.
  struct Taken {
    Run *run;
    Run *too_small;
  };

  RunPool(mux_command_buffer_t command_buffer, Messages &messages,
          const Allocator &allocator) noexcept
      : source_{*this, command_buffer, messages}, allocator_(allocator) {}
  /// Nothing may be in flight, unless this is a forked child, where the lock means nothing.
  ~RunPool() { clear(); }
  RunPool(const RunPool &) = delete;
  RunPool &operator=(const RunPool &) = delete;

  /// A run for the plan; prepare() goes on without the lock.
  Taken take(const Plan &plan) MUX_REQUIRES(lock) {
    Run *run = free_;
    if (run != nullptr) {
      free_ = run->next_free;
      if (!run->has_room_for(plan)) {
        disown(*run);
        return {nullptr, run};
      }
    }
    return {run, nullptr};
  }
  /// Makes the run if there was none, and prepares it; takes over a reference to the plan. NULL if
  /// there is no memory.
  Run *prepare(const Taken &taken, Plan &plan, const Run::Request &request, uint32_t wait_length,
               const mux_semaphore_t *signal_semaphores, uint32_t signal_length)
      MUX_EXCLUDES(lock) {
    Run *run = taken.run != nullptr ? taken.run : make(taken, plan);
    if (run == nullptr) {
      return nullptr;
    }
    in_use_.enter();
    if (!run->prepare(plan, request, wait_length, signal_semaphores, signal_length)) {
      recycle(*run);
      return nullptr;
    }
    return run;
  }
  /// Takes back a run that nobody holds any more. The last access of the caller to the pool, and to
  /// the command buffer.
  void recycle(Run &run) MUX_EXCLUDES(lock);

  bool idle() const { return in_use_.unused(); }
  void wait_until_idle() { in_use_.wait_until_unused(); }
  /// Frees all runs; nothing may be in flight, unless this is a forked child.
  void clear() MUX_REQUIRES(lock);

  /// The lock of the lists; the current plan of the command buffer stands under it too, because a
  /// dispatch takes both.
  Lock lock;

 private:
  /// A run for the plan in place of one that is too small. Takes over the reference to the plan if
  /// there is no memory.
  Run *make(const Taken &taken, Plan &plan) MUX_EXCLUDES(lock);
  /// Takes a free run out of the list of all runs.
  void disown(Run &run) MUX_REQUIRES(lock);

  UseCount in_use_;
  /// All runs, and those not in flight.
  Run *owned_ MUX_GUARDED_BY(lock) = nullptr;
  Run *free_ MUX_GUARDED_BY(lock) = nullptr;
  Run::Source source_;
  Allocator allocator_;
};

}  // namespace mux::host
