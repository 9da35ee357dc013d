#include "host/schedule/task_arena.h"

#include <tbb/task_arena.h>

#include <new>

namespace mux::host {

class TaskArena {
 public:
  explicit TaskArena(uint32_t slots) : arena_(static_cast<int>(slots), 1) {}
  tbb::task_arena &arena() { return arena_; }

 private:
  tbb::task_arena arena_;
};

TaskArena *create_task_arena(const Allocator &allocator, uint32_t slots) {
  void *memory = allocator.allocate(sizeof(TaskArena), alignof(TaskArena));
  if (memory == nullptr) {
    return nullptr;
  }
  auto *arena = new (memory) TaskArena(slots);
  try {
    arena->arena().initialize();
    return arena;
  } catch (...) {
    destroy_task_arena(allocator, arena);
    return nullptr;
  }
}

void destroy_task_arena(const Allocator &allocator, TaskArena *arena) {
  Allocator::destroy(allocator, arena);
}

bool enqueue_task(TaskArena &arena, void (*function)(void *object, uint64_t argument), void *object,
                  uint64_t argument) {
  try {
    arena.arena().enqueue([function, object, argument] { function(object, argument); });
    return true;
  } catch (...) {
    return false;
  }
}

bool execute_in_arena(TaskArena &arena, void (*function)(void *object), void *object) {
  try {
    arena.arena().execute([function, object] { function(object); });
    return true;
  } catch (...) {
    return false;
  }
}

uint32_t current_slot() {
  const int slot = tbb::this_task_arena::current_thread_index();
  return slot == tbb::task_arena::not_initialized ? 0 : static_cast<uint32_t>(slot);
}

}  // namespace mux::host
