/// @file
/// The commands of a context: an in-order client::Queue, and how far it has come.
///
/// Commands are numbered from 1. A marker is an event that completes when all commands up to its
/// number have ended; markers are recorded on demand, since a command with an event is ordered
/// after all others of its batch.
///
/// Thread-safe, although only the context's thread records.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <vector>

#include "client/queue.h"
#include "gallium/screen/screen.h"

namespace mux::gallium {

using client::Event;
using client::Record;
using client::Recording;

/// Progress of a stream; outlives it.
class Timeline final : public RefCounted {
 public:
  /// Whether the command and all before it have ended.
  bool is_complete(uint64_t command);
  /// A marker that was recorded for the command or a later one; empty if there is none.
  Ref<Event> find_marker(uint64_t command);
  void add_marker(uint64_t command, Ref<Event> event);

 private:
  struct Marker {
    uint64_t command;
    Ref<Event> event;
  };
  void drop_completed();

  std::mutex lock_;
  uint64_t completed_ = 0;
  std::deque<Marker> markers_;
};

/// Receives the texts of errors of running commands, on any thread.
class ErrorSink {
 public:
  ErrorSink() = default;
  ErrorSink(const ErrorSink &) = delete;
  ErrorSink &operator=(const ErrorSink &) = delete;
  virtual ~ErrorSink() = default;

  virtual void command_failed(const char *text) noexcept = 0;
};

class Stream final : public RefCounted {
 public:
  /// @param errors outlives the stream's commands.
  /// @param destroyed is released when the stream no longer uses the device.
  Stream(Screen &screen, ErrorSink &errors, std::shared_ptr<std::binary_semaphore> destroyed);
  ~Stream() override;

  Timeline &timeline() { return *timeline_; }
  /// The number of the last command recorded.
  uint64_t last() const { return last_; }

  /// Records a command after `waits`. Returns its number.
  uint64_t record(std::vector<Ref<Event>> waits, Event *event, Record record_command);
  /// An event of this stream for record().
  Ref<Event> make_event();
  /// A marker for a command; recorded if there is none.
  Ref<Event> marker(uint64_t command);
  /// A marker that is recorded now, whose end is not before the call.
  Ref<Event> new_marker();
  /// Waits until the command has ended, and helps.
  void wait(uint64_t command);
  /// Waits for an event of this stream.
  void wait_for(Event &event) { queue_.wait_for(event); }
  void flush() { queue_.flush(); }
  void finish() { queue_.finish(); }
  /// Reports the failure of a command that the device does not know of, on any thread.
  void report(const char *text) noexcept { errors_.command_failed(text); }

 private:
  static void receive_message(void *stream, const char *message, const void *data, size_t size);

  /// The first member, so destroyed last.
  struct Announcement {
    ~Announcement() { destroyed->release(); }
    std::shared_ptr<std::binary_semaphore> destroyed;
  };

  Announcement announcement_;
  Ref<Screen> screen_;
  ErrorSink &errors_;
  Ref<Timeline> timeline_;
  uint64_t last_ = 0;
  client::Queue queue_;
};

}  // namespace mux::gallium
