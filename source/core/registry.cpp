#include "core/registry.h"

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

#include "core/builtin_targets.h"
#include "core/call.h"
#include "core/validation.h"

namespace mux::core {
namespace {

constexpr mux_target_id_t capacity = 32;

struct Registry {
  std::array<mux_target_hooks_t, capacity> targets = {};
  // Published with release after its entry was written: whoever sees the count sees the entries.
  std::atomic<mux_target_id_t> count = 0;
  std::mutex adding;
};

constinit Registry registry;

// Returns the id of the new target, 0 if the table is full.
mux_target_id_t add_target(const mux_target_hooks_t &hooks) {
  const std::lock_guard<std::mutex> guard(registry.adding);
  const mux_target_id_t index = registry.count.load(std::memory_order_relaxed);
  if (index == capacity) {
    return MUX_NULL_ID;
  }
  const mux_target_id_t id = index + 1;
  registry.targets[index] = hooks;
  if (hooks.set_target_id) {
    hooks.set_target_id(id);
  }
  registry.count.store(id, std::memory_order_release);
  return id;
}

// Objects come from devices and devices from enumeration, so enumerating, creating devices and
// registering are the only ways in that have to see the built-in targets first.
void add_builtin_targets() {
  static const bool added = [] {
    for (const mux_target_hooks_t *hooks : builtin_targets()) {
      add_target(*hooks);
    }
    return true;
  }();
  static_cast<void>(added);
}

}  // namespace

const mux_target_hooks_t *find_target(mux_id_t id) {
  // Wraps around for 0, which no target has.
  const mux_target_id_t index = (id & ~static_cast<mux_id_t>(mux_object_id_mask)) - 1;
  return index < registry.count.load(std::memory_order_acquire) ? &registry.targets[index]
                                                                : nullptr;
}

mux_target_id_t target_count() {
  add_builtin_targets();
  return registry.count.load(std::memory_order_acquire);
}

}  // namespace mux::core

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxRegisterTarget(const mux_target_hooks_t *hooks, mux_target_id_t *out_target_id) {
  Call call("muxRegisterTarget");
  if (!check::not_null(call, "muxRegisterTarget.hooks", "hooks", hooks) ||
      !check::not_zero(call, "muxRegisterTarget.size", "hooks->size", hooks->size) ||
      !check::at_most(call, "muxRegisterTarget.size", "hooks->size", hooks->size,
                      "the size this library knows,", sizeof(mux_target_hooks_t)) ||
      !check::multiple_of(call, "muxRegisterTarget.size", "hooks->size", hooks->size,
                          sizeof(void *))) {
    return call.finish();
  }
  mux_target_hooks_t known = {};
  std::memcpy(&known, hooks, hooks->size);
  if (!check::not_null(call, "muxRegisterTarget.name", "hooks->name", known.name) ||
      !check::not_null(call, "muxRegisterTarget.get_device_infos", "hooks->get_device_infos",
                       known.get_device_infos) ||
      !check::out(call, "muxRegisterTarget.out", "out_target_id", out_target_id)) {
    return call.finish();
  }
  mux::core::target_count();
  const mux_target_id_t id = mux::core::add_target(known);
  if (id == MUX_NULL_ID) {
    call.fail("muxRegisterTarget.capacity", mux_error_out_of_memory,
              "the table of targets is full, it holds %u", mux::core::capacity);
    return call.finish();
  }
  *out_target_id = id;
  return call.finish();
}
