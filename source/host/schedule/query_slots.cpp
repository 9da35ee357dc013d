#include "host/schedule/query_slots.h"

#include <cstring>

namespace mux::host {

size_t QuerySlots::result_size(mux_query_type_e type) {
  return type == mux_query_type_duration ? sizeof(struct mux_query_duration_result_s)
                                         : sizeof(struct mux_query_counter_result_s);
}

void QuerySlots::write(uint32_t slot, const struct mux_query_duration_result_s &result) {
  const LockGuard guard(lock_);
  std::memcpy(results_ + slot * sizeof result, &result, sizeof result);
}

void QuerySlots::write(uint32_t slot, const struct mux_query_counter_result_s &result) {
  const LockGuard guard(lock_);
  std::memcpy(results_ + slot * sizeof result, &result, sizeof result);
}

void QuerySlots::reset(uint32_t slot, uint32_t slots) {
  const size_t size = result_size(type_);
  const LockGuard guard(lock_);
  std::memset(results_ + slot * size, 0, slots * size);
}

void QuerySlots::read(uint32_t slot, uint32_t slots, void *data, size_t stride) {
  const LockGuard guard(lock_);
  copy(slot, slots, data, stride);
}

void QuerySlots::read_in_forked_child(uint32_t slot, uint32_t slots, void *data, size_t stride) {
  copy(slot, slots, data, stride);
}

void QuerySlots::copy(uint32_t slot, uint32_t slots, void *data, size_t stride) const {
  const size_t size = result_size(type_);
  for (uint32_t index = 0; index < slots; ++index) {
    std::memcpy(static_cast<std::byte *>(data) + index * stride, results_ + (slot + index) * size,
                size);
  }
}

}  // namespace mux::host
