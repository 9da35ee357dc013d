/// @file
/// Queries: times of markers, and differences of what draws have counted at markers.
#pragma once

#include <mux/gallium/query.h>

#include "gallium/resource/storage.h"
#include "gallium/stream/stream.h"

namespace mux::gallium {

/// What the draws of a context have counted so far.
struct DrawCounts {
  /// A number of 64 bits on the device: fragments that passed all tests, of draws that count them.
  /// Made for the first query.
  Ref<Storage> fragments;
  /// Queries that need the fragments of draws.
  uint32_t counting_queries = 0;
  /// Whether draws count for queries.
  bool is_enabled = true;
  uint64_t primitives = 0;
  /// Of draws with stream output: those that were to be written to targets, and those that fit.
  uint64_t primitives_to_write = 0;
  uint64_t written_primitives = 0;

  /// The address of the number that a draw adds its fragments to; 0 for none.
  uint64_t counter_address() const {
    return counting_queries != 0 && is_enabled ? reinterpret_cast<uint64_t>(fragments->data()) : 0;
  }
};

/// The primitives of DrawCounts.
struct PrimitiveCounts {
  uint64_t all = 0;
  uint64_t to_write = 0;
  uint64_t written = 0;

  PrimitiveCounts() = default;
  explicit PrimitiveCounts(const DrawCounts &counts)
      : all(counts.primitives),
        to_write(counts.primitives_to_write),
        written(counts.written_primitives) {}
};

/// What was counted at the begin and at the end of a query.
struct CountedRange {
  /// Two numbers of 64 bits on the device; empty for queries that do not count fragments.
  Ref<Storage> fragments;
  PrimitiveCounts first;
  PrimitiveCounts last;
};

/// A measurement that has ended: when its commands began and ended. Immutable.
class Outcome {
 public:
  Outcome(uint32_t type, Ref<Event> begin, Ref<Event> end, CountedRange counted)
      : type_(type), begin_(std::move(begin)), end_(std::move(end)), counted_(std::move(counted)) {}

  /// The event that makes the result available.
  Event &end_event() const { return *end_; }
  bool is_available() const { return end_->is_complete(); }
  /// Whether its commands failed.
  bool has_failed() const { return end_->status() < 0; }
  /// The result, once it is available.
  mux_gallium_query_result_t result() const;
  /// How many numbers the result has.
  uint32_t number_count() const;
  /// A number of the result, by its index, once it is available.
  uint64_t number(uint32_t index) const;

 private:
  uint64_t counted_fragments() const;
  /// With stream output.
  uint64_t written_primitives() const { return counted_.last.written - counted_.first.written; }
  uint64_t primitives_to_write() const { return counted_.last.to_write - counted_.first.to_write; }

  uint32_t type_;
  Ref<Event> begin_;
  Ref<Event> end_;
  CountedRange counted_;
};

class Query final : public OfContext, public mux_gallium_query_s {
 public:
  using HandleType = mux_gallium_query_t;
  static constexpr const char *is_null = "the query is NULL";

  /// Fails if the type is unknown, or not supported.
  Query(const void *context, const mux_gallium_screen_info_t &info, uint32_t type, uint32_t index);

  /// Whether it can be begun.
  bool has_begin() const;
  bool is_active() const { return active_; }
  bool counts_fragments() const;
  void begin(Ref<Event> marker, CountedRange counted);
  void end(Ref<Event> marker, const DrawCounts &counts);
  /// What the query counts; while it is active.
  const CountedRange &counted() const { return counted_; }
  /// What was measured last. Fails unless the query has ended, and is not active.
  Outcome outcome() const;

 private:
  uint32_t type_;
  /// The vertex stream.
  uint32_t index_;
  bool active_ = false;
  Ref<Event> begin_;
  Ref<Event> end_;
  CountedRange counted_;
};

}  // namespace mux::gallium
