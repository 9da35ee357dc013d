/// @file
/// A command buffer: the commands recorded so far, then the plan made of them, and the submissions
/// in flight.
///
/// Several threads may record at once, and several may reset it; the program serializes recording
/// with finalizing and resetting. Once finalized, any thread may dispatch it, update its
/// descriptors or clone it, all at once. A dispatch takes the arguments of the updates that
/// returned before it. Records and sync-points live until the command buffer is reset or destroyed.
/// Both wait until nothing touches its submissions any more: a worker may still hold one for a
/// moment after its fence was signalled. What fails leaves the command buffer as it was.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <cstdint>
#include <span>

#include "host/record/kernel_arguments.h"
#include "host/record/open_queries.h"
#include "host/record/recorded_command.h"
#include "host/record/sync_points.h"
#include "host/schedule/messages.h"
#include "host/schedule/plan.h"
#include "host/schedule/submission.h"
#include "host/schedule/submission_pool.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"

namespace mux::host {

class Device;

class CommandBuffer : public mux_command_buffer_s {
 public:
  CommandBuffer(Device &device, mux_callback_info_t callback_info,
                const Allocator &allocator) noexcept;
  /// Nothing may be in flight, unless this is a forked child.
  ~CommandBuffer();
  CommandBuffer(const CommandBuffer &) = delete;
  CommandBuffer &operator=(const CommandBuffer &) = delete;

  static CommandBuffer &of(mux_command_buffer_t command_buffer) {
    return *static_cast<CommandBuffer *>(command_buffer);
  }

  bool finalized() const { return finalized_; }
  mux_result_t finalize();
  /// Changes arguments of a recorded ND-range: all of them, or none if one is wrong.
  mux_result_t update_descriptors(mux_command_id_t command_id, const ArgumentChanges &changes);
  /// Makes recorded ND-ranges other ones: all of them, or none if one is wrong.
  mux_result_t update_nd_ranges(std::span<const mux_ndrange_update_t> updates);
  /// Whom to tell when a recorded command has ended; nobody if there is no function.
  mux_result_t set_command_completion(mux_command_id_t command_id,
                                      const CompletionHook &completion);
  /// Becomes a finalized copy of a finalized command buffer. Only of one just created.
  mux_result_t copy(CommandBuffer &original);
  /// Back to recording, with nothing recorded. Nothing may be in flight. From any thread.
  void reset();
  bool idle() const { return submissions_.idle(); }
  void wait_until_idle() { submissions_.wait_until_idle(); }

  /// A submission of the current plan, prepared; NULL if there is no memory. From any thread.
  Submission *acquire_submission(const Submission::Request &request, uint32_t wait_length,
                                 const mux_semaphore_t *signal_semaphores, uint32_t signal_length);

  const Messages &messages() const { return messages_; }
  /// Where its kernels print; see muxSetKernelOutput().
  mux_result_t set_kernel_output(mux_kernel_output_e output);

  Device &owner() const;
  const Allocator &allocator() const { return allocator_; }

 private:
  friend class Recording;

