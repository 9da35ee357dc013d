// Updates of arguments and sizes of ND-ranges in finalized command buffers.

#include <algorithm>

#include "host/objects/device.h"
#include "host/objects/kernel.h"
#include "host/record/accesses.h"
#include "host/record/argument_checks.h"
#include "host/record/argument_properties.h"
#include "host/record/command_buffer.h"
#include "host/record/nd_range.h"
#include "host/record/plan_builder.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

/// Whether the changes move the kernel's memory accesses.
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

/// The same for a replacement of all descriptors.
bool moves_accesses(const NdRangeRecord &record, const mux_descriptor_info_t *descriptors) {
  for (uint64_t index = 0; index < record.kernel->arguments.size(); ++index) {
    if (accesses_differ(*record.kernel, index, record.descriptors[index], descriptors[index])) {
      return true;
    }
  }
  return false;
}

/// Returns the description common to all code of the kernel: other code than that of the record may
/// access other arguments, and declare more local memory.
const compiler::KernelDescription &description_of(const NdRangeRecord &record) {
  return record.code_source.variants == nullptr ? *record.kernel : record.code_source.description();
}

/// Whether properties of arguments differ that code may be specialized for.
bool arguments_differ(const CommandRange &one, const CommandRange &other) {
  return one.has_distinct_buffers != other.has_distinct_buffers ||
         one.opaque_arguments != other.opaque_arguments || one.local_blocks != other.local_blocks;
}

