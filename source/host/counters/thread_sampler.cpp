#include "host/counters/thread_sampler.h"

#include <sys/resource.h>
#include <time.h>

#include <atomic>
#include <new>

#include "host/support/error.h"
#include "host/support/futex.h"
#include "host/support/lock.h"
#include "host/support/process.h"

namespace mux::host {
namespace {

constexpr SourceSet usage_sources = SourceSet::range(Source::page_faults, first_perf_source);

uint32_t perf_index(Source source) {
  return index_of(source) - index_of(first_perf_source);
}

uint64_t thread_cpu_time() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

void read_usage(ThreadSample &sample) {
  rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  sample.page_faults = static_cast<uint64_t>(usage.ru_minflt + usage.ru_majflt);
  sample.major_page_faults = static_cast<uint64_t>(usage.ru_majflt);
  sample.voluntary_switches = static_cast<uint64_t>(usage.ru_nvcsw);
  sample.involuntary_switches = static_cast<uint64_t>(usage.ru_nivcsw);
}

/// Sampler of the calling thread; NULL if it has not measured.
thread_local ThreadSampler *existing = nullptr;

Lock demand_lock;
uint32_t demand[perf_source_count] MUX_GUARDED_BY(demand_lock);
const ForkedChildHook free_demand([] { new (&demand_lock) Lock; });
/// Sources with nonzero demand. Written under the lock. Relaxed: a sampler that reads an old value
/// keeps an event open longer or opens an unused one.
std::atomic<uint32_t> wanted_bits{0};

void change_demand(SourceSet sources, uint32_t change) {
  const SourceSet changed = sources & perf_sources;
  if (changed.empty()) {
    return;
  }
  const LockGuard guard(demand_lock);
  SourceSet wanted = PerfDemand::wanted();
  // Called immediately, under the lock: the analysis does not see through for_each().
  changed.for_each([&](Source source) MUX_NO_THREAD_SAFETY_ANALYSIS {
    demand[perf_index(source)] += change;
    if (demand[perf_index(source)] == 0) {
      wanted.remove(source);
    } else {
      wanted.add(source);
    }
  });
  wanted_bits.store(wanted.bits(), std::memory_order_relaxed);
}

}  // namespace

void PerfDemand::want(SourceSet sources) {
  change_demand(sources, 1);
}

void PerfDemand::unwant(SourceSet sources) {
  change_demand(sources, ~uint32_t{0});
}

SourceSet PerfDemand::wanted() {
  return SourceSet::from_bits(wanted_bits.load(std::memory_order_relaxed));
}

ThreadSampler &ThreadSampler::of_this_thread() {
  static thread_local ThreadSampler sampler;
  return sampler;
}

void ThreadSampler::close_unneeded_events() {
  if (existing != nullptr) {
    existing->rest();
  }
}

ThreadSampler::ThreadSampler() noexcept {
  existing = this;
}

ThreadSampler::~ThreadSampler() {
  existing = nullptr;
  close(opened_);
}

void ThreadSampler::open(SourceSet sources) {
  sources.for_each([&](Source source) {
    const int descriptor = open_perf_event(source);
    if (descriptor >= 0) {
      descriptors_[perf_index(source)] = descriptor;
      opened_.add(source);
    } else {
      refused_.add(source);
      log_line(core::LogLevel::warn,
               "a performance event (%u) cannot be opened on a thread, which is not counted",
               index_of(source));
    }
  });
}

void ThreadSampler::close(SourceSet sources) {
  sources.for_each([&](Source source) { close_perf_event(descriptors_[perf_index(source)]); });
  opened_ = opened_.without(sources);
}

void ThreadSampler::rest() {
  const SourceSet wanted = PerfDemand::wanted();
  close(opened_.without(wanted));
  // Events that are requested again are tried again.
  refused_ = refused_ & wanted;
}

void ThreadSampler::read_perf_events(SourceSet sources, ThreadSample &sample) const {
  (sources & perf_sources).for_each([&](Source source) {
    PerfReading &reading = sample.perf[perf_index(source)];
    if (opened_.contains(source)) {
      read_perf_event(descriptors_[perf_index(source)], reading);
    } else {
      reading = {};
    }
  });
}

void ThreadSampler::sample_before(SourceSet sources, ThreadSample &sample) {
  open((sources & perf_sources).without(opened_).without(refused_));
  sample.busy_time = monotonic_time();
  if (!(sources & usage_sources).empty()) {
    read_usage(sample);
  }
  if (sources.contains(Source::cpu_time)) {
    sample.cpu_time = thread_cpu_time();
  }
  read_perf_events(sources, sample);
}

void ThreadSampler::sample_after(SourceSet sources, ThreadSample &sample) const {
  read_perf_events(sources, sample);
  if (sources.contains(Source::cpu_time)) {
    sample.cpu_time = thread_cpu_time();
  }
  if (!(sources & usage_sources).empty()) {
    read_usage(sample);
  }
  sample.busy_time = monotonic_time();
}

uint64_t difference(Source source, const ThreadSample &from, const ThreadSample &to) {
  switch (source) {
    case Source::busy_time:
      return to.busy_time - from.busy_time;
    case Source::cpu_time:
      return to.cpu_time - from.cpu_time;
    case Source::page_faults:
      return to.page_faults - from.page_faults;
    case Source::major_page_faults:
      return to.major_page_faults - from.major_page_faults;
    case Source::voluntary_switches:
      return to.voluntary_switches - from.voluntary_switches;
    case Source::involuntary_switches:
      return to.involuntary_switches - from.involuntary_switches;
    default:
      return difference(from.perf[perf_index(source)], to.perf[perf_index(source)]);
  }
}

}  // namespace mux::host
