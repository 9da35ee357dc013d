#include "gallium/stream/stream.h"

namespace mux::gallium {
namespace {

/// Failed commands, and those that wait for failed ones, need no distinction here.
int32_t status_of(mux_result_t result) {
  return result == mux_success ? client::event_status::done : -1;
}

}  // namespace

void Timeline::drop_completed() {
  while (!markers_.empty() && markers_.front().event->is_complete()) {
    completed_ = markers_.front().command;
    markers_.pop_front();
  }
}

bool Timeline::is_complete(uint64_t command) {
  const std::lock_guard guard(lock_);
  drop_completed();
  return command <= completed_;
}

Ref<Event> Timeline::find_marker(uint64_t command) {
  const std::lock_guard guard(lock_);
  for (const Marker &marker : markers_) {
    if (marker.command >= command) {
      return marker.event;
    }
  }
  return {};
}

void Timeline::add_marker(uint64_t command, Ref<Event> event) {
  const std::lock_guard guard(lock_);
  drop_completed();
  markers_.push_back({command, std::move(event)});
}

Stream::Stream(Screen &screen, ErrorSink &errors, std::shared_ptr<std::binary_semaphore> destroyed)
    : announcement_{std::move(destroyed)},
      screen_(screen),
      errors_(errors),
      timeline_(make_ref<Timeline>()),
      queue_({.owner = *this,
              .device = screen.device(),
              .queue = screen.queue(),
              .compute_units = screen.device()->info->compute_units,
              .in_order = true,
              .status_of = status_of,
              .messages = {receive_message, this}}) {}

Stream::~Stream() = default;

void Stream::receive_message(void *stream, const char *message, const void *data, size_t) {
  // Messages with data are about generated code.
  if (data == nullptr) {
    static_cast<Stream *>(stream)->errors_.command_failed(message);
  }
}

uint64_t Stream::record(std::vector<Ref<Event>> waits, Event *event, Record record_command) {
  queue_.enqueue(std::move(waits), event, record_command);
  return ++last_;
}

Ref<Event> Stream::make_event() {
  // The screen keeps the device. The stream itself is kept by its commands.
  return make_ref<Event>(queue_, Ref<RefCounted>(screen_));
}

Ref<Event> Stream::marker(uint64_t command) {
  if (Ref<Event> found = timeline_->find_marker(command)) {
    return found;
  }
  return new_marker();
}

Ref<Event> Stream::new_marker() {
  Ref<Event> event = make_event();
  const uint64_t number =
      record({}, event.get(), [](const Recording &recording) { return recording.nothing(); });
  timeline_->add_marker(number, event);
  return event;
}

void Stream::wait(uint64_t command) {
  if (!timeline_->is_complete(command)) {
    queue_.wait_for(*marker(command));
  }
}

}  // namespace mux::gallium
