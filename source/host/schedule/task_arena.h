/// @file
/// oneTBB as this room uses it: an arena to put worker tasks into.
///
/// Its source file is compiled without the thread sanitizer. oneTBB itself is not instrumented, so
/// a sanitizer cannot see that it hands a task over to another thread in order; everything that
/// matters is handed over by our own locks. Any thread may call these; no exception comes out.
#pragma once

#include <cstdint>

#include "host/support/allocator.h"

namespace mux::host {

class TaskArena;

/// An arena of `slots` slots, one of them reserved for a thread that enters it with execute(); NULL
/// if there is no memory.
TaskArena *create_task_arena(const Allocator &allocator, uint32_t slots);
void destroy_task_arena(const Allocator &allocator, TaskArena *arena);

/// Has one of oneTBB's threads call the function some time. Returns false if there is no memory.
bool enqueue_task(TaskArena &arena, void (*function)(void *object, uint64_t argument), void *object,
                  uint64_t argument);

/// Calls the function, which must not throw, on this thread inside the arena. Returns false,
/// without having called it, if the thread cannot enter.
bool execute_in_arena(TaskArena &arena, void (*function)(void *object), void *object);

/// The slot of its arena that the calling thread occupies; 0 outside of all arenas.
uint32_t current_slot();

}  // namespace mux::host
