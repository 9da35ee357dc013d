/// @file
/// The slots of a query pool, which hold results of queries.
///
/// Submissions write results concurrently, and any thread reads them at any time: a lock makes each
/// result consistent. The memory of the results belongs to the pool.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "host/support/lock.h"

namespace mux::host {

class QuerySlots {
 public:
  /// @param compute_units of the device; some counters are fractions of it.
  QuerySlots(mux_query_type_e type, uint32_t compute_units) noexcept
      : type_(type), compute_units_(compute_units) {}
  QuerySlots(const QuerySlots &) = delete;
  QuerySlots &operator=(const QuerySlots &) = delete;

  /// Size of a result in bytes.
  static size_t result_size(mux_query_type_e type);
  /// Sets the memory of the results, which is zero-initialized. Must be called before any other
  /// function.
  void set_results(std::byte *results) {
    const LockGuard guard(lock_);
    results_ = results;
  }

  bool measures_duration() const { return type_ == mux_query_type_duration; }
  uint32_t compute_units() const { return compute_units_; }

  void write(uint32_t slot, const struct mux_query_duration_result_s &result);
  void write(uint32_t slot, const struct mux_query_counter_result_s &result);
  void reset(uint32_t slot, uint32_t slots);
  /// Copies results to `data`, one every `stride` bytes.
  void read(uint32_t slot, uint32_t slots, void *data, size_t stride);
  /// The same in a forked child, without the lock: it may have been held by a thread of the parent,
  /// and no thread of the child writes.
  void read_in_forked_child(uint32_t slot, uint32_t slots, void *data,
                            size_t stride) MUX_NO_THREAD_SAFETY_ANALYSIS;

 private:
  void copy(uint32_t slot, uint32_t slots, void *data, size_t stride) const MUX_REQUIRES(lock_);

  mux_query_type_e type_;
  uint32_t compute_units_;
  Lock lock_;
  std::byte *results_ MUX_GUARDED_BY(lock_) = nullptr;
};

}  // namespace mux::host
