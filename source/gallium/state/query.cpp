#include "gallium/state/query.h"

namespace mux::gallium {

Query::Query(const void *context, const mux_gallium_screen_info_t &info, uint32_t type,
             uint32_t index)
    : OfContext(context), type_(type) {
  require_valid(type < mux_gallium_query_type_count, "an unknown type of query");
  require((info.query_types >> type & 1U) != 0, mux_error_feature_unsupported,
          "queries of this type measure draws, which do not exist yet");
  require_valid(index == 0, "queries of this type have no index");
}

bool Query::has_begin() const {
  return type_ != mux_gallium_query_timestamp && type_ != mux_gallium_query_gpu_finished;
}

void Query::begin(Ref<Event> marker) {
  begin_ = std::move(marker);
  end_ = {};
  active_ = true;
}

void Query::end(Ref<Event> marker) {
  end_ = std::move(marker);
  active_ = false;
}

Outcome Query::outcome() const {
  require_valid(!active_, "the query is active");
  require_valid(static_cast<bool>(end_), "the query was never ended");
  return {type_, begin_, end_};
}

uint32_t Outcome::number_count() const {
  return type_ == mux_gallium_query_timestamp_disjoint ? 2 : 1;
}

uint64_t Outcome::number(uint32_t index) const {
  constexpr uint64_t frequency = 1'000'000'000;
  switch (type_) {
    case mux_gallium_query_timestamp:
      return end_->times().ended;
    case mux_gallium_query_time_elapsed:
      return end_->times().ended - begin_->times().ended;
    case mux_gallium_query_timestamp_disjoint:
      // CLOCK_MONOTONIC neither stops nor jumps.
      return index == 0 ? frequency : 0;
    default:
      // gpu_finished: the result is available once everything has ended.
      return 1;
  }
}

mux_gallium_query_result_t Outcome::result() const {
  mux_gallium_query_result_t made{};
  switch (type_) {
    case mux_gallium_query_timestamp_disjoint:
      made.timestamp_disjoint.frequency = number(0);
      made.timestamp_disjoint.disjoint = number(1) != 0;
      break;
    case mux_gallium_query_gpu_finished:
      made.b = number(0) != 0;
      break;
    default:
      made.u64 = number(0);
      break;
  }
  return made;
}

}  // namespace mux::gallium
