#include "host/counters/catalog.h"

#include <iterator>
#include <new>

#include "host/counters/perf_event.h"
#include "host/counters/process_gauge.h"

namespace mux::host {
namespace {

constexpr const char *commands = "commands";
constexpr const char *threads = "threads";
constexpr const char *process = "process";
constexpr const char *processor = "processor";

constexpr Counter simple(uint32_t uuid, mux_query_counter_unit_e unit,
                         mux_query_counter_storage_e storage, Source source, const char *category,
                         const char *name, const char *description) {
  return {uuid, unit, storage, 0, source, Source::none, 1, false, category, name, description};
}

constexpr Counter hardware(uint32_t uuid, Source source, const char *name,
                           const char *description) {
  const bool cycles = source == Source::cycles || source == Source::reference_cycles ||
                      source == Source::frontend_stalls || source == Source::backend_stalls;
  return {uuid,
          cycles ? mux_query_counter_unit_cycles : mux_query_counter_unit_generic,
          mux_query_counter_storage_uint64,
          1,
          source,
          Source::none,
          1,
          false,
          processor,
          name,
          description};
}

/// Ids never change their meaning; those of removed counters are not reused.
constexpr Counter all_counters[] = {
    simple(0x101, mux_query_counter_unit_generic, mux_query_counter_storage_uint32,
           Source::commands, commands, "commands",
           "Commands that ran, other than those of queries."),
    simple(0x102, mux_query_counter_unit_generic, mux_query_counter_storage_uint64, Source::tiles,
           commands, "tiles",
           "Tiles that the scheduler divided the commands into; each ran on one thread."),
    simple(0x103, mux_query_counter_unit_generic, mux_query_counter_storage_uint64,
           Source::work_groups, commands, "work-groups", "Work-groups of kernels that ran."),
    simple(0x104, mux_query_counter_unit_generic, mux_query_counter_storage_uint64,
           Source::work_items, commands, "work-items", "Work-items of kernels that ran."),
    simple(0x105, mux_query_counter_unit_bytes, mux_query_counter_storage_uint64, Source::bytes,
           commands, "transferred bytes",
           "Bytes written by commands that read, write, copy and fill buffers and images."),
    {0x106, mux_query_counter_unit_bytes_per_second, mux_query_counter_storage_float64, 0,
     Source::bytes, Source::elapsed_time, 1e9, false, commands, "transfer rate",
     "Transferred bytes by the time from begin to end."},
    simple(0x107, mux_query_counter_unit_nanoseconds, mux_query_counter_storage_uint64,
           Source::busy_time, commands, "busy time",
           "Time that threads spent running the commands, summed over the threads."),
    {0x108, mux_query_counter_unit_percentage, mux_query_counter_storage_float32, 0,
     Source::busy_time, Source::elapsed_time, 100, true, commands, "utilization",
     "Busy time by the time that the compute units had from begin to end. More than 100 when "
     "threads of the program help while they wait."},
    simple(0x201, mux_query_counter_unit_nanoseconds, mux_query_counter_storage_uint64,
           Source::cpu_time, threads, "CPU time",
           "Processor time of threads, in user and kernel mode, while they ran the commands."),
    simple(0x202, mux_query_counter_unit_generic, mux_query_counter_storage_uint64,
           Source::page_faults, threads, "page faults",
           "Page faults of threads, minor and major, while they ran the commands."),
    simple(0x203, mux_query_counter_unit_generic, mux_query_counter_storage_uint64,
           Source::major_page_faults, threads, "major page faults",
           "Page faults that had to wait for a disk, while threads ran the commands."),
    simple(0x204, mux_query_counter_unit_generic, mux_query_counter_storage_uint64,
           Source::voluntary_switches, threads, "voluntary context switches",
           "How often threads gave up the processor to wait, while they ran the commands."),
    simple(0x205, mux_query_counter_unit_generic, mux_query_counter_storage_uint64,
           Source::involuntary_switches, threads, "involuntary context switches",
           "How often threads were made to give up the processor, while they ran the commands."),
    simple(0x206, mux_query_counter_unit_generic, mux_query_counter_storage_uint64,
           Source::migrations, threads, "migrations",
           "How often threads moved to another processor, while they ran the commands."),
    simple(0x301, mux_query_counter_unit_bytes, mux_query_counter_storage_int64,
           Source::resident_bytes, process, "resident memory change",
           "By how much the memory of the process that is in RAM grew or, if negative, shrank."),
    simple(0x302, mux_query_counter_unit_generic, mux_query_counter_storage_int32, Source::threads,
           process, "thread count change",
           "How many threads the process has more than before or, if negative, fewer."),
    hardware(0x401, Source::cycles, "cycles", "Clock cycles in user mode."),
    hardware(0x402, Source::reference_cycles, "reference cycles",
             "Clock cycles in user mode at the processor's nominal frequency."),
    hardware(0x403, Source::instructions, "instructions", "Instructions retired in user mode."),
    {0x404, mux_query_counter_unit_generic, mux_query_counter_storage_float64, 2,
     Source::instructions, Source::cycles, 1, false, processor, "instructions per cycle",
     "Instructions retired in user mode by clock cycles in user mode."},
    hardware(0x405, Source::cache_references, "cache references",
             "Accesses to the last-level cache, as the processor defines them."),
    hardware(0x406, Source::cache_misses, "cache misses",
             "Accesses that the last-level cache could not serve, as the processor defines them."),
    hardware(0x407, Source::branches, "branches", "Branch instructions retired in user mode."),
    hardware(0x408, Source::branch_misses, "branch misses",
             "Branch instructions that were predicted wrongly."),
    hardware(0x409, Source::frontend_stalls, "front-end stalls",
             "Clock cycles in which no instruction could be fetched."),
    hardware(0x40a, Source::backend_stalls, "back-end stalls",
             "Clock cycles in which instructions waited for data or execution units."),
    hardware(0x40b, Source::l1_data_misses, "level 1 data cache misses",
             "Loads that the level 1 data cache could not serve."),
    hardware(0x40c, Source::last_level_misses, "last-level cache load misses",
             "Loads that the last-level cache could not serve."),
    hardware(0x40d, Source::data_tlb_misses, "data TLB misses",
             "Loads that missed the data translation lookaside buffer."),
};

static_assert(std::size(all_counters) <= Catalog::most_counters);

/// Returns the sources that this machine supports.
SourceSet available_sources(bool tries_perf_events, uint32_t hardware_limit) {
  SourceSet available = command_sources;
  SourceSet::range(first_thread_source, first_perf_source).for_each([&](Source source) {
    available.add(source);
  });
  available.add(Source::elapsed_time);
  ProcessGauges gauges;
  if (read_process_gauges(gauges)) {
    available.add(Source::resident_bytes);
    available.add(Source::threads);
  }
  if (!tries_perf_events) {
    return available;
  }
  perf_sources.for_each([&](Source source) {
    if (source != Source::migrations && hardware_limit == 0) {
      return;
    }
    if (const int descriptor = open_perf_event(source); descriptor >= 0) {
      close_perf_event(descriptor);
      available.add(source);
    }
  });
  return available;
}

}  // namespace

Catalog::Catalog() {
  const bool tries_perf_events = may_try_perf_events();
  hardware_limit_ = tries_perf_events ? simultaneous_hardware_events() : 0;
  const SourceSet available = available_sources(tries_perf_events, hardware_limit_);
  for (const Counter &counter : all_counters) {
    bool exists = counter.hardware_counters <= hardware_limit_;
    for_each_source(counter, [&](Source source) { exists &= available.contains(source); });
    if (exists) {
      counters_[size_++] = &counter;
    }
  }
}

/// Never destroyed, because threads may outlive main().
const Catalog &Catalog::get() {
  static const Catalog *const catalog = [] {
    alignas(Catalog) static char storage[sizeof(Catalog)];
    return new (storage) Catalog;
  }();
  return *catalog;
}

uint32_t Catalog::find(uint32_t uuid) const {
  uint32_t index = 0;
  while (index < size_ && counters_[index]->uuid != uuid) {
    ++index;
  }
  return index;
}

struct mux_query_counter_result_s counter_result(const Counter &counter, uint64_t difference,
                                                 uint64_t divisor, uint32_t compute_units) {
  double quotient = 0;
  if (counter.divisor != Source::none && divisor != 0) {
    quotient = static_cast<double>(difference) / static_cast<double>(divisor) * counter.scale;
    if (counter.per_compute_unit) {
      quotient /= compute_units;
    }
  }
  struct mux_query_counter_result_s result{};
  switch (counter.storage) {
    case mux_query_counter_storage_int32:
      result.int32 = static_cast<int32_t>(difference);
      break;
    case mux_query_counter_storage_int64:
      result.int64 = static_cast<int64_t>(difference);
      break;
    case mux_query_counter_storage_uint32:
      result.uint32 = static_cast<uint32_t>(difference);
      break;
    case mux_query_counter_storage_uint64:
      result.uint64 = difference;
      break;
    case mux_query_counter_storage_float32:
      result.float32 = static_cast<float>(quotient);
      break;
    case mux_query_counter_storage_float64:
      result.float64 = quotient;
      break;
  }
  return result;
}

}  // namespace mux::host
