/// @file
/// A command buffer: its recorded commands, the plan built of them, and the submissions in flight.
///
/// Several threads may record concurrently, and several may reset it; the program serializes
/// recording with finalizing and resetting. Once it is finalized, any threads may dispatch it,
/// update its descriptors and clone it concurrently. A dispatch uses the arguments of the updates
/// that returned before it. Records and sync-points live until the command buffer is reset or
/// destroyed. Both block until no thread accesses its submissions: a worker may hold one for a
/// moment after its fence was signaled. A call that fails leaves the command buffer unchanged.
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
  /// Changes arguments of a recorded ND-range: all of them, or none if one is invalid.
  mux_result_t update_descriptors(mux_command_id_t command_id, const ArgumentChanges &changes);
  /// Replaces recorded ND-ranges: all of them, or none if one is invalid.
  mux_result_t update_nd_ranges(std::span<const mux_ndrange_update_t> updates);
  /// Sets the completion hook of a recorded command; none if its function is NULL.
  mux_result_t set_command_completion(mux_command_id_t command_id,
                                      const CompletionHook &completion);
  /// Makes this a finalized copy of a finalized command buffer. Precondition: it was just created.
  mux_result_t copy(CommandBuffer &original);
  /// Returns it to the recording state, empty. Nothing may be in flight. Thread-safe.
  void reset();
  bool idle() const { return submissions_.idle(); }
  void wait_until_idle() { submissions_.wait_until_idle(); }

  /// Returns a prepared submission of the current plan; NULL if an allocation fails. Thread-safe.
  Submission *acquire_submission(const Submission::Request &request, uint32_t wait_length,
                                 const mux_semaphore_t *signal_semaphores, uint32_t signal_length);

  const Messages &messages() const { return messages_; }
  /// Sets the destination of kernel output; see muxSetKernelOutput().
  mux_result_t set_kernel_output(mux_kernel_output_e output);

  Device &owner() const;
  const Allocator &allocator() const { return allocator_; }

 private:
  friend class Recording;

  /// Reserves a block for each worker and one for a helping thread. More are allocated on demand.
  mux_result_t reserve_scratch(uint64_t size);
  mux_result_t fail_to_plan() const;
  /// Chooses code again for ND-ranges whose buffers overlap since memory was bound again.
  mux_result_t rechoose_code_of_aliasing_buffers();
  /// Builds a plan of the current commands, and reserves its scratch memory. Sets the error text on
  /// failure.
  mux_result_t build_plan(Plan *&plan);
  /// Makes `plan` the current plan, for later dispatches.
  void publish(Plan *plan) MUX_REQUIRES(update_lock_) MUX_EXCLUDES(submissions_.lock);
  /// Whether the current plan does not match the commands: an update changed their accesses or
  /// requires another plan, or memory of the device was bound again.
  bool outdated() const MUX_REQUIRES(submissions_.lock);
  bool is_outdated() MUX_EXCLUDES(submissions_.lock);
  /// Applies `change` to the plan if no submission holds it, and returns NULL; otherwise returns
  /// the plan, which stays valid until another is published.
  template <typename Change>
  Plan *change_unless_shared(Change change) MUX_REQUIRES(update_lock_)
      MUX_EXCLUDES(submissions_.lock);
  /// Whether the command buffer is finalized and the command is an ND-range. Sets the error text if
  /// not.
  bool has_nd_range(mux_command_id_t command_id) const;
  /// Applies `change` to the plan, or to a copy if the plan is in flight. Returns false, without
  /// calling `change`, if an allocation fails.
  /// @param change called with the plan to change.
  template <typename Change>
  bool change_plan(Change change) MUX_REQUIRES(update_lock_) MUX_EXCLUDES(submissions_.lock);
  /// Checks updates, and creates the resulting records, without descriptors.
  mux_result_t check_updates(std::span<const mux_ndrange_update_t> updates,
                             Array<NdRangeRecord> &checked);
  /// Whether the plan can be changed in place to these updates.
  bool can_update_plan_in_place(std::span<const mux_ndrange_update_t> updates,
                                const Array<NdRangeRecord> &checked) MUX_REQUIRES(update_lock_)
      MUX_EXCLUDES(submissions_.lock);
  /// Marks the plan as outdated, so that the next dispatch builds a new one.
  void invalidate_plan() MUX_REQUIRES(update_lock_) MUX_EXCLUDES(submissions_.lock);
  void clear() MUX_REQUIRES(recording_lock_, update_lock_, submissions_.lock);
  /// As clear(), in a forked child: it has a single thread, and locks may be held by threads of the
  /// parent.
  void clear_in_forked_child() MUX_NO_THREAD_SAFETY_ANALYSIS;
  /// Builds a new plan if the current one is outdated. Returns false if an allocation fails.
  bool rebuild_outdated_plan() MUX_EXCLUDES(update_lock_, submissions_.lock);

  Allocator allocator_;
  Messages messages_;
  /// Held while a command is recorded. Once finalized, records do not change, apart from
  /// descriptors and ND-ranges, which update_lock_ guards.
  Lock recording_lock_;
  Arena arena_;
  Array<RecordedCommand> commands_;
  SyncPoints sync_points_;
  OpenQueries open_queries_;
  bool finalized_ = false;

  /// Held while recorded descriptors are changed or copied. Acquired before submissions_.lock.
  Lock update_lock_;
  SubmissionPool submissions_;
  /// Written only with update_lock_ held as well.
  Plan *plan_ MUX_GUARDED_BY(submissions_.lock) = nullptr;
  bool plan_is_invalid_ MUX_GUARDED_BY(submissions_.lock) = false;
};

/// Sync-points that a command waits for.
struct WaitList {
  uint32_t length;
  const mux_sync_point_t *sync_points;
};

/// Scope in which one command is recorded. Holds the recording lock, since several threads may
/// record into one command buffer. Allocations from the arena are undone unless the command is
/// committed.
class Recording {
 public:
  Recording(mux_command_buffer_t command_buffer, const WaitList &wait_list);
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  /// Whether the command buffer is in the recording state, and all sync-points of the wait list
  /// belong to it. Sets the error text if not. Must be called first.
  bool open() const;
  mux_device_t device() const { return command_buffer_.device; }
  Arena &arena() { return command_buffer_.arena_; }
  OpenQueries &open_queries() { return command_buffer_.open_queries_; }

  /// Appends the command, and creates a sync-point for it if `out_sync_point` is not NULL.
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
