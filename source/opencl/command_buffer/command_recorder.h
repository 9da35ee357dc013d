/// @file
/// Common code of the entry points that record commands.
#pragma once

#include "opencl/command_buffer/command_buffer.h"

namespace mux::opencl {

/// The arguments common to all clCommand*KHR().
struct CommandInfo {
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  SyncPoints sync_points;
  /// Where the handle of the command is returned, or NULL.
  cl_mutable_command_khr *handle;
};

/// Validates that a command can be recorded, and returns the command buffer. Fails with
/// CL_INVALID_COMMAND_BUFFER_KHR, CL_INVALID_COMMAND_QUEUE, CL_INVALID_OPERATION or
/// CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
CommandBuffer &recording_buffer(cl_command_buffer_khr handle, const CommandInfo &info);

/// Records one command that is not mutable.
class CommandRecorder final : public Recorder {
 public:
  /// Fails as recording_buffer() does, and with CL_INVALID_VALUE if there are properties or a
  /// handle is requested.
  CommandRecorder(cl_command_buffer_khr handle, const CommandInfo &info);
  CommandRecorder(CommandBuffer &command_buffer, const SyncPoints &sync_points)
      : command_buffer_(command_buffer), sync_points_(sync_points) {}

  Context &context() const override { return command_buffer_.context(); }
  Device &device() const override { return command_buffer_.queue().device(); }
  size_t device_index() const override { return command_buffer_.queue().device_index(); }
  void record(Record record_command) override {
    command_buffer_.record(sync_points_, record_command);
  }
  void record_barrier() { command_buffer_.record_barrier(sync_points_); }

 private:
  CommandBuffer &command_buffer_;
  SyncPoints sync_points_;
};

}  // namespace mux::opencl
