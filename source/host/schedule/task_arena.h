/// @file
/// Wrapper of oneTBB's task_arena, into which worker tasks are enqueued.
///
/// The source file is compiled without the thread sanitizer: oneTBB is not instrumented, so the
/// sanitizer does not see that it orders the handover of a task to another thread. All shared data
/// is ordered by our own locks. Thread-safe; no exception leaves these functions.
#pragma once

#include <cstdint>

#include "host/support/allocator.h"

namespace mux::host {

class TaskArena;

/// Creates an arena of `slots` slots, one of them reserved for a thread that enters it with
/// execute(). Returns NULL if an allocation fails.
TaskArena *create_task_arena(const Allocator &allocator, uint32_t slots);
void destroy_task_arena(const Allocator &allocator, TaskArena *arena);

/// Enqueues a call on one of oneTBB's threads. Returns false if an allocation fails.
bool enqueue_task(TaskArena &arena, void (*function)(void *object, uint64_t argument), void *object,
                  uint64_t argument);

/// Calls the function, which must not throw, on this thread inside the arena. Returns false,
/// without having called it, if the thread cannot enter.
bool execute_in_arena(TaskArena &arena, void (*function)(void *object), void *object);

/// Returns the slot of its arena that the calling thread occupies; 0 outside of all arenas.
uint32_t current_slot();

}  // namespace mux::host
