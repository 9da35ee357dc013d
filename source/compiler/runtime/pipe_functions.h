/// @file
/// Reservations in pipes (mux/pipe.h): functions that compiled kernels call, once for each
/// work-item.
///
/// They are lock-free, have no state of their own, do not allocate, and any number of threads may
/// call them for one pipe. None blocks: a function retries only after another thread has made
/// progress. The reader of a packet sees everything that was written to it before it was committed,
/// and a writer that gets a slot may overwrite it, because all reads of it have completed.
///
///     uint64_t mux_pipe_reserve_read(mux_pipe_t *, uint32_t count)
///     uint64_t mux_pipe_reserve_write(mux_pipe_t *, uint32_t count)
///         Reserves `count` consecutive packets or slots: the index of the first slot in the lower
///         32 bits, `count` in the upper. 0 if there are not enough, or `count` is 0.
///     void mux_pipe_commit_read(mux_pipe_t *, uint64_t reservation)
///     void mux_pipe_commit_write(mux_pipe_t *, uint64_t reservation)
///         Must be called once for each reservation. Invalid reservations are ignored.
///     uint32_t mux_pipe_count(mux_pipe_t *)
///         Number of packets that were committed and not yet removed.

#pragma once

#include <span>

#include "compiler/abi/runtime_function.h"

namespace mux::compiler::builtins {

std::span<const RuntimeFunction> pipe_functions();

}  // namespace mux::compiler::builtins
