/// @file
/// The functions behind reservations in pipes (mux/pipe.h): what compiled kernels call, once for
/// each work-item.
///
/// They know nothing of LLVM, keep nothing, allocate nothing, and may be called for one pipe from
/// any number of threads. None waits: a function tries again only where another thread got ahead of
/// it. Who gets a packet sees all that was written into it before it was committed, and who gets a
/// place may overwrite it, for all reading of it has been done.
///
///     uint64_t mux_pipe_reserve_read(mux_pipe_t *, uint32_t count)
///     uint64_t mux_pipe_reserve_write(mux_pipe_t *, uint32_t count)
///         `count` packets or places that follow each other: the first one's place in the lower 32
///         bits, `count` in the upper. 0 if there are not as many, or `count` is 0.
///     void mux_pipe_commit_read(mux_pipe_t *, uint64_t reservation)
///     void mux_pipe_commit_write(mux_pipe_t *, uint64_t reservation)
///         Each reservation is committed once. What cannot be one is ignored.
///     uint32_t mux_pipe_count(mux_pipe_t *)
///         Packets that were committed and not yet removed.

#pragma once

#include <span>

#include "compiler/abi/runtime_function.h"

namespace mux::compiler::builtins {

std::span<const RuntimeFunction> pipe_functions();

}  // namespace mux::compiler::builtins
