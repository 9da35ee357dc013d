#include "core/registry.h"

#include <array>
#include <atomic>

#include "core/builtin_targets.h"
#include "support/mutex.h"

namespace mux::core {
namespace {

struct Registry {
  std::array<mux_target_hooks_t, target_capacity> targets = {};
  /// Incremented with release after an entry was written: a reader of the count sees the entries.
  std::atomic<mux_target_id_t> count = 0;
  /// Held while an entry is added.
  Mutex adding;
};

constinit Registry registry;

/// As add_target(), without adding the built-in targets first.
mux_target_id_t add(const mux_target_hooks_t &hooks) {
  const MutexGuard guard(registry.adding);
  const mux_target_id_t index = registry.count.load(std::memory_order_relaxed);
  if (index == target_capacity) {
    return MUX_NULL_ID;
  }
  const mux_target_id_t id = index + 1;
  registry.targets[index] = hooks;
  if (hooks.set_target_id != nullptr) {
    hooks.set_target_id(id);
  }
  registry.count.store(id, std::memory_order_release);
  return id;
}

/// Called by enumeration, device creation and registration only: every other call needs an object,
/// which comes from a device of an enumerated target.
void add_builtin_targets() {
  static const bool added = [] {
    for (const mux_target_hooks_t *hooks : builtin_targets()) {
      add(*hooks);
    }
    return true;
  }();
  static_cast<void>(added);
}

}  // namespace

const mux_target_hooks_t *find_target(mux_id_t id) {
  // Wraps around for 0, which is no target's id.
  const mux_target_id_t index = (id & ~static_cast<mux_id_t>(mux_object_id_mask)) - 1;
  return index < registry.count.load(std::memory_order_acquire) ? &registry.targets[index]
                                                                : nullptr;
}

mux_target_id_t add_target(const mux_target_hooks_t &hooks) {
  add_builtin_targets();
  return add(hooks);
}

mux_target_id_t target_count() {
  add_builtin_targets();
  return registry.count.load(std::memory_order_acquire);
}

}  // namespace mux::core
