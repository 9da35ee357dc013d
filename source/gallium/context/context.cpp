#include "gallium/context/context.h"

#include <future>

#include "client/service.h"
#include "gallium/stream/gate.h"

namespace mux::gallium {
namespace {

/// Waits until the service thread has destroyed the objects that it was given before: they use the
/// device, which the program may destroy next.
void wait_for_service() {
  // Objects are destroyed between two rounds of tasks.
  for (int round = 0; round < 2; ++round) {
    std::promise<void> done;
    client::service::post([&done] { done.set_value(); });
    done.get_future().wait();
  }
}

}  // namespace

Context::Context(Screen &screen)
    : screen_(screen),
      stream_destroyed_(std::make_shared<std::binary_semaphore>(0)),
      stream_(make_ref<Stream>(screen, static_cast<ErrorSink &>(*this), stream_destroyed_)) {}

Context::~Context() {
  try {
    stream_->finish();
  } catch (...) {
    // Commands that could not be dispatched have ended.
    messages_.tell_later(mux_gallium_debug_error, "commands could not be submitted");
  }
  screen_->flush_board().remove(this);
  condition_ = {};
  bindings_ = {};
  uploaders_ = {};
  objects_.clear();
  // A thread of the device may be about to drop the stream, after the last batch.
  stream_ = {};
  stream_destroyed_->acquire();
  try {
    wait_for_service();
  } catch (...) {
    // Without the thread nothing is destroyed late.
    return;
  }
}

Context &live(mux_gallium_context_t handle) {
  Context &context = checked<Context>(handle);
  context.check_alive();
  return context;
}

void Context::check_alive() {
  messages_.deliver();
  const int status = reset_.load(std::memory_order_acquire);
  if (status == mux_gallium_reset_none) [[likely]] {
    return;
  }
  if (!reset_reported_ && reset_callback_ != nullptr) {
    reset_reported_ = true;
    reset_callback_(reset_user_data_, static_cast<mux_gallium_reset_status_e>(status));
  }
  fail(mux_error_failure, "the context was reset");
}

void Context::reset(mux_gallium_reset_status_e status) noexcept {
  int none = mux_gallium_reset_none;
  reset_.compare_exchange_strong(none, status, std::memory_order_release,
                                 std::memory_order_relaxed);
}

mux_gallium_reset_status_e Context::take_reset_status() {
  messages_.deliver();
  const int status = reset_.load(std::memory_order_acquire);
  if (status == mux_gallium_reset_none || reset_reported_) {
    return mux_gallium_reset_none;
  }
  reset_reported_ = true;
  return static_cast<mux_gallium_reset_status_e>(status);
}

void Context::set_reset_callback(mux_gallium_reset_callback_t callback, void *user_data) {
  reset_callback_ = callback;
  reset_user_data_ = user_data;
}

void Context::command_failed(const char *text) noexcept {
  reset(mux_gallium_reset_guilty);
  messages_.tell_later(mux_gallium_debug_error, text);
}

void Context::remove(OfContext &object) {
  if (condition_.query == &object) {
    condition_ = {};
  }
  objects_.erase(Ref<OfContext>(object));
}

std::vector<Ref<Event>> Context::new_flushes() {
  const uint64_t version = screen_->flush_board().version();
  if (version == seen_flushes_) {
    return {};
  }
  std::vector<Ref<Event>> flushes = screen_->flush_board().others(this);
  seen_flushes_ = version;
  return flushes;
}

void Context::record(std::span<const Use> uses, Record record_command) {
  const uint64_t number = stream_->record(new_flushes(), nullptr, [&](Recording &recording) {
    for (const Use &use : uses) {
      recording.keep(use.resource);
      recording.keep(*use.storage);
    }
    return record_command(recording);
  });
  for (const Use &use : uses) {
    use.resource.uses().note(stream_->timeline(), number, use.access);
    if (use.access.writes) {
      use.resource.note_write();
    }
  }
}

void Context::record_barrier() {
  record({}, [](const Recording &recording) { return recording.nothing(); });
}

void Context::wait_on_device(Ref<Event> event) {
  if (!event->is_complete()) {
    // What was recorded before must not wait.
    stream_->flush();
    std::vector<Ref<Event>> waits = new_flushes();
    waits.push_back(std::move(event));
    stream_->record(std::move(waits), nullptr,
                    [](const Recording &recording) { return recording.nothing(); });
  }
}

void Context::follow_flushes() {
  std::vector<Ref<Event>> flushes = new_flushes();
  if (!flushes.empty()) {
    stream_->record(std::move(flushes), nullptr,
                    [](const Recording &recording) { return recording.nothing(); });
  }
}

Ref<Event> Context::marker() {
  follow_flushes();
  return stream_->marker(stream_->last());
}

Ref<Event> Context::new_marker() {
  follow_flushes();
  return stream_->new_marker();
}

void Context::flush(bool ordered) {
  if (ordered && !stream_->timeline().is_complete(stream_->last())) {
    screen_->flush_board().publish(this,
                                   regardless_of_failure(*marker(), Ref<RefCounted>(screen_)));
  }
  stream_->flush();
}

// Commands of another context that were not submitted are not waited for: the calling thread may be
// the one that has to submit them.
Ref<Event> Context::marker_of(const Uses::Command &command) {
  if (command.timeline.get() == &stream_->timeline()) {
    return stream_->marker(command.number);
  }
  Ref<Event> event = command.timeline->find_marker(command.number);
  const bool submitted = event && event->status() < client::event_status::queued;
  return submitted ? event : Ref<Event>();
}

bool Context::is_over(const Uses::Command &command) {
  const Ref<Event> event = marker_of(command);
  if (event && command.timeline.get() == &stream_->timeline()) {
    stream_->flush();
  }
  return !event || event->is_complete();
}

Access Context::pending_accesses(Resource &resource) {
  Access pending{};
  for (const Uses::Command &command : resource.uses().reads()) {
    pending.reads = pending.reads || !is_over(command);
  }
  for (const Uses::Command &command : resource.uses().writes()) {
    pending.writes = pending.writes || !is_over(command);
  }
  return pending;
}

bool Context::is_idle(Resource &resource, Access access) {
  const Access pending = pending_accesses(resource);
  return !pending.writes && (!access.writes || !pending.reads);
}

void Context::wait_for(Resource &resource, Access access) {
  std::vector<Uses::Command> commands = resource.uses().writes();
  if (access.writes) {
    for (Uses::Command &command : resource.uses().reads()) {
      commands.push_back(std::move(command));
    }
  }
  for (const Uses::Command &command : commands) {
    if (command.timeline.get() == &stream_->timeline()) {
      stream_->wait(command.number);
    } else if (const Ref<Event> event = marker_of(command)) {
      event->wait();
    }
  }
}

bool Context::is_skipped() {
  if (!condition_.outcome) {
    return false;
  }
  const Outcome &outcome = *condition_.outcome;
  if (condition_.waits) {
    stream_->wait_for(outcome.end_event());
  } else if (!outcome.is_available()) {
    return false;
  }
  return (outcome.number(0) != 0) == condition_.skips_if;
}

}  // namespace mux::gallium
