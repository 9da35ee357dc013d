#include "gallium/binding/slots.h"

#include <algorithm>

namespace mux::gallium {

StageBindings &checked_stage(Context &context, uint32_t stage) {
  require_valid(stage < mux_gallium_stage_count, "an unknown stage");
  return context.bindings().stages.at(stage);
}

void check_slots(uint32_t start, uint32_t count, size_t limit) {
  require_valid(start <= limit && count <= limit - start, "the slots are beyond the limit");
}

BufferSlot checked_buffer(mux_gallium_resource_t resource, uint64_t offset, uint64_t size,
                          uint32_t alignment) {
  Resource &of = checked<Resource>(resource);
  require_valid(of.is_buffer(), "the resource is not a buffer");
  require_valid(offset % alignment == 0, "the offset is not aligned");
  require_valid(offset <= of.size(), "the offset is beyond the buffer");
  BufferSlot slot;
  slot.resource = Ref<Resource>(of);
  slot.offset = offset;
  slot.size = std::min(size, of.size() - offset);
  return slot;
}

void set_buffers(std::span<BufferSlot> slots, uint32_t start, uint32_t count,
                 const mux_gallium_shader_buffer_t *buffers, uint32_t alignment) {
  check_slots(start, count, slots.size());
  std::vector<BufferSlot> made(count);
  for (uint32_t index = 0; buffers != nullptr && index < count; ++index) {
    const mux_gallium_shader_buffer_t &from = buffers[index];
    if (from.resource != nullptr) {
      made[index] = checked_buffer(from.resource, from.offset, from.size, alignment);
    }
  }
  std::ranges::move(made, slots.begin() + start);
}

}  // namespace mux::gallium
