#include "host/counters/perf_event.h"

#include <linux/perf_event.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "host/support/error.h"
#include "support/environment.h"

namespace mux::host {
namespace {

/// Upper bound: no processor has more general counters for a thread.
constexpr uint32_t most_hardware_events = 16;

struct Event {
  uint32_t type;
  uint64_t config;
};

constexpr Event hardware(uint64_t config) {
  return {PERF_TYPE_HARDWARE, config};
}

constexpr Event read_misses(uint64_t cache) {
  return {PERF_TYPE_HW_CACHE, cache | uint64_t{PERF_COUNT_HW_CACHE_OP_READ} << 8 |
                                  uint64_t{PERF_COUNT_HW_CACHE_RESULT_MISS} << 16};
}

Event event_of(Source source) {
  switch (source) {
    case Source::migrations:
      return {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS};
    case Source::cycles:
      return hardware(PERF_COUNT_HW_CPU_CYCLES);
    case Source::reference_cycles:
      return hardware(PERF_COUNT_HW_REF_CPU_CYCLES);
    case Source::instructions:
      return hardware(PERF_COUNT_HW_INSTRUCTIONS);
    case Source::cache_references:
      return hardware(PERF_COUNT_HW_CACHE_REFERENCES);
    case Source::cache_misses:
      return hardware(PERF_COUNT_HW_CACHE_MISSES);
    case Source::branches:
      return hardware(PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
    case Source::branch_misses:
      return hardware(PERF_COUNT_HW_BRANCH_MISSES);
    case Source::frontend_stalls:
      return hardware(PERF_COUNT_HW_STALLED_CYCLES_FRONTEND);
    case Source::backend_stalls:
      return hardware(PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
    case Source::l1_data_misses:
      return read_misses(PERF_COUNT_HW_CACHE_L1D);
    case Source::last_level_misses:
      return read_misses(PERF_COUNT_HW_CACHE_LL);
    case Source::data_tlb_misses:
      return read_misses(PERF_COUNT_HW_CACHE_DTLB);
    default:
      break;
  }
  // Not reached for sources of perf_sources.
  std::abort();
}

int open_event(const Event &event, int group) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  // Software events such as migrations occur in the kernel.
  attributes.exclude_kernel = event.type != PERF_TYPE_SOFTWARE;
  attributes.exclude_hv = 1;
  constexpr int calling_thread = 0;
  constexpr int any_processor = -1;
  return static_cast<int>(syscall(SYS_perf_event_open, &attributes, calling_thread, any_processor,
                                  group, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

uint64_t difference(const PerfReading &from, const PerfReading &to) {
  const uint64_t value = to.value - from.value;
  const uint64_t enabled = to.enabled - from.enabled;
  const uint64_t running = to.running - from.running;
  if (running == 0 || running >= enabled) {
    return value;
  }
  return static_cast<uint64_t>(static_cast<double>(value) * static_cast<double>(enabled) /
                               static_cast<double>(running));
}

bool may_try_perf_events() {
  environment::Problem problem;
  const auto choice = environment::flag("MUX_PERFORMANCE_EVENTS", problem);
  log_ignored(problem);
  return choice ? *choice : prctl(PR_GET_SECCOMP) == 0;
}

int open_perf_event(Source source) {
  return open_event(event_of(source), -1);
}

void read_perf_event(int descriptor, PerfReading &reading) {
  if (read(descriptor, &reading, sizeof reading) != sizeof reading) {
    reading = {};
  }
}

void close_perf_event(int descriptor) {
  close(descriptor);
}

uint32_t simultaneous_hardware_events() {
  // The kernel accepts a group of events only if all of them fit the processor's counters at once.
  // Branches always need a general counter, never a fixed-function one.
  int descriptors[most_hardware_events];
  uint32_t count = 0;
  while (count < most_hardware_events) {
    const int descriptor = open_event(event_of(Source::branches), count == 0 ? -1 : descriptors[0]);
    if (descriptor < 0) {
      break;
    }
    descriptors[count++] = descriptor;
  }
  for (uint32_t index = count; index-- > 0;) {
    close_perf_event(descriptors[index]);
  }
  return count;
}

}  // namespace mux::host
