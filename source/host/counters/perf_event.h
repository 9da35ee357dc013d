/// @file
/// Linux's performance events of one thread, through perf_event_open.
///
/// The kernel may refuse any of them at any time: because the processor or the virtual machine does
/// not count, because perf_event_paranoid or a seccomp filter forbids it, or because there are no
/// file descriptors left. Nothing here reports an error; what cannot be opened is not counted.
/// Events of the processor count user mode alone, which is what an unprivileged process may see.
/// Any thread may call these.
///
/// Some seccomp filters do not refuse but end the process, and nobody can tell beforehand. So in a
/// process that runs under a filter, events are not tried, unless the environment variable
/// MUX_PERFORMANCE_EVENTS is 1. If it is 0, they are never tried.
#pragma once

#include <cstdint>

#include "host/counters/source.h"

namespace mux::host {

/// What an event has counted for its thread, and how long the kernel has had it enabled and really
/// counting: the second is less when events take turns on the processor's counters. The kernel
/// fills this in, so the order is part of its interface.
struct PerfReading {
  uint64_t value;
  uint64_t enabled;
  uint64_t running;
};

/// What was counted from one reading to a later one, extrapolated if the event took turns.
uint64_t difference(const PerfReading &from, const PerfReading &to);

/// Whether events may be tried.
bool may_try_perf_events();

/// Opens an event that counts the calling thread, running at once; a source of perf_sources.
/// Returns its file descriptor, or -1 if the kernel refuses.
int open_perf_event(Source source);
/// Leaves the reading at zero if the event cannot be read.
void read_perf_event(int descriptor, PerfReading &reading);
void close_perf_event(int descriptor);

/// Only if events may be tried: how many hardware events the processor counts at the same time:
/// tried out on the calling thread, 0 if it counts none.
uint32_t simultaneous_hardware_events();

}  // namespace mux::host
