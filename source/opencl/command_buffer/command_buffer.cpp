#include "opencl/command_buffer/command_buffer.h"

#include "client/allocator.h"
#include "opencl/command_buffer/update.h"

namespace mux::opencl {
namespace {

/// Passes messages to the context, as queues do for theirs.
void forward_buffer_message(void *command_buffer, const char *message, const void *data, size_t) {
  if (data == nullptr) {
    static_cast<CommandBuffer *>(command_buffer)->context().tell(message);
  }
}

}  // namespace

CommandBuffer::CommandBuffer(Queue &queue, Properties properties)
    : _cl_command_buffer_khr(Kind::command_buffer),
      queue_(queue),
      properties_(std::move(properties)),
      messages_{forward_buffer_message, this},
      generation_(Generation::make()) {
  check(muxCreateCommandBuffer(queue.device().mux(), &messages_, client::allocator(), &commands_));
}

CommandBuffer::~CommandBuffer() {
  muxDestroyCommandBuffer(queue_->device().mux(), commands_, client::allocator());
}

cl_command_buffer_state_khr CommandBuffer::state() const {
  const std::lock_guard guard(lock_);
  if (!finalized_) {
    return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  }
  return incomplete_ != 0 ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
                          : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

void CommandBuffer::require_unfinished() const {
  require(!finalized_, CL_INVALID_OPERATION, "the command buffer is finalized");
}

void CommandBuffer::require_recording(const SyncPoints &sync_points) const {
  const std::lock_guard guard(lock_);
  require_unfinished();
  dependencies_of(sync_points);
}

std::vector<mux_sync_point_t> CommandBuffer::dependencies_of(const SyncPoints &sync_points) const {
  require((sync_points.count == 0) == (sync_points.list == nullptr),
          CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
          "sync_point_wait_list and num_sync_points_in_wait_list are inconsistent");
  std::vector<mux_sync_point_t> waits;
  waits.reserve(size_t{sync_points.count} + 1);
  for (cl_uint index = 0; index < sync_points.count; ++index) {
    const cl_sync_point_khr wanted = sync_points.list[index];
    require(wanted != 0 && wanted <= sync_points_.size(), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
            "an element of sync_point_wait_list is not a sync-point of the command buffer");
    waits.push_back(sync_points_[wanted - 1]);
  }
  if (barrier_ != nullptr) {
    waits.push_back(barrier_);
  }
  return waits;
}

void CommandBuffer::record(const SyncPoints &sync_points, Record record_command,
                           std::unique_ptr<MutableCommand> command) {
  const std::lock_guard guard(lock_);
  require_unfinished();
  const std::vector<mux_sync_point_t> waits = dependencies_of(sync_points);
  require(sync_points_.size() < CL_UINT_MAX, CL_OUT_OF_RESOURCES,
          "too many sync-points in the command buffer");
  sync_points_.reserve(sync_points_.size() + 1);
  mutable_commands_.reserve(mutable_commands_.size() + 1);
  std::vector<Ref<RefCounted>> &kept = command != nullptr ? command->used : kept_;
  const size_t retained_before = kept.size();
  mux_sync_point_t sync_point = nullptr;
  uint64_t kept_version = 0;
  Recording recording{commands_,
                      static_cast<uint32_t>(waits.size()),
                      waits.empty() ? nullptr : waits.data(),
                      sync_points.out != nullptr ? &sync_point : nullptr,
                      kept,
                      kept_version};
  try {
    check(record_command(recording));
  } catch (...) {
    kept.resize(retained_before);
    throw;
  }
  if (sync_points.out != nullptr) {
    sync_points_.push_back(sync_point);
    *sync_points.out = static_cast<cl_sync_point_khr>(sync_points_.size());
  }
  if (command != nullptr) {
    command->id = recorded_;
    incomplete_ += command->state.complete ? 0 : 1;
    mutable_commands_.push_back(std::move(command));
  }
  ++recorded_;
}

void CommandBuffer::record_barrier(const SyncPoints &sync_points) {
  // In-order: all earlier commands are ordered before the wait list.
  const bool for_all = sync_points.count == 0 || queue_->in_order();
  record(sync_points, [&](Recording &recording) {
    if (for_all) {
      const mux_result_t result =
          muxCommandBarrier(recording.commands, 0, nullptr, recording.sync_point);
      barrier_ = result == mux_success ? nullptr : barrier_;
      return result;
    }
    mux_sync_point_t sync_point = nullptr;
    const mux_result_t result =
        muxCommandBarrier(recording.commands, recording.wait_count, recording.waits, &sync_point);
    if (result == mux_success) {
      barrier_ = sync_point;
      if (recording.sync_point != nullptr) {
        *recording.sync_point = sync_point;
      }
    }
    return result;
  });
}

void CommandBuffer::finalize() {
  const std::lock_guard guard(lock_);
  require_unfinished();
  check(muxFinalizeCommandBuffer(commands_));
  finalized_ = true;
}

void CommandBuffer::enqueue(Queue &queue, const Enqueue &info) {
  const std::lock_guard guard(lock_);
  require(
      finalized_ && incomplete_ == 0, CL_INVALID_OPERATION,
      "the command buffer is not executable: it is not finalized, or a kernel argument is not set");
  queue.enqueue_finalized(info, commands_, *this, *generation_);
  generation_->dispatched = true;
}

MutableCommand::State CommandBuffer::state_of(const MutableCommand &command) const {
  const std::lock_guard guard(lock_);
  return command.state;
}

void CommandBuffer::update(std::span<const cl_mutable_dispatch_config_khr *const> configs) {
  const std::lock_guard guard(lock_);
  require(finalized_, CL_INVALID_OPERATION, "the command buffer is not finalized");
  require(is_mutable(), CL_INVALID_OPERATION, "the command buffer is not mutable");
  Update update(*this, *queue_);
  for (const cl_mutable_dispatch_config_khr *config : configs) {
    update.add(*config);
  }
  const std::vector<mux_ndrange_update_t> changes = update.check_all();
  const Ref<Generation> next = prepare_retirement(update.commands());
  if (!changes.empty()) {
    check(muxUpdateNDRanges(commands_, changes.size(), changes.data()));
  }
  replace_states(update.commands());
  if (next) {
    generation_->next = next;
    generation_ = next;
  }
}

Ref<Generation> CommandBuffer::prepare_retirement(std::span<const UpdatedCommand> updated) {
  std::vector<Ref<RefCounted>> &retired = generation_->retired;
  if (generation_->has_single_holder()) {
    // No dispatch can use the retired objects.
    retired.clear();
  }
  size_t count = retired.size();
  for (const UpdatedCommand &each : updated) {
    count += each.command->used.size();
  }
  retired.reserve(count);
  return generation_->dispatched ? Generation::make() : Ref<Generation>();
}

void CommandBuffer::replace_states(std::span<UpdatedCommand> updated) noexcept {
  for (UpdatedCommand &each : updated) {
    MutableCommand &command = *each.command;
    for (Ref<RefCounted> &object : command.used) {
      generation_->retired.push_back(std::move(object));
    }
    command.used = std::move(each.used);
    if (!command.state.complete && each.state.complete) {
      --incomplete_;
    }
    command.state = std::move(each.state);
  }
}

}  // namespace mux::opencl
