#include "opencl/queue/queue.h"

#include <optional>
#include <utility>

namespace mux::opencl {
namespace {

/// Passes messages of the command buffers to the context: errors of commands. Messages with data
/// are about generated code, and are not for the program.
void forward_queue_message(void *queue, const char *message, const void *data, size_t) {
  if (data == nullptr) {
    static_cast<Queue *>(queue)->context().tell(message);
  }
}

cl_int status_of(mux_result_t result) {
  switch (result) {
    case mux_success:
      return CL_COMPLETE;
    case mux_error_fence_failure:
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    default:
      return CL_OUT_OF_RESOURCES;
  }
}

}  // namespace

Queue::Queue(Context &context, Device &device, cl_command_queue_properties flags,
             std::vector<cl_queue_properties> properties)
    : _cl_command_queue(Kind::queue),
      context_(context),
      device_(device),
      device_index_(context.index_of(device)),
      flags_(flags),
      properties_(std::move(properties)),
      commands_({.owner = *this,
                 .device = device.mux(),
                 .queue = device.next_queue(),
                 .compute_units = device.compute_units(),
                 .in_order = (flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0,
                 .status_of = status_of,
                 .messages = {forward_queue_message, this}}) {
  context_->command_sources().add(*this);
}

Queue::~Queue() {
  context_->command_sources().remove(*this);
}

void Queue::released() noexcept {
  try {
    flush();
  } catch (...) {
    // The events of the commands have failed.
    return;
  }
}

template <typename EnqueueCommand>
void Queue::enqueue_with_event(const Enqueue &info, EnqueueCommand enqueue) {
  std::vector<Ref<client::Event>> waits = checked_waits(info);
  if (info.event == nullptr && !info.blocking) {
    return enqueue(std::move(waits), nullptr);
  }
  New<Event> event(*context_, *this, commands_, Ref<RefCounted>(this), info.type);
  const Ref<Event> kept(event.get());
  enqueue(std::move(waits), event.get());
  if (info.event != nullptr) {
    *info.event = event.give();
  }
  if (info.blocking) {
    wait_for(*kept);
  }
}

void Queue::wait_for(Event &event) {
  commands_.wait_for(event);
  require(event.status() != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
          CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an event of the wait list failed");
  require(event.status() == CL_COMPLETE, CL_OUT_OF_RESOURCES, "execution of the command failed");
}

void Queue::enqueue(const Enqueue &info, Record record_command) {
  enqueue_with_event(info, [&](std::vector<Ref<client::Event>> waits, Event *event) {
    commands_.enqueue(std::move(waits), event, record_command);
  });
}

void Queue::enqueue_marker(const Enqueue &info, client::Queue::MarkerOrder order) {
  order.waits_for_earlier = order.waits_for_earlier && info.num_events_in_wait_list == 0;
  enqueue_with_event(info, [&](std::vector<Ref<client::Event>> waits, Event *event) {
    commands_.enqueue_marker(std::move(waits), event, order);
  });
}

void Queue::enqueue_finalized(const Enqueue &info, mux_command_buffer_t commands, RefCounted &owner,
                              RefCounted &used) {
  enqueue_with_event(info, [&](std::vector<Ref<client::Event>> waits, Event *event) {
    commands_.enqueue_finalized(std::move(waits), event, commands,
                                {Ref<RefCounted>(owner), Ref<RefCounted>(used)});
  });
}

std::vector<Ref<client::Event>> Queue::checked_waits(const Enqueue &info) const {
  std::vector<Ref<client::Event>> events;
  for (cl_event handle : wait_list(info)) {
    Event &event = event_of_wait_list(handle);
    require_same(event.context(), *context_);
    if (event.status() == CL_COMPLETE) {
      continue;
    }
    if (event.queue() != nullptr && event.queue() != &commands_) {
      // Before this queue's lock is taken, since this takes the other queue's.
      event.queue()->flush(event);
    }
    events.emplace_back(event);
  }
  return events;
}

}  // namespace mux::opencl
