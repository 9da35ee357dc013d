/// @file
/// Quantities that query counters are computed from, and sets of them.
///
/// A source is counted for commands, or by threads while they run tiles, or read when a query
/// begins and ends; see counters/catalog.h.
#pragma once

#include <cstdint>

namespace mux::host {

enum class Source : uint8_t {
  /// Known for a whole command; counted when it retires.
  commands,
  tiles,
  work_groups,
  work_items,
  bytes,
  /// Measured by a thread while it runs a tile.
  busy_time,
  cpu_time,
  page_faults,
  major_page_faults,
  voluntary_switches,
  involuntary_switches,
  /// The same, with perf_event_open.
  migrations,
  cycles,
  reference_cycles,
  instructions,
  cache_references,
  cache_misses,
  branches,
  branch_misses,
  frontend_stalls,
  backend_stalls,
  l1_data_misses,
  last_level_misses,
  data_tlb_misses,
  /// Read when a query begins and when it ends.
  elapsed_time,
  resident_bytes,
  threads,
  none,
};

inline constexpr Source first_thread_source = Source::busy_time;
inline constexpr Source first_perf_source = Source::migrations;
inline constexpr Source first_gauge = Source::elapsed_time;

constexpr uint32_t index_of(Source source) {
  return static_cast<uint32_t>(source);
}

inline constexpr uint32_t source_count = index_of(Source::none);
/// Numbers of sources that are counted, and of those that use performance events; the others are
/// read.
inline constexpr uint32_t counted_source_count = index_of(first_gauge);
inline constexpr uint32_t perf_source_count = index_of(first_gauge) - index_of(first_perf_source);

class SourceSet {
 public:
  constexpr SourceSet() = default;

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool contains(Source source) const { return bits_ >> index_of(source) & 1; }
  constexpr void add(Source source) { bits_ |= uint32_t{1} << index_of(source); }
  constexpr void remove(Source source) { bits_ &= ~(uint32_t{1} << index_of(source)); }
  constexpr SourceSet without(SourceSet others) const { return SourceSet(bits_ & ~others.bits_); }
  constexpr SourceSet operator&(SourceSet others) const { return SourceSet(bits_ & others.bits_); }

  /// Calls `function` with each source in the set, in order.
  template <typename Function>
  constexpr void for_each(Function function) const {
    for (uint32_t left = bits_; left != 0; left &= left - 1) {
      function(static_cast<Source>(__builtin_ctz(left)));
    }
  }

  constexpr uint32_t bits() const { return bits_; }
  static constexpr SourceSet from_bits(uint32_t bits) { return SourceSet(bits); }

  /// Sources from `first` to `last`, exclusive.
  static constexpr SourceSet range(Source first, Source last) {
    return SourceSet((uint32_t{1} << index_of(last)) - (uint32_t{1} << index_of(first)));
  }

 private:
  constexpr explicit SourceSet(uint32_t bits) : bits_(bits) {}

  uint32_t bits_ = 0;
};

static_assert(source_count < 32, "a set of sources is 32 bits");

inline constexpr SourceSet command_sources =
    SourceSet::range(Source::commands, first_thread_source);
inline constexpr SourceSet thread_sources = SourceSet::range(first_thread_source, first_gauge);
inline constexpr SourceSet perf_sources = SourceSet::range(first_perf_source, first_gauge);

}  // namespace mux::host
