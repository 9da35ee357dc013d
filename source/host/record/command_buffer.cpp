#include "host/record/command_buffer.h"

#include <cstring>
#include <utility>

#include "host/objects/device.h"
#include "host/record/argument_properties.h"
#include "host/record/nd_range.h"
#include "host/record/plan_builder.h"
#include "host/record/tuning.h"
#include "host/schedule/callback_scope.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

/// Waits until the command buffer is idle. Fails inside a callback of one of its own submissions,
/// where that would deadlock.
bool wait_until_idle(CommandBuffer &command_buffer, const char *what) {
  const CallbackScope *scope = CallbackScope::current();
  if (scope != nullptr && scope->submission().command_buffer() == &command_buffer) {
    fail(mux_error_failure, "a command buffer may not be %s inside its own callback", what);
    log_line(core::LogLevel::error, "a command buffer may not be %s inside its own callback", what);
    return false;
  }
  if (!command_buffer.idle()) {
    // Even if no spare worker can be started, a complete command buffer becomes idle.
    const BlockingInCallback blocking;
    command_buffer.wait_until_idle();
  }
  return true;
}

}  // namespace

CommandBuffer::CommandBuffer(Device &device, mux_callback_info_t callback_info,
                             const Allocator &allocator) noexcept
    : mux_command_buffer_s{object_id(mux_object_id_command_buffer), &device},
      allocator_(allocator),
      messages_(callback_info),
      arena_(allocator),
      commands_(allocator),
      sync_points_(allocator),
      open_queries_(allocator),
      submissions_(this, messages_, allocator) {}

CommandBuffer::~CommandBuffer() {
  clear();
}

Device &CommandBuffer::owner() const {
  return Device::of(device);
}

mux_result_t CommandBuffer::reserve_scratch(uint64_t size) {
  const uint32_t blocks = device->info->compute_units + 1;
  return owner().scheduler().scratch_pool().reserve(size, blocks)
             ? mux_success
             : fail(mux_error_out_of_memory, "no memory for %u times %llu bytes of scratch memory",
                    blocks, static_cast<unsigned long long>(size));
}

mux_result_t CommandBuffer::rechoose_code_of_aliasing_buffers() {
  for (size_t index = 0; index < commands_.size(); ++index) {
    if (commands_[index].kind != CommandKind::nd_range) {
      continue;
    }
    NdRangeRecord &record = *commands_[index].nd_range;
    if (!record.range.has_distinct_buffers || are_distinct(*record.kernel, record.descriptors)) {
      continue;
    }
    const uint64_t local_memory = local_memory_of(record);
    record.range.has_distinct_buffers = false;
    const mux_result_t result = rechoose_code(record);
    if (result != mux_success) {
      return result;
    }
    set_local_memory(record, local_memory);
  }
  return mux_success;
}

mux_result_t CommandBuffer::build_plan(Plan *&plan) {
  const uint64_t bindings = owner().bindings();
  if (bindings != 0) {
    const mux_result_t result = rechoose_code_of_aliasing_buffers();
    if (result != mux_success) {
      return result;
    }
  }
  plan = host::build_plan(commands_, device->info->compute_units, bindings, allocator_);
  if (plan == nullptr) {
    return fail_to_plan();
  }
  const mux_result_t result = reserve_scratch(plan->scratch_size());
  if (result != mux_success) {
    plan->release();
  }
  return result;
}

void CommandBuffer::publish(Plan *plan) {
  {
    const LockGuard guard(submissions_.lock);
    std::swap(plan, plan_);
    plan_is_invalid_ = false;
  }
  if (plan != nullptr) {
    plan->release();
  }
}

bool CommandBuffer::outdated() const {
  return plan_is_invalid_ || plan_->bindings() != owner().bindings();
}

bool CommandBuffer::is_outdated() {
  const LockGuard guard(submissions_.lock);
  return outdated();
}

