#include "gallium/state/query.h"

#include <array>
#include <cstring>

namespace mux::gallium {
namespace {

constexpr uint32_t max_streams = 4;

/// Whether a query counts primitives of a vertex stream.
bool counts_stream(uint32_t type) {
  return type == mux_gallium_query_primitives_generated ||
         type == mux_gallium_query_primitives_emitted || type == mux_gallium_query_so_statistics ||
         type == mux_gallium_query_so_overflow_predicate;
}

}  // namespace

Query::Query(const void *context, const mux_gallium_screen_info_t &info, uint32_t type,
             uint32_t index)
    : OfContext(context), type_(type), index_(index) {
  require_valid(type < mux_gallium_query_type_count, "an unknown type of query");
  require((info.query_types >> type & 1U) != 0, mux_error_feature_unsupported,
          "queries of this type measure stages of draws that do not exist yet");
  require_valid(index < (counts_stream(type) ? max_streams : 1),
                "queries of this type have no such index");
}

bool Query::has_begin() const {
  return type_ != mux_gallium_query_timestamp && type_ != mux_gallium_query_gpu_finished;
}

bool Query::counts_fragments() const {
  return type_ == mux_gallium_query_occlusion_counter ||
         type_ == mux_gallium_query_occlusion_predicate ||
         type_ == mux_gallium_query_occlusion_predicate_conservative;
}

void Query::begin(Ref<Event> marker, CountedRange counted) {
  begin_ = std::move(marker);
  end_ = {};
  counted_ = std::move(counted);
  if (index_ != 0) {
    // Vertex shaders have the stream 0 alone.
    counted_.first = {};
  }
  active_ = true;
}

void Query::end(Ref<Event> marker, const DrawCounts &counts) {
  end_ = std::move(marker);
  if (index_ == 0) {
    counted_.last = PrimitiveCounts(counts);
  }
  active_ = false;
}

Outcome Query::outcome() const {
  require_valid(!active_, "the query is active");
  require_valid(static_cast<bool>(end_), "the query was never ended");
  return {type_, begin_, end_, counted_};
}

uint32_t Outcome::number_count() const {
  return type_ == mux_gallium_query_timestamp_disjoint || type_ == mux_gallium_query_so_statistics
             ? 2
             : 1;
}

uint64_t Outcome::counted_fragments() const {
  std::array<uint64_t, 2> counts{};
  std::memcpy(counts.data(), counted_.fragments->data(), sizeof counts);
  return counts[1] - counts[0];
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
    case mux_gallium_query_occlusion_counter:
      return counted_fragments();
    case mux_gallium_query_occlusion_predicate:
    case mux_gallium_query_occlusion_predicate_conservative:
      return counted_fragments() != 0 ? 1 : 0;
    case mux_gallium_query_primitives_generated:
      return counted_.last.all - counted_.first.all;
    case mux_gallium_query_primitives_emitted:
      return written_primitives();
    case mux_gallium_query_so_statistics:
      return index == 0 ? written_primitives() : primitives_to_write();
    case mux_gallium_query_so_overflow_predicate:
    case mux_gallium_query_so_overflow_any_predicate:
      return written_primitives() != primitives_to_write() ? 1 : 0;
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
    case mux_gallium_query_so_statistics:
      made.so_statistics.emitted = number(0);
      made.so_statistics.storage_needed = number(1);
      break;
    case mux_gallium_query_gpu_finished:
    case mux_gallium_query_occlusion_predicate:
    case mux_gallium_query_occlusion_predicate_conservative:
    case mux_gallium_query_so_overflow_predicate:
    case mux_gallium_query_so_overflow_any_predicate:
      made.b = number(0) != 0;
      break;
    default:
      made.u64 = number(0);
      break;
  }
  return made;
}

}  // namespace mux::gallium
