#include "compiler/runtime/pipe_functions.h"

#include <mux/pipe.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace mux::compiler::builtins {
namespace {

using Word = std::atomic_ref<uint32_t>;
using Position = std::atomic_ref<uint64_t>;

constexpr unsigned upper_half = 32;

/// A slot's state word is twice the lap plus this.
enum class SlotState : uint32_t { free, full };

/// Consecutive slots of the ring buffer.
class Places {
 public:
  Places(mux_pipe_t &pipe, uint32_t first, uint32_t count)
      : states_(reinterpret_cast<uint32_t *>(&pipe + 1)),
        max_packets_(pipe.max_packets),
        first_(first),
        count_(count) {}

  /// Whether all slots have the state.
  /// @param state for the lap of the first slot; slots after the wrap-around are in the next lap.
  bool all_are(uint32_t state) const {
    const uint32_t before_end = std::min(count_, max_packets_ - first_);
    return range_is(first_, before_end, state) && range_is(0, count_ - before_end, state + 2);
  }

  /// Advances the states of all slots, which the caller has reserved.
  void advance() const {
    for (uint64_t i = 0; i < count_; ++i) {
      const uint64_t place = first_ + i < max_packets_ ? first_ + i : first_ + i - max_packets_;
      const Word state(states_[place]);
      state.store(state.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }
  }

 private:
  bool range_is(uint32_t first, uint32_t count, uint32_t state) const {
    return std::all_of(states_ + first, states_ + first + count, [state](uint32_t &place) {
      return Word(place).load(std::memory_order_acquire) == state;
    });
  }

  uint32_t *states_;
  uint32_t max_packets_;
  uint32_t first_;
  uint32_t count_;
};

uint64_t advanced(uint64_t position, uint32_t count, uint32_t max_packets) {
  const uint64_t place = (position & UINT32_MAX) + count;
  const uint64_t lap = position >> upper_half;
  return place < max_packets ? lap << upper_half | place
                             : (lap + 1) << upper_half | (place - max_packets);
}

uint64_t reserve(mux_pipe_t &pipe, uint64_t &next, uint32_t count, SlotState wanted) {
  if (count == 0 || count > pipe.max_packets) {
    return 0;
  }
  const Position shared(next);
  uint64_t position = shared.load(std::memory_order_acquire);
  while (true) {
    const auto place = static_cast<uint32_t>(position);
    const auto lap = static_cast<uint32_t>(position >> upper_half);
    if (Places(pipe, place, count).all_are(2 * lap + static_cast<uint32_t>(wanted))) {
      // The state of slots after the position changes only after the position has advanced past
      // them.
      if (shared.compare_exchange_weak(position, advanced(position, count, pipe.max_packets),
                                       std::memory_order_acquire)) {
        return static_cast<uint64_t>(count) << upper_half | place;
      }
      continue;
    }
    const uint64_t seen = shared.load(std::memory_order_relaxed);
    if (seen == position) {
      // The position did not change while the states were read, so the result was valid at that
      // time.
      return 0;
    }
    position = seen;
  }
}

bool is_reservation(const mux_pipe_t &pipe, uint64_t reservation) {
  return reservation >> upper_half <= pipe.max_packets &&
         (reservation & UINT32_MAX) < pipe.max_packets;
}

void commit(mux_pipe_t &pipe, uint64_t reservation) {
  Places(pipe, static_cast<uint32_t>(reservation), static_cast<uint32_t>(reservation >> upper_half))
      .advance();
}

uint64_t reserve_read(mux_pipe_t *pipe, uint32_t count) {
  return reserve(*pipe, pipe->read_position, count, SlotState::full);
}

uint64_t reserve_write(mux_pipe_t *pipe, uint32_t count) {
  return reserve(*pipe, pipe->write_position, count, SlotState::free);
}

// `written` is incremented before the packet becomes visible, and `removed` before its slot can be
// reused: `removed` never exceeds `written`.

void commit_read(mux_pipe_t *pipe, uint64_t reservation) {
  if (is_reservation(*pipe, reservation)) {
    const auto count = static_cast<uint32_t>(reservation >> upper_half);
    Word(pipe->removed).fetch_add(count, std::memory_order_release);
    commit(*pipe, reservation);
  }
}

void commit_write(mux_pipe_t *pipe, uint64_t reservation) {
  if (is_reservation(*pipe, reservation)) {
    const auto count = static_cast<uint32_t>(reservation >> upper_half);
    Word(pipe->written).fetch_add(count, std::memory_order_relaxed);
    commit(*pipe, reservation);
  }
}

uint32_t count_packets(mux_pipe_t *pipe) {
  const uint32_t removed = Word(pipe->removed).load(std::memory_order_acquire);
  const uint32_t written = Word(pipe->written).load(std::memory_order_relaxed);
  // Packets may have been written and removed between the two loads.
  return std::min(written - removed, pipe->max_packets);
}

template <typename Function>
void *address_of_function(Function *function) {
  return reinterpret_cast<void *>(function);
}

}  // namespace

std::span<const RuntimeFunction> pipe_functions() {
  static const RuntimeFunction functions[] = {
      {"mux_pipe_reserve_read", address_of_function(reserve_read)},
      {"mux_pipe_reserve_write", address_of_function(reserve_write)},
      {"mux_pipe_commit_read", address_of_function(commit_read)},
      {"mux_pipe_commit_write", address_of_function(commit_write)},
      {"mux_pipe_count", address_of_function(count_packets)},
  };
  return functions;
}

}  // namespace mux::compiler::builtins