bool CommandBuffer::rebuild_outdated_plan() {
  const LockGuard guard(update_lock_);
  // Another thread may have done it meanwhile.
  if (!is_outdated()) {
    return true;
  }
  Plan *plan = nullptr;
  if (build_plan(plan) != mux_success) {
    return false;
  }
  publish(plan);
  return true;
}

mux_result_t CommandBuffer::fail_to_plan() const {
  return fail(mux_error_out_of_memory, "no memory for the plan of %zu commands", commands_.size());
}

mux_result_t CommandBuffer::finalize() {
  if (finalized_) {
    return mux_success;
  }
  Plan *plan = nullptr;
  const mux_result_t result = build_plan(plan);
  if (result != mux_success) {
    return result;
  }
  const LockGuard guard(update_lock_);
  publish(plan);
  finalized_ = true;
  return mux_success;
}

mux_result_t CommandBuffer::copy(CommandBuffer &original) {
  messages_.set_kernel_output(original.messages_.kernel_output());
  bool copied = commands_.reserve(original.commands_.size());
  {
    const LockGuard guard(original.update_lock_);
    for (size_t index = 0; copied && index < original.commands_.size(); ++index) {
      RecordedCommand command{};
      copied = copy_record(original.commands_[index], arena_, command);
      commands_.append(command);
    }
  }
  return copied ? finalize()
                : fail(mux_error_out_of_memory, "no memory for a copy of %zu commands",
                       original.commands_.size());
}

void CommandBuffer::reset() {
  if (owner().in_forked_child()) {
    clear_in_forked_child();
    return;
  }
  const LockGuard recording(recording_lock_);
  const LockGuard update(update_lock_);
  const LockGuard submissions(submissions_.lock);
  clear();
}

void CommandBuffer::clear_in_forked_child() {
  clear();
}

void CommandBuffer::clear() {
  submissions_.clear();
  if (plan_ != nullptr) {
    plan_->release();
    plan_ = nullptr;
  }
  plan_is_invalid_ = false;
  finalized_ = false;
  // The next recording is likely to be of similar size.
  if (commands_.size() <= tuning::commands_kept_after_reset) {
    commands_.clear();
  } else {
    commands_.reset();
  }
  sync_points_.reset();
  messages_.set_kernel_output(mux_kernel_output_stdout);
  open_queries_.clear();
  arena_.clear();
}

Submission *CommandBuffer::acquire_submission(const Submission::Request &request,
                                              uint32_t wait_length,
                                              const mux_semaphore_t *signal_semaphores,
                                              uint32_t signal_length) {
  BreakableLockGuard guard(submissions_.lock);
  while (outdated()) {
    guard.unlock();
    if (!rebuild_outdated_plan()) {
      return nullptr;
    }
    guard.lock();
  }
  Plan &plan = *plan_;
  plan.retain();
  const SubmissionPool::Taken taken = submissions_.take(plan);
  guard.unlock();
  return submissions_.prepare(taken, plan, request, wait_length, signal_semaphores, signal_length);
}

Recording::Recording(mux_command_buffer_t command_buffer, const WaitList &wait_list)
    : command_buffer_(CommandBuffer::of(command_buffer)),
      guard_(command_buffer_.recording_lock_),
      wait_list_(wait_list),
      mark_(command_buffer_.arena_.mark()) {}

Recording::~Recording() {
  if (!committed_) {
    command_buffer_.arena_.rewind(mark_);
    command_buffer_.sync_points_.trim();
  }
}

bool Recording::open() const {
  if (command_buffer_.finalized()) {
    fail(mux_error_invalid_value, "the command buffer is finalized; reset it before recording");
    return false;
  }
  for (uint32_t index = 0; index < wait_list_.length; ++index) {
    if (!command_buffer_.sync_points_.find(wait_list_.sync_points[index])) {
      fail(mux_error_invalid_value,
           "sync_point_wait_list[%u] is not a sync-point of this command buffer, or was created "
           "before its last reset",
           index);
      return false;
    }
  }
  return true;
}

