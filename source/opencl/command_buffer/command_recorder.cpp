#include "opencl/command_buffer/command_recorder.h"

namespace mux::opencl {

CommandBuffer &recording_buffer(cl_command_buffer_khr handle, const CommandInfo &info) {
  CommandBuffer &command_buffer = checked<CommandBuffer>(handle);
  require(info.queue == nullptr, CL_INVALID_COMMAND_QUEUE,
          "command_queue is not NULL; multi-queue command buffers are not supported");
  command_buffer.require_recording(info.sync_points);
  return command_buffer;
}

CommandRecorder::CommandRecorder(cl_command_buffer_khr handle, const CommandInfo &info)
    : CommandRecorder(recording_buffer(handle, info), info.sync_points) {
  require(info.properties == nullptr || *info.properties == 0, CL_INVALID_VALUE,
          "properties is not NULL, and the command has no properties");
  require(info.handle == nullptr, CL_INVALID_VALUE,
          "mutable_handle is not NULL, and the command is not mutable");
}

}  // namespace mux::opencl
