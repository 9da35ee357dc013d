// Changing the arguments of kernels in finalized command buffers.

#include <algorithm>

#include "host/objects/device.h"
#include "host/record/accesses.h"
#include "host/record/command_buffer.h"
#include "host/record/plan_builder.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

/// Whether the kernel touches other memory after these changes.
bool moves_accesses(const NdRangeRecord &record, const ArgumentChanges &changes) {
  for (uint64_t change = 0; change < changes.count; ++change) {
    const uint64_t index = changes.indices[change];
    if (accesses_differ(*record.kernel, index, record.descriptors[index],
                        changes.descriptors[change])) {
      return true;
    }
  }
  return false;
}

}  // namespace

template <typename Change>
Plan *CommandBuffer::change_unless_shared(Change change) {
  const LockGuard guard(submissions_.lock);
  if (!plan_->unshared()) {
    return plan_;
  }
  change(*plan_);
  return nullptr;
}

mux_result_t CommandBuffer::update_descriptors(mux_command_id_t command_id,
                                               const ArgumentChanges &changes) {
  if (!finalized_) {
    return fail(mux_error_invalid_value, "the command buffer is not finalized");
  }
  if (command_id >= commands_.size()) {
    return fail(mux_error_invalid_value,
                "command_id is %u, but the command buffer has %zu commands", command_id,
                commands_.size());
  }
  if (commands_[command_id].kind != CommandKind::nd_range) {
    return fail(mux_error_invalid_value, "command %u is not an ND-range: %s", command_id,
                name_of(commands_[command_id].kind));
  }
  NdRangeRecord &record = *commands_[command_id].nd_range;

  // Everything that can fail comes first.
  const LockGuard guard(update_lock_);
  mux_result_t result = check_changes(*record.kernel, record.descriptors, changes, device);
  uint64_t local_memory = 0;
  if (result == mux_success) {
    result = count_local_memory(*record.kernel, record.descriptors, changes, local_memory);
  }
  NdRangeRecord changed = record;
  set_local_memory(changed, local_memory);
  if (result == mux_success && changed.scratch_size > record.scratch_size) {
    result = reserve_scratch(changed.scratch_size);
  }
  if (result != mux_success) {
    return result;
  }

  if (is_outdated() || moves_accesses(record, changes)) {
    // What depends on what has to be found out anew: once, by the next dispatch, however many
    // updates come before it.
    apply_changes(*record.kernel, record.descriptors, changes);
    record = changed;
    const LockGuard submissions(submissions_.lock);
    buffers_changed_ = true;
    return mux_success;
  }

  const auto apply = [&](Plan &plan) {
    apply_changes(*record.kernel, record.descriptors, changes);
    record = changed;
    update_plan(plan, command_id, record, device->info->compute_units);
  };
  Plan *in_flight = change_unless_shared(apply);
  if (in_flight == nullptr) {
    return mux_success;
  }

  // What runs keeps its plan; dispatches from now on take the new one.
  Plan *plan = copy_plan(*in_flight, commands_, device->info->compute_units);
  if (plan == nullptr) {
    return fail_to_plan();
  }
  apply(*plan);
  publish(plan);
  return mux_success;
}

mux_result_t update_descriptors(mux_command_buffer_t command_buffer, mux_command_id_t command_id,
                                uint64_t num_args, uint64_t *arg_indices,
                                mux_descriptor_info_t *descriptors) {
  CommandBuffer &object = CommandBuffer::of(command_buffer);
  return object.owner().in_forked_child()
             ? fail_in_forked_child()
             : object.update_descriptors(command_id, {num_args, arg_indices, descriptors});
}

}  // namespace mux::host
