#include "gallium/compute/indirect.h"

#include <cstring>

namespace mux::gallium {

IndirectGrid::IndirectGrid(Context &context, const EntryPoint &entry_point,
                           const mux_gallium_grid_info_t &info,
                           std::unique_ptr<Arguments> arguments, const std::byte *sizes)
    : screen_(context.screen()),
      stream_(context.stream()),
      program_(context.bindings().program),
      entry_point_(entry_point),
      info_(info),
      arguments_(std::move(arguments)),
      sizes_(sizes) {}

Range IndirectGrid::read_range() const {
  std::array<uint32_t, 3> groups{};
  std::memcpy(groups.data(), sizes_, sizeof groups);
  return range_of(screen_->info(), info_, groups);
}

mux_result_t IndirectGrid::dispatch(mux_queue_t queue) const {
  Range range{};
  try {
    range = read_range();
  } catch (const client::Failure &) {
    // More work-groups than the limits allow: undefined, so nothing runs.
    return mux_success;
  }
  if (range.is_empty()) {
    return mux_success;
  }
  mux_device_t device = screen_->device();
  const mux_allocator_info_t allocator = screen_->allocator();
  mux_command_buffer_t commands = nullptr;
  mux_fence_t fence = nullptr;
  mux_result_t result = muxCreateCommandBuffer(device, nullptr, allocator, &commands);
  if (result == mux_success) {
    result = muxCreateFence(device, allocator, &fence);
  }
  if (result == mux_success) {
    result =
        record_range(commands, entry_point_, arguments_->descriptors(), range, 0, nullptr, nullptr);
  }
  if (result == mux_success) {
    result = muxFinalizeCommandBuffer(commands);
  }
  if (result == mux_success) {
    result = muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
  }
  if (result == mux_success) {
    // Waits for another command buffer than the one that this command is in, and helps.
    result = muxWait(queue, fence);
  }
  if (fence != nullptr) {
    muxDestroyFence(device, fence, allocator);
  }
  if (commands != nullptr) {
    muxDestroyCommandBuffer(device, commands, allocator);
  }
  return result;
}

void IndirectGrid::run(mux_queue_t queue, mux_command_buffer_t, void *user_data) {
  const auto &grid = *static_cast<const IndirectGrid *>(user_data);
  if (grid.dispatch(queue) != mux_success) {
    grid.stream_.report("an indirect grid could not be run");
  }
}

}  // namespace mux::gallium
