/// @file
/// Queries that exist without draws: their results are times of markers.
#pragma once

#include <mux/gallium/query.h>

#include "gallium/stream/stream.h"

namespace mux::gallium {

/// A measurement that has ended: when its commands began and ended. Immutable.
class Outcome {
 public:
  Outcome(uint32_t type, Ref<Event> begin, Ref<Event> end)
      : type_(type), begin_(std::move(begin)), end_(std::move(end)) {}

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
  uint32_t type_;
  Ref<Event> begin_;
  Ref<Event> end_;
};

class Query final : public OfContext, public mux_gallium_query_s {
 public:
  using HandleType = mux_gallium_query_t;
  static constexpr const char *is_null = "the query is NULL";

  /// Fails if the type is unknown, or of draws.
  Query(const void *context, const mux_gallium_screen_info_t &info, uint32_t type, uint32_t index);

  /// Whether it can be begun.
  bool has_begin() const;
  bool is_active() const { return active_; }
  void begin(Ref<Event> marker);
  void end(Ref<Event> marker);
  /// What was measured last. Fails unless the query has ended, and is not active.
  Outcome outcome() const;

 private:
  uint32_t type_;
  bool active_ = false;
  Ref<Event> begin_;
  Ref<Event> end_;
};

}  // namespace mux::gallium
