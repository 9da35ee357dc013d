#include "opencl/command_buffer/command_recorder.h"

namespace mux::opencl {

CommandBuffer &recording_buffer(cl_command_buffer_khr handle, const CommandInfo &info) {
  CommandBuffer &command_buffer = checked<CommandBuffer>(handle);
  require(info.queue == nullptr, CL_INVALID_COMMAND_QUEUE,
          "a command buffer is for one queue, and command_queue has to be NULL");
  command_buffer.require_recording(info.sync_points);
  return command_buffer;
}

CommandRecorder::CommandRecorder(cl_command_buffer_khr handle, const CommandInfo &info)
    : CommandRecorder(recording_buffer(handle, info), info.sync_points) {
  require(info.properties == nullptr || *info.properties == 0, CL_INVALID_VALUE,
          "there are no properties of such a command");
  require(info.handle == nullptr, CL_INVALID_VALUE, "such a command has no handle");
}

}  // namespace mux::opencl