mux_result_t Recording::commit(const RecordedCommand &command, mux_sync_point_t *out_sync_point) {
  Array<RecordedCommand> &commands = command_buffer_.commands_;
  if (commands.size() >= Plan::max_commands) {
    return fail(mux_error_out_of_memory, "the command buffer has the maximum of %zu commands",
                commands.size());
  }
  SyncPoints &sync_points = command_buffer_.sync_points_;
  auto *waits = arena().allocate_array<uint32_t>(wait_list_.length);
  if (waits == nullptr || (out_sync_point != nullptr && !sync_points.reserve()) ||
      !commands.reserve(commands.size() + 1)) {
    return fail(mux_error_out_of_memory, "no memory for a command");
  }
  for (uint32_t index = 0; index < wait_list_.length; ++index) {
    // All were found by open().
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
    waits[index] = *sync_points.find(wait_list_.sync_points[index]);
  }
  if (out_sync_point != nullptr) {
    *out_sync_point = sync_points.add(&command_buffer_, static_cast<uint32_t>(commands.size()));
  }
  RecordedCommand &recorded = commands.append();
  recorded.kind = command.kind;
  recorded.wait_count = wait_list_.length;
  recorded.waits = waits;
  recorded.completion = command.completion;
  recorded.record = command.record;
  committed_ = true;
  return mux_success;
}

mux_result_t create_command_buffer(mux_device_t device, mux_callback_info_t callback_info,
                                   mux_allocator_info_t allocator_info,
                                   mux_command_buffer_t *out_command_buffer) {
  const Allocator allocator(allocator_info);
  CommandBuffer *command_buffer =
      allocator.create<CommandBuffer>(Device::of(device), callback_info, allocator);
  if (command_buffer == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a command buffer");
  }
  *out_command_buffer = command_buffer;
  return mux_success;
}

void destroy_command_buffer(mux_device_t device, mux_command_buffer_t command_buffer,
                            mux_allocator_info_t) {
  CommandBuffer &object = CommandBuffer::of(command_buffer);
  if (Device::of(device).in_forked_child() || wait_until_idle(object, "destroyed")) {
    Allocator::destroy(object.allocator(), &object);
  }
}

mux_result_t finalize_command_buffer(mux_command_buffer_t command_buffer) {
  CommandBuffer &object = CommandBuffer::of(command_buffer);
  return object.owner().in_forked_child() ? fail_in_forked_child() : object.finalize();
}

mux_result_t clone_command_buffer(mux_device_t device, mux_allocator_info_t allocator_info,
                                  mux_command_buffer_t command_buffer,
                                  mux_command_buffer_t *out_command_buffer) {
  CommandBuffer &original = CommandBuffer::of(command_buffer);
  if (original.owner().in_forked_child()) {
    return fail_in_forked_child();
  }
  if (!original.finalized()) {
    return fail(mux_error_invalid_value, "the command buffer is not finalized");
  }
  mux_callback_info_s callback_info = original.messages().callback_info();
  mux_command_buffer_t clone = nullptr;
  mux_result_t result = create_command_buffer(device, &callback_info, allocator_info, &clone);
  if (result == mux_success) {
    result = CommandBuffer::of(clone).copy(original);
    if (result == mux_success) {
      *out_command_buffer = clone;
    } else {
      destroy_command_buffer(device, clone, allocator_info);
    }
  }
  return result;
}

mux_result_t reset_command_buffer(mux_command_buffer_t command_buffer) {
  CommandBuffer &object = CommandBuffer::of(command_buffer);
  if (!object.owner().in_forked_child() && !wait_until_idle(object, "reset")) {
    return mux_error_failure;
  }
  object.reset();
  return mux_success;
}

}  // namespace mux::host
