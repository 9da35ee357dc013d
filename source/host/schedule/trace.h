/// @file
/// Execution traces: environment variable MUX_TRACE=FILE writes what ran where and when to FILE, as
/// Chrome trace events, which Perfetto and chrome://tracing open.
///
/// Each thread that executes work is a lane. A slice is a tile of a command, a callback or a
/// completion; an arrow leads from a retired command to one that it released; a counter shows the
/// number of ready jobs of a device. Events are kept in memory, in buffers of the recording thread.
/// The file is written whenever a device is destroyed, each time with all events so far, and when
/// the process ends; events recorded meanwhile may be missing. A forked child does not write.
///
/// Any thread may record at any time, without a lock. If tracing is off, the cost is the test of a
/// constant in memory. Nothing here fails: events for which no memory can be allocated are counted
/// and dropped. Format: "Trace Event Format", Google, 2016.
#pragma once

#include <cstdint>

namespace mux::host::trace {

namespace detail {
extern bool is_on;
}

/// Whether tracing is on. Constant after the first device was created.
inline bool on() {
  return detail::is_on;
}

/// Reads the environment. Called when a device is created.
void start();
/// Writes the file, if a device was traced. Called when a device is destroyed, and at exit.
void write();

/// Returns the time of an event, in ticks of the time stamp counter.
uint64_t now();

/// Returns a copy of a name that lives as long as the process, for use in slices; the name itself
/// if tracing is off.
const char *intern_name(const char *name);

/// Sets the name of the calling thread's lane.
void name_thread(const char *name);

struct Slice {
  /// Must live as long as the process.
  const char *name;
  uint64_t begin;
  /// The submission, and the index of the command in its plan; arrows refer to the slice by them.
  uint64_t submission;
  uint32_t command;
  uint32_t tile;
  /// Size of the tile: bytes, or work-groups.
  uint64_t size;
};

/// Records a slice of the calling thread, from `begin` until now.
void slice(const Slice &slice);
/// Records that the calling thread retired a command, which released another.
void arrow(uint64_t submission, uint32_t from, uint32_t to);
/// Records the number of ready jobs.
void ready_jobs(uint64_t count);

}  // namespace mux::host::trace
