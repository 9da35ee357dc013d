#include "host/command_buffer.h"

#include <cstring>
#include <mutex>
#include <utility>

#include "host/device.h"
#include "host/error.h"
#include "host/schedule/callback_scope.h"

namespace mux::host {
namespace {

// Waits until the command buffer is idle. Refuses, and says so, inside a callback of one of its own
// runs, which is never idle.
bool wait_until_idle(CommandBuffer &command_buffer, const char *what) {
  const CallbackScope *scope = CallbackScope::current();
  if (scope && &scope->command_buffer() == &command_buffer) {
    fail(mux_error_failure, "a command buffer may not be %s inside its own callback", what);
    log_line(core::LogLevel::error, "a command buffer may not be %s inside its own callback", what);
    return false;
  }
  if (!command_buffer.idle()) {
    // Even if no spare worker can be started, a command buffer that is complete becomes idle.
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
      callback_info_(callback_info ? *callback_info : mux_callback_info_s{}),
      arena_(allocator),
      commands_(allocator),
      open_queries_(allocator) {}

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

Plan *CommandBuffer::build_plan() const {
  return Plan::build(commands_, device->info->compute_units, owner().bindings(), allocator_);
}

void CommandBuffer::publish(Plan *plan) {
  runs_lock_.lock();
  std::swap(plan, plan_);
  buffers_changed_ = false;
  runs_lock_.unlock();
  plan->release();
}

bool CommandBuffer::outdated() const {
  return buffers_changed_ || plan_->bindings() != owner().bindings();
}

bool CommandBuffer::renew_plan() {
  const std::lock_guard guard(update_lock_);
  // Somebody else may have done it meanwhile.
  if (!outdated()) {
    return true;
  }
  Plan *plan = build_plan();
  if (plan) {
    publish(plan);
  }
  return plan;
}

mux_result_t CommandBuffer::fail_to_plan() const {
  return fail(mux_error_out_of_memory, "no memory for the plan of %zu commands", commands_.size());
}

mux_result_t CommandBuffer::finalize() {
  if (finalized_) {
    return mux_success;
  }
  Plan *plan = build_plan();
  if (!plan) {
    return fail_to_plan();
  }
  const mux_result_t result = reserve_scratch(plan->scratch_size());
  if (result != mux_success) {
    plan->release();
    return result;
  }
  plan_ = plan;
  finalized_ = true;
  return mux_success;
}

mux_result_t CommandBuffer::copy(CommandBuffer &original) {
  kernel_output_ = original.kernel_output_;
  original.update_lock_.lock();
  bool copied = commands_.reserve(original.commands_.size());
  for (size_t index = 0; copied && index < original.commands_.size(); ++index) {
    RecordedCommand command{};
    copied = copy_record(original.commands_[index], arena_, command);
    commands_.append(command);
  }
  original.update_lock_.unlock();
  return copied ? finalize()
                : fail(mux_error_out_of_memory, "no memory for a copy of %zu commands",
                       original.commands_.size());
}

void CommandBuffer::clear() {
  while (Run *run = owned_runs_) {
    owned_runs_ = run->next_owned;
    Run::destroy(allocator_, run);
  }
  free_runs_ = nullptr;
  if (plan_) {
    plan_->release();
    plan_ = nullptr;
  }
  buffers_changed_ = false;
  finalized_ = false;
  commands_.reset();
  kernel_output_ = mux_kernel_output_stdout;
  open_queries_.clear();
  arena_.rewind({nullptr, 0});
}

Run *CommandBuffer::acquire_run(const Run::Request &request, uint32_t wait_length,
                                const mux_semaphore_t *signal_semaphores, uint32_t signal_length) {
  runs_lock_.lock();
  while (outdated()) {
    runs_lock_.unlock();
    if (!renew_plan()) {
      return nullptr;
    }
    runs_lock_.lock();
  }
  Plan &plan = *plan_;
  plan.retain();
  Run *run = free_runs_;
  if (run) {
    free_runs_ = run->next_free;
  }
  Run *too_small = nullptr;
  if (run && !run->has_room_for(plan)) {
    std::swap(run, too_small);
    disown(*too_small);
  }
  runs_lock_.unlock();
  if (too_small) {
    Run::destroy(allocator_, too_small);
  }
  if (!run) {
    run = Run::create(*this, plan, allocator_);
    if (!run) {
      plan.release();
      return nullptr;
    }
    runs_lock_.lock();
    run->next_owned = owned_runs_;
    owned_runs_ = run;
    runs_lock_.unlock();
  }
  runs_in_use_.enter();
  if (!run->prepare(plan, request, wait_length, signal_semaphores, signal_length)) {
    recycle(*run);
    return nullptr;
  }
  return run;
}

void CommandBuffer::disown(Run &run) {
  Run **link = &owned_runs_;
  while (*link != &run) {
    link = &(*link)->next_owned;
  }
  *link = run.next_owned;
}

void CommandBuffer::recycle(Run &run) {
  run.release_plan();
  runs_lock_.lock();
  run.next_free = free_runs_;
  free_runs_ = &run;
  runs_lock_.unlock();
  // From here on the command buffer may be gone.
  runs_in_use_.leave();
}

void CommandBuffer::send_message(const char *message) const {
  if (callback_info_.callback) {
    callback_info_.callback(callback_info_.user_data, message, nullptr, 0);
  }
}

void CommandBuffer::send_message(const std::string &message, mux_message_kind_e kind) const {
  const mux_message_info_t info = {static_cast<uint32_t>(kind), message.size()};
  callback_info_.callback(callback_info_.user_data, message.c_str(), &info, sizeof info);
}

Recording::Recording(mux_command_buffer_t command_buffer, const WaitList &wait_list)
    : command_buffer_(CommandBuffer::of(command_buffer)), wait_list_(wait_list) {
  command_buffer_.recording_lock_.lock();
  mark_ = command_buffer_.arena_.mark();
}

Recording::~Recording() {
  if (!committed_) {
    command_buffer_.arena_.rewind(mark_);
  }
  command_buffer_.recording_lock_.unlock();
}

bool Recording::open() const {
  if (command_buffer_.finalized()) {
    fail(mux_error_invalid_value, "the command buffer is finalized; reset it before recording");
    return false;
  }
  return true;
}

mux_result_t Recording::commit(RecordedCommand command, mux_sync_point_t *out_sync_point) {
  Array<RecordedCommand> &commands = command_buffer_.commands_;
  if (commands.size() >= Plan::most_commands) {
    return fail(mux_error_out_of_memory, "the command buffer has %zu commands, the most there are",
                commands.size());
  }
  mux_sync_point_t sync_point = nullptr;
  if (out_sync_point) {
    sync_point = arena().copy(SyncPoint{{object_id(mux_object_id_sync_point), &command_buffer_},
                                        static_cast<uint32_t>(commands.size())});
  }
  auto *waits = arena().allocate_array<uint32_t>(wait_list_.length);
  if ((out_sync_point && !sync_point) || !waits || !commands.reserve(commands.size() + 1)) {
    return fail(mux_error_out_of_memory, "no memory for a command");
  }
  for (uint32_t index = 0; index < wait_list_.length; ++index) {
    waits[index] = static_cast<const SyncPoint *>(wait_list_.sync_points[index])->command;
  }
  command.wait_count = wait_list_.length;
  command.waits = waits;
  commands.append(command);
  if (out_sync_point) {
    *out_sync_point = sync_point;
  }
  committed_ = true;
  return mux_success;
}

mux_result_t create_command_buffer(mux_device_t device, mux_callback_info_t callback_info,
                                   mux_allocator_info_t allocator_info,
                                   mux_command_buffer_t *out_command_buffer) {
  const Allocator allocator(allocator_info);
  CommandBuffer *command_buffer =
      allocator.create<CommandBuffer>(Device::of(device), callback_info, allocator);
  if (!command_buffer) {
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
  mux_callback_info_s callback_info = original.callback_info();
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
  object.clear();
  return mux_success;
}

}  // namespace mux::host
