/// @file
/// Fences: of flushes, signaled by the program's streams, or files of other parties.
///
/// A fence is an event. That of a reusable fence is replaced once both a signal and a wait were
/// recorded for it, in either order, so that each wait is paired with one signal. Thread-safe.
#pragma once

#include <mux/gallium/context.h>

#include <mutex>

#include "client/file.h"
#include "gallium/screen/screen.h"
#include "gallium/stream/stream.h"

namespace mux::gallium {

class Fence final : public Shared, public mux_gallium_fence_s {
 public:
  using HandleType = mux_gallium_fence_t;
  static constexpr const char *is_null = "the fence is NULL";

  /// Of a flush: signaled when the event of a stream completes.
  Fence(Screen &screen, const void *context, Ref<Event> flush);
  /// Signaled by a stream.
  Fence(Screen &screen, mux_gallium_fence_type_e type);
  /// Signaled while a file is readable.
  Fence(Screen &screen, mux_gallium_fence_type_e type, client::File file);

  /// Whether it is of a flush of this context.
  bool is_flush_of(const void *context) const { return context_ == context; }
  /// The event of a flush.
  Event &flush_event() const { return *event_; }
  /// Whether it is of a flush whose commands failed.
  bool has_failed() const;
  bool is_signaled() const;
  /// Waits; a flush must have been submitted. Returns whether it is signaled.
  bool wait(uint64_t timeout) const;

  /// Returns the event that a wait about to be recorded depends on. Fails if there is a waiter.
  Ref<Event> take_for_wait();
  /// Whether muxGalliumFenceServerSignal() may use it now; fails with the reason.
  void check_signal() const;
  /// Signals the fence when `done`, an event of a recorded command, completes.
  void signal(Event &done);

  /// Returns a file that becomes readable when it is signaled.
  client::File file() const;

 private:
  bool is_of_file() const { return file_.descriptor() >= 0; }
  Ref<Event> event() const;
  /// An event that completes when the file becomes readable.
  Ref<Event> watch_file() const;
  /// Starts the next use of a reusable fence, if this one has both its signal and its wait.
  void begin_next_use();

  Ref<Screen> screen_;
  const void *context_ = nullptr;
  mux_gallium_fence_type_e type_;
  client::File file_;
  mutable std::mutex lock_;
  Ref<Event> event_;
  /// The wait of a file that has not been satisfied.
  Ref<Event> file_wait_;
  bool has_signal_ = false;
  bool has_wait_ = false;
};

}  // namespace mux::gallium
