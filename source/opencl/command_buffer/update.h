/// @file
/// An update of several commands of a command buffer, validated as a whole before anything changes.
#pragma once

#include <mux/extensions.h>

#include <span>
#include <vector>

#include "opencl/command_buffer/mutable_command.h"
#include "opencl/queue/queue.h"

namespace mux::opencl {

/// Used with the command buffer's lock held.
class Update {
 public:
  /// @param queue that the command buffer was created with.
  Update(const CommandBuffer &command_buffer, const Queue &queue)
      : command_buffer_(command_buffer), queue_(queue) {}

  /// Adds a configuration and validates it, except for conditions on the final state. Fails with
  /// the codes of clUpdateMutableCommandsKHR().
  void add(const cl_mutable_dispatch_config_khr &config);
  /// Validates the final states. Returns the updates for mux, which point to the states.
  std::vector<mux_ndrange_update_t> check_all();
  /// The commands with their final states.
  std::span<UpdatedCommand> commands() { return commands_; }

 private:
  UpdatedCommand &change_of(MutableCommand &command);

  const CommandBuffer &command_buffer_;
  const Queue &queue_;
  std::vector<UpdatedCommand> commands_;
};

}  // namespace mux::opencl
