/// @file
/// Linux performance events of a thread, through perf_event_open.
///
/// The kernel may refuse any event at any time: because the processor or virtual machine does not
/// support it, perf_event_paranoid or a seccomp filter forbids it, or file descriptors have run
/// out. Nothing here reports an error; an event that cannot be opened is not counted. Events of the
/// processor count user mode only, which unprivileged processes may see. Thread-safe.
///
/// Some seccomp filters kill the process instead of refusing, which cannot be detected in advance.
/// So in a process with a filter, events are not tried unless environment variable
/// MUX_PERFORMANCE_EVENTS is 1. If it is 0, they are never tried.
#pragma once

#include <cstdint>

#include "host/counters/source.h"

namespace mux::host {

/// Value of an event, and the times for which the kernel had it enabled and counting; the second is
/// shorter when events are multiplexed. Filled in by the kernel, so the layout is part of its
/// interface.
struct PerfReading {
  uint64_t value;
  uint64_t enabled;
  uint64_t running;
};

/// Returns the count between two readings, extrapolated if the event was multiplexed.
uint64_t difference(const PerfReading &from, const PerfReading &to);

/// Whether events may be opened.
bool may_try_perf_events();

/// Opens a running event for the calling thread.
/// @param source one of perf_sources.
/// @return its file descriptor; -1 if the kernel refuses.
int open_perf_event(Source source);
/// Reads an event. Leaves the reading at zero on failure.
void read_perf_event(int descriptor, PerfReading &reading);
void close_perf_event(int descriptor);

/// Returns how many hardware events the processor counts at the same time, probed on the calling
/// thread; 0 if none. Precondition: may_try_perf_events().
uint32_t simultaneous_hardware_events();

}  // namespace mux::host
