/// @file
/// One update of commands of a command buffer: checked as a whole before anything changes.
#pragma once

#include <mux/extensions.h>

#include <span>
#include <vector>

#include "opencl/command_buffer/mutable_command.h"
#include "opencl/queue/queue.h"

namespace mux::opencl {

/// For the holder of the command buffer's lock.
class Update {
 public:
  /// @param queue that the command buffer was created with.
  Update(const CommandBuffer &command_buffer, const Queue &queue)
      : command_buffer_(command_buffer), queue_(queue) {}

  /// Checks what is to become of a command, apart from what only the last update of it can tell.
  /// Fails with the codes of clUpdateMutableCommandsKHR().
  void add(const cl_mutable_dispatch_config_khr &config);
  /// Checks the commands as they will be. What is returned points to them, and is what mux has to
  /// change.
  std::vector<mux_ndrange_update_t> check_all();
  /// What becomes of them.
  std::span<UpdatedCommand> commands() { return commands_; }

 private:
  UpdatedCommand &change_of(MutableCommand &command);

  const CommandBuffer &command_buffer_;
  const Queue &queue_;
  std::vector<UpdatedCommand> commands_;
};

}  // namespace mux::opencl
