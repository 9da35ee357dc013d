/// @file
/// A command buffer (cl_khr_command_buffer): commands that are recorded once and enqueued any
/// number of times.
///
/// It is implemented by a finalized mux command buffer; each enqueue is one dispatch, of which
/// several may be in flight. Commands of an in-order queue are ordered by the memory they access,
/// as in batches (queue.h); sync-points are those of mux.
///
/// Objects that commands use are retained as long as the command buffer lives. For mutable
/// commands, these are the objects in use now; objects used before an update are retained by the
/// dispatches of that time (Generation).
#pragma once

#include <mux/mux.h>

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "opencl/command_buffer/generation.h"
#include "opencl/command_buffer/mutable_command.h"
#include "opencl/queue/queue.h"

struct _cl_command_buffer_khr : mux::opencl::Handle {
  using Handle::Handle;
};

namespace mux::opencl {

/// The sync-points that a command waits for, and where its own is returned, or NULL.
struct SyncPoints {
  cl_uint count;
  const cl_sync_point_khr *list;
  cl_sync_point_khr *out;
};

class CommandBuffer final : public Object, public _cl_command_buffer_khr {
 public:
  using HandleType = cl_command_buffer_khr;
  static constexpr Kind kind_of = Kind::command_buffer;
  static constexpr cl_int invalid = CL_INVALID_COMMAND_BUFFER_KHR;
  static constexpr const char *invalid_text = "not a command buffer of this platform";

  struct Properties {
    cl_command_buffer_flags_khr flags = 0;
    cl_mutable_dispatch_asserts_khr asserts = 0;
    /// With the terminating 0; empty if there were none.
    std::vector<cl_command_buffer_properties_khr> list;
  };

  CommandBuffer(Queue &queue, Properties properties);
  ~CommandBuffer() override;

  /// The queue that it was created with.
  Queue &queue() const { return *queue_; }
  Context &context() const { return queue_->context(); }
  const Properties &properties() const { return properties_; }
  bool is_mutable() const { return (properties_.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0; }
  cl_command_buffer_state_khr state() const;

  /// Fails with CL_INVALID_OPERATION if it is finalized, and with
  /// CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  void require_recording(const SyncPoints &sync_points) const;
  /// Records a command. Fails with CL_INVALID_OPERATION or CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  /// @param command for the program's handle, which retains the objects in use; NULL without a
  /// handle.
  void record(const SyncPoints &sync_points, Record record_command,
              std::unique_ptr<MutableCommand> command = nullptr);
  /// Records a barrier: all later commands wait for its wait list, or for all earlier commands.
  void record_barrier(const SyncPoints &sync_points);
  void finalize();
  /// Enqueues the commands on a queue of the same device and context.
  void enqueue(Queue &queue, const Enqueue &info);

  /// The current state of a command.
  MutableCommand::State state_of(const MutableCommand &command) const;
  /// Updates commands: all of them or none.
  void update(std::span<const cl_mutable_dispatch_config_khr *const> configs);

 private:
  std::vector<mux_sync_point_t> dependencies_of(const SyncPoints &sync_points) const;
  void require_unfinished() const;
  /// Replaces the states of commands after mux has updated them. Cannot fail after
  /// prepare_retirement().
  void replace_states(std::span<UpdatedCommand> updated) noexcept;
  Ref<Generation> prepare_retirement(std::span<const UpdatedCommand> updated);

  Ref<Queue> queue_;
  Properties properties_;
  mux_callback_info_s messages_;
  mux_command_buffer_t commands_ = nullptr;

  mutable std::mutex lock_;
  bool finalized_ = false;
  mux_command_id_t recorded_ = 0;
  /// Sync-points returned to the program, which identifies them by position, starting at 1.
  std::vector<mux_sync_point_t> sync_points_;
  /// The barrier that all later commands wait for, or NULL.
  mux_sync_point_t barrier_ = nullptr;
  /// Objects used by commands that cannot be updated.
  std::vector<Ref<RefCounted>> kept_;
  std::vector<std::unique_ptr<MutableCommand>> mutable_commands_;
  /// Number of commands with unset arguments.
  size_t incomplete_ = 0;
  Ref<Generation> generation_;
};

}  // namespace mux::opencl
