/// @file
/// Ranges of slots, and what they are set to.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// The bindings of a stage; fails if there is no such stage.
StageBindings &checked_stage(Context &context, uint32_t stage);

/// Fails if a range of slots is beyond `limit`.
void check_slots(uint32_t start, uint32_t count, size_t limit);

/// Sets slots to objects of the context; NULL frees them. Changes nothing on failure.
template <typename T, size_t size>
void set_slots(Context &context, std::array<Ref<T>, size> &slots, uint32_t start, uint32_t count,
               const typename T::HandleType *handles) {
  check_slots(start, count, size);
  std::vector<Ref<T>> made(count);
  for (uint32_t index = 0; handles != nullptr && index < count; ++index) {
    if (handles[index] != nullptr) {
      made[index] = Ref<T>(checked<T>(handles[index], &context));
    }
  }
  std::move(made.begin(), made.end(), slots.begin() + start);
}

/// A range of a buffer as a slot; fails if it is not aligned or beyond the buffer.
BufferSlot checked_buffer(mux_gallium_resource_t resource, uint64_t offset, uint64_t size,
                          uint32_t alignment);

/// Sets slots to ranges of buffers; NULL frees them. Changes nothing on failure.
void set_buffers(std::span<BufferSlot> slots, uint32_t start, uint32_t count,
                 const mux_gallium_shader_buffer_t *buffers, uint32_t alignment);

}  // namespace mux::gallium