/// Replaces a record by a checked one. Keeps the recorded descriptors if no others are given.
void replace_record(NdRangeRecord &record, NdRangeRecord checked,
                    const mux_ndrange_options_t &options) {
  if (options.descriptors_length != 0) {
    replace_descriptors(*checked.kernel, record.descriptors, options.descriptors);
  }
  checked.descriptors = record.descriptors;
  record = checked;
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

template <typename Change>
bool CommandBuffer::change_plan(Change change) {
  Plan *in_flight = change_unless_shared(change);
  if (in_flight == nullptr) {
    return true;
  }
  // Submissions in flight keep their plan; later dispatches use the new one.
  Plan *plan = copy_plan(*in_flight, commands_, device->info->compute_units);
  if (plan == nullptr) {
    return false;
  }
  change(*plan);
  publish(plan);
  return true;
}

void CommandBuffer::invalidate_plan() {
  // Dependences must be computed again: once, by the next dispatch, regardless of the number of
  // updates before it.
  const LockGuard guard(submissions_.lock);
  plan_is_invalid_ = true;
}

bool CommandBuffer::has_nd_range(mux_command_id_t command_id) const {
  if (!finalized_) {
    fail(mux_error_invalid_value, "the command buffer is not finalized");
    return false;
  }
  if (command_id >= commands_.size()) {
    fail(mux_error_invalid_value, "command_id is %u, but the command buffer has %zu commands",
         command_id, commands_.size());
    return false;
  }
  if (commands_[command_id].kind != CommandKind::nd_range) {
    fail(mux_error_invalid_value, "command %u is not an ND-range: %s", command_id,
         name_of(commands_[command_id].kind));
    return false;
  }
  return true;
}

mux_result_t CommandBuffer::update_descriptors(mux_command_id_t command_id,
                                               const ArgumentChanges &changes) {
  if (!has_nd_range(command_id)) {
    return mux_error_invalid_value;
  }
  NdRangeRecord &record = *commands_[command_id].nd_range;

  // Everything that can fail is done first.
  const LockGuard guard(update_lock_);
  mux_result_t result = check_changes(*record.kernel, record.descriptors, changes, device);
  NdRangeRecord changed = record;
  uint64_t local_memory = 0;
  if (result == mux_success) {
    // Buffers that become distinct do not count as such.
    result = collect_properties(description_of(record), record.descriptors, changes,
                                record.range.has_distinct_buffers, changed.range, local_memory);
  }
  if (result == mux_success && arguments_differ(changed.range, record.range)) {
    // May compile with the lock held, which is rare: only if arguments begin to alias, the size of
    // local memory changes, or images have new properties.
    result = rechoose_code(changed);
  }
  set_local_memory(changed, local_memory);
  if (result == mux_success && changed.scratch_size > record.scratch_size) {
    result = reserve_scratch(changed.scratch_size);
  }
  if (result != mux_success) {
    return result;
  }

  const auto apply = [&] {
    apply_changes(*record.kernel, record.descriptors, changes);
    record = changed;
  };
  if (is_outdated() || changed.kernel != record.kernel || moves_accesses(record, changes)) {
    apply();
    invalidate_plan();
    return mux_success;
  }
  const bool done = change_plan([&](Plan &plan) {
    apply();
    update_plan(plan, command_id, record, device->info->compute_units);
  });
  return done ? mux_success : fail_to_plan();
}

mux_result_t CommandBuffer::check_updates(std::span<const mux_ndrange_update_t> updates,
                                          Array<NdRangeRecord> &checked) {
  if (!checked.reserve(updates.size())) {
    return fail(mux_error_out_of_memory, "no memory for %zu updates", updates.size());
  }
  uint64_t scratch_size = 0;
  for (const mux_ndrange_update_t &update : updates) {
    if (!has_nd_range(update.command_id)) {
      return mux_error_invalid_value;
    }
    const Kernel &kernel = *static_cast<const Kernel *>(update.kernel);
    // The number and the kinds of arguments must not change.
    if (!have_compatible_arguments(*commands_[update.command_id].nd_range->kernel,
                                   kernel.description())) {
      return fail(mux_error_invalid_value,
                  "command %u was recorded with a kernel whose arguments differ from those of "
                  "kernel '%s'",
                  update.command_id, kernel.description().name.c_str());
    }
    NdRangeRecord record{};
    const mux_result_t result = check_nd_range(kernel, update.options, nullptr, record);
    if (result != mux_success) {
      return result;
    }
    scratch_size = std::max(scratch_size, record.scratch_size);
    checked.append(record);
  }
  return reserve_scratch(scratch_size);
}

bool CommandBuffer::can_update_plan_in_place(std::span<const mux_ndrange_update_t> updates,
                                             const Array<NdRangeRecord> &checked) {
  const LockGuard guard(submissions_.lock);
  if (outdated()) {
    return false;
  }
  for (size_t index = 0; index < updates.size(); ++index) {
    const mux_command_id_t command = updates[index].command_id;
    const NdRangeRecord &before = *commands_[command].nd_range;
    const NdRangeRecord &after = checked[index];
    const mux_ndrange_options_t &options = updates[index].options;
    if (before.kernel != after.kernel ||
        !can_update_plan(*plan_, command, after, device->info->compute_units) ||
        (options.descriptors_length != 0 && moves_accesses(before, options.descriptors))) {
      return false;
    }
  }
  return true;
}

mux_result_t CommandBuffer::update_nd_ranges(std::span<const mux_ndrange_update_t> updates) {
  if (!finalized_) {
    return fail(mux_error_invalid_value, "the command buffer is not finalized");
  }
  // Everything that can fail is done first; compilation without the lock.
  Array<NdRangeRecord> checked(allocator_);
  const mux_result_t result = check_updates(updates, checked);
  if (result != mux_success) {
    return result;
  }
  const LockGuard guard(update_lock_);
  const auto apply = [&](size_t index) {
    replace_record(*commands_[updates[index].command_id].nd_range, checked[index],
                   updates[index].options);
  };
  if (!can_update_plan_in_place(updates, checked)) {
    for (size_t index = 0; index < updates.size(); ++index) {
      apply(index);
    }
    invalidate_plan();
    return mux_success;
  }
  const bool done = change_plan([&](Plan &plan) {
    for (size_t index = 0; index < updates.size(); ++index) {
      const mux_command_id_t command = updates[index].command_id;
      apply(index);
      update_plan(plan, command, *commands_[command].nd_range, device->info->compute_units);
    }
  });
  return done ? mux_success : fail_to_plan();
}

mux_result_t update_descriptors(mux_command_buffer_t command_buffer, mux_command_id_t command_id,
                                uint64_t num_args, uint64_t *arg_indices,
                                mux_descriptor_info_t *descriptors) {
  CommandBuffer &object = CommandBuffer::of(command_buffer);
  return object.owner().in_forked_child()
             ? fail_in_forked_child()
             : object.update_descriptors(command_id, {num_args, arg_indices, descriptors});
}

mux_result_t update_nd_ranges(mux_command_buffer_t command_buffer, uint64_t updates_length,
                              const mux_ndrange_update_t *updates) {
  CommandBuffer &object = CommandBuffer::of(command_buffer);
  return object.owner().in_forked_child() ? fail_in_forked_child()
                                          : object.update_nd_ranges({updates, updates_length});
}

}  // namespace mux::host
