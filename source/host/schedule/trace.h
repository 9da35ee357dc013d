/// @file
/// Pictures of the schedule: with MUX_TRACE=FILE in the environment, what ran where and when is
/// written to FILE as Chrome trace events, which Perfetto and chrome://tracing open.
///
/// Each thread that works has a lane; a slice is a tile of a command, a callback or a completion;
/// an arrow goes from the command that was retired to the one it released; a counter shows how many
/// jobs were ready on a device. Events are kept in memory, in buffers of the thread that records
/// them. The file is written whenever a device was destroyed, each time with all events so far, and
/// when the process ends; what threads still record while it is written may be missing. A forked
/// child does not write.
///
/// Any thread may record at any time, without a lock. When tracing is off, all that is left is the
/// test of a constant in memory. Nothing here fails: events there is no memory for are counted and
/// left out. Format: "Trace Event Format", Google, 2016.
#pragma once

#include <cstdint>

namespace mux::host::trace {

namespace detail {
extern bool is_on;
}

/// Whether the program is being traced. Set before the first device exists and never again.
inline bool on() {
  return detail::is_on;
}

/// Looks at the environment. Called when a device is created.
void start();
/// Writes the file, if a device was traced. Called when a device was destroyed; a process that ends
/// without destroying its devices writes the file as it exits.
void write();

/// The time of an event. Not nanoseconds: the processor's own count.
uint64_t now();

/// A copy of a name that lives as long as the process, for use in slices; the name itself when
/// tracing is off.
const char *keep_name(const char *name);

/// Says what the calling thread is for.
void name_thread(const char *name);

struct Slice {
  /// Lives as long as the process.
  const char *name;
  uint64_t begin;
  /// The submission, and the command in its plan: arrows find the slice by them.
  uint64_t submission;
  uint32_t command;
  uint32_t tile;
  /// Of the tile: bytes, or work-groups.
  uint64_t size;
};

/// The calling thread has been busy with this from `begin` until now.
void slice(const Slice &slice);
/// The calling thread retired a command, which released another.
void arrow(uint64_t submission, uint32_t from, uint32_t to);
/// Jobs that are ready and not yet taken.
void ready_jobs(uint64_t count);

}  // namespace mux::host::trace
