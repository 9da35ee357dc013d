#include "host/support/object_id.h"

#include <atomic>

namespace mux::host {
namespace {

/// Relaxed accesses suffice: it is set before any object exists.
std::atomic<mux_target_id_t> id_of_target{MUX_NULL_ID};

}  // namespace

void set_target_id(mux_target_id_t id) {
  id_of_target.store(id, std::memory_order_relaxed);
}

mux_target_id_t target_id() {
  return id_of_target.load(std::memory_order_relaxed);
}

}  // namespace mux::host
