/// @file
/// A grid whose size is in a buffer: a command of the host that reads the size, and runs the
/// ND-range in a command buffer of its own.
#pragma once

#include <memory>

#include "gallium/compute/grid.h"

namespace mux::gallium {

class IndirectGrid final : public RefCounted {
 public:
  IndirectGrid(Context &context, const EntryPoint &entry_point, const mux_gallium_grid_info_t &info,
               std::unique_ptr<Arguments> arguments, const std::byte *sizes);

  Arguments &arguments() const { return *arguments_; }
  /// The command.
  static void run(mux_queue_t queue, mux_command_buffer_t commands, void *user_data);

 private:
  mux_result_t dispatch(mux_queue_t queue) const;
  Range read_range() const;

  Ref<Screen> screen_;
  Stream &stream_;
  Ref<ComputeState> program_;
  const EntryPoint &entry_point_;
  mux_gallium_grid_info_t info_;
  std::unique_ptr<Arguments> arguments_;
  const std::byte *sizes_;
};

}  // namespace mux::gallium
