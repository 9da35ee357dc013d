// A command buffer: the commands recorded so far, then the plan made of them, and the runs in
// flight.
//
// Several threads may record at once; the program serialises that with finalizing and resetting.
// Once finalized, any thread may dispatch it, update its descriptors or clone it, all at once. A
// dispatch takes the arguments of the updates that returned before it. Records and sync-points live
// until the command buffer is reset or destroyed. Both wait until nothing touches its runs any
// more: a worker may still hold one for a moment after its fence was signalled. What fails leaves
// the command buffer as it was.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "host/allocator.h"
#include "host/command.h"
#include "host/kernel_arguments.h"
#include "host/open_queries.h"
#include "host/schedule/plan.h"
#include "host/schedule/run.h"
#include "host/schedule/use_count.h"

namespace mux::host {

class Device;

class CommandBuffer : public mux_command_buffer_s {
 public:
  CommandBuffer(Device &device, mux_callback_info_t callback_info,
                const Allocator &allocator) noexcept;
  // Nothing may be in flight, unless this is a forked child.
  ~CommandBuffer();
  CommandBuffer(const CommandBuffer &) = delete;
  CommandBuffer &operator=(const CommandBuffer &) = delete;

  static CommandBuffer &of(mux_command_buffer_t command_buffer) {
    return *static_cast<CommandBuffer *>(command_buffer);
  }

  bool finalized() const { return finalized_; }
  mux_result_t finalize();
  // Changes arguments of a recorded ND-range: all of them, or none if one is wrong.
  mux_result_t update_descriptors(mux_command_id_t command_id, const ArgumentChanges &changes);
  // Becomes a finalized copy of a finalized command buffer. Only of one just created.
  mux_result_t copy(CommandBuffer &original);
  // Back to recording, with nothing recorded. Nothing may be in flight.
  void clear();
  bool idle() const { return runs_in_use_.unused(); }
  void wait_until_idle() { runs_in_use_.wait_until_unused(); }

  // A run of the current plan, prepared; NULL if there is no memory. From any thread.
  Run *acquire_run(const Run::Request &request, uint32_t wait_length,
                   const mux_semaphore_t *signal_semaphores, uint32_t signal_length);
  // Takes back a run that nobody holds any more. The last access of the caller to this object.
  void recycle(Run &run);

  // Tells the program about an error while commands ran. On a worker, without any lock held.
  bool has_message_callback() const { return callback_info_.callback; }
  void send_message(const char *message) const;
  // With data, because it is not about an error. There must be a callback.
  void send_message(const std::string &message, mux_message_kind_e kind) const;

  // Where its kernels print; see muxSetKernelOutput().
  mux_kernel_output_e kernel_output() const { return kernel_output_; }
  mux_result_t set_kernel_output(mux_kernel_output_e output);
  // Hands the text of a printf call, with a null character behind it, to the program's callback. On
  // a worker that runs a kernel.
  void send_printed_text(std::string_view text);

  Device &owner() const;
  const Allocator &allocator() const { return allocator_; }
  mux_callback_info_s callback_info() const { return callback_info_; }

 private:
  friend class Recording;

  // One block for each worker and one for a thread that helps. More are made when they are needed.
  mux_result_t reserve_scratch(uint64_t size);
  mux_result_t fail_to_plan() const;
  // A plan of the commands as they are now; NULL if there is no memory.
  Plan *build_plan() const;
  // Makes dispatches from now on take this plan.
  void publish(Plan *plan);
  // Whether commands touch other memory than the plan was made for: an update gave them other
  // buffers, or memory of the device was bound again. With either lock held.
  bool outdated() const;
  // Makes the plan anew if it is outdated. Returns false if there is no memory.
  bool renew_plan();
  // Takes a free run out of the list of all runs. Under the lock of the runs.
  void disown(Run &run);

  Allocator allocator_;
  mux_callback_info_s callback_info_;
  // Held while a command is recorded.
  Lock recording_lock_;
  Arena arena_;
  Array<RecordedCommand> commands_;
  mux_kernel_output_e kernel_output_ = mux_kernel_output_stdout;
  // Held while the program's callback has a text.
  Lock text_lock_;
  OpenQueries open_queries_;
  bool finalized_ = false;

  // Held while recorded descriptors are changed or copied, before the other lock is taken.
  Lock update_lock_;
  // What every dispatch touches, on a cache line.
  alignas(64) UseCount runs_in_use_;
  Lock runs_lock_;
  // Under the lock from here on; the first two change only with the lock above held as well, and
  // may be read with either.
  Plan *plan_ = nullptr;
  bool buffers_changed_ = false;
  // All runs, and those not in flight.
  Run *owned_runs_ = nullptr;
  Run *free_runs_ = nullptr;
};

// A sync-point, which stands for a command until the command buffer is reset or destroyed.
struct SyncPoint : mux_sync_point_s {
  uint32_t command;
};

// The sync-points that a command waits for.
struct WaitList {
  uint32_t length;
  const mux_sync_point_t *sync_points;
};

// The recording of one command, one after the other: several threads may record into one command
// buffer. What it allocates from the arena is freed again unless the command
// is committed.
class Recording {
 public:
  Recording(mux_command_buffer_t command_buffer, const WaitList &wait_list);
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  // Whether the command buffer takes commands; if not, the text of the error is set.
  bool open() const;
  mux_device_t device() const { return command_buffer_.device; }
  Arena &arena() { return command_buffer_.arena_; }
  OpenQueries &open_queries() { return command_buffer_.open_queries_; }

  // Appends the command, and makes a sync-point for it if one is wanted.
  mux_result_t commit(RecordedCommand command, mux_sync_point_t *out_sync_point);

 private:
  CommandBuffer &command_buffer_;
  WaitList wait_list_;
  Arena::Mark mark_{};
  bool committed_ = false;
};

mux_result_t create_command_buffer(mux_device_t device, mux_callback_info_t callback_info,
                                   mux_allocator_info_t allocator_info,
                                   mux_command_buffer_t *out_command_buffer);
void destroy_command_buffer(mux_device_t device, mux_command_buffer_t command_buffer,
                            mux_allocator_info_t allocator_info);
mux_result_t finalize_command_buffer(mux_command_buffer_t command_buffer);
mux_result_t clone_command_buffer(mux_device_t device, mux_allocator_info_t allocator_info,
                                  mux_command_buffer_t command_buffer,
                                  mux_command_buffer_t *out_command_buffer);
mux_result_t update_descriptors(mux_command_buffer_t command_buffer, mux_command_id_t command_id,
                                uint64_t num_args, uint64_t *arg_indices,
                                mux_descriptor_info_t *descriptors);
mux_result_t reset_command_buffer(mux_command_buffer_t command_buffer);

}  // namespace mux::host