  /// One block for each worker and one for a thread that helps. More are made when they are needed.
  mux_result_t reserve_scratch(uint64_t size);
  mux_result_t fail_to_plan() const;
  /// Gives ND-ranges other code whose buffers share memory since some was bound again.
  mux_result_t reconsider_buffers();
  /// A plan of the commands as they are now, with the scratch memory that it needs. If it fails,
  /// the text of the error is set.
  mux_result_t build_plan(Plan *&plan);
  /// Makes dispatches from now on take this plan.
  void publish(Plan *plan) MUX_REQUIRES(update_lock_) MUX_EXCLUDES(submissions_.lock);
  /// Whether the plan is not one of the commands as they are: an update made them touch other
  /// memory or need another plan, or memory of the device was bound again.
  bool outdated() const MUX_REQUIRES(submissions_.lock);
  bool is_outdated() MUX_EXCLUDES(submissions_.lock);
  /// Changes the plan if nothing runs it. Returns NULL if it did, else the plan, which stays until
  /// another is published.
  template <typename Change>
  Plan *change_unless_shared(Change change) MUX_REQUIRES(update_lock_)
      MUX_EXCLUDES(submissions_.lock);
  /// Whether there is such a command of a finalized command buffer; if not, the text of the error
  /// is set.
  bool has_nd_range(mux_command_id_t command_id) const;
  /// Changes the plan, or makes another one if this one is in flight. Returns false if there is no
  /// memory, and calls nothing then.
  /// @param change is given the plan to change.
  template <typename Change>
  bool change_plan(Change change) MUX_REQUIRES(update_lock_) MUX_EXCLUDES(submissions_.lock);
  /// Checks updates, and makes the records that they lead to, without their descriptors.
  mux_result_t check_updates(std::span<const mux_ndrange_update_t> updates,
                             Array<NdRangeRecord> &checked);
  /// Whether the plan can be changed to these updates.
  bool fit_plan(std::span<const mux_ndrange_update_t> updates, const Array<NdRangeRecord> &checked)
      MUX_REQUIRES(update_lock_) MUX_EXCLUDES(submissions_.lock);
  /// Makes the next dispatch build the plan anew.
  void give_plan_up() MUX_REQUIRES(update_lock_) MUX_EXCLUDES(submissions_.lock);
  void clear() MUX_REQUIRES(recording_lock_, update_lock_, submissions_.lock);
  /// Where the locks may have stayed with threads that do not exist there, and nobody else is.
  void clear_in_forked_child() MUX_NO_THREAD_SAFETY_ANALYSIS;
  /// Makes the plan anew if it is outdated. Returns false if there is no memory.
  bool renew_plan() MUX_EXCLUDES(update_lock_, submissions_.lock);

  Allocator allocator_;
  Messages messages_;
  /// Held while a command is recorded. What was recorded no longer changes once that is finalized,
  /// but for the descriptors.
  Lock recording_lock_;
  Arena arena_;
  Array<RecordedCommand> commands_;
  SyncPoints sync_points_;
  OpenQueries open_queries_;
  bool finalized_ = false;

  /// Held while recorded descriptors are changed or copied, before the other lock is taken.
  Lock update_lock_;
  SubmissionPool submissions_;
  /// They change only with the lock above held as well.
  Plan *plan_ MUX_GUARDED_BY(submissions_.lock) = nullptr;
  bool plan_given_up_ MUX_GUARDED_BY(submissions_.lock) = false;
};

/// The sync-points that a command waits for.
struct WaitList {
  uint32_t length;
  const mux_sync_point_t *sync_points;
};

/// The recording of one command, one after the other: several threads may record into one command
/// buffer. What it allocates from the arena is freed again unless the command
/// is committed.
class Recording {
 public:
  Recording(mux_command_buffer_t command_buffer, const WaitList &wait_list);
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  /// Whether the command buffer takes commands, and all sync-points of the wait list are its own;
  /// if not, the text of the error is set. To be called before anything else.
  bool open() const;
  mux_device_t device() const { return command_buffer_.device; }
  Arena &arena() { return command_buffer_.arena_; }
  OpenQueries &open_queries() { return command_buffer_.open_queries_; }

  /// Appends the command, and makes a sync-point for it if one is wanted.
  mux_result_t commit(const RecordedCommand &command, mux_sync_point_t *out_sync_point);

 private:
  CommandBuffer &command_buffer_;
  const LockGuard guard_;
  WaitList wait_list_;
  Arena::Mark mark_;
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
mux_result_t update_nd_ranges(mux_command_buffer_t command_buffer, uint64_t updates_length,
                              const mux_ndrange_update_t *updates);
mux_result_t reset_command_buffer(mux_command_buffer_t command_buffer);

}  // namespace mux::host
