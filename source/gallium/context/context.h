/// @file
/// A context: a stream of commands, what is bound, the objects that it made.
///
/// For one thread at a time, except where a function says otherwise. Functions that record, map or
/// flush begin with live(), which reports a reset once and fails after it.
#pragma once

#include <mux/gallium/context.h>

#include <atomic>
#include <memory>
#include <optional>
#include <semaphore>
#include <set>
#include <span>
#include <vector>

#include "gallium/bindings/bindings.h"
#include "gallium/context/messages.h"
#include "gallium/draw/memory/draw_memory.h"
#include "gallium/state/query.h"
#include "gallium/state/uploader.h"
#include "gallium/stream/uses.h"

namespace mux::gallium {

/// A resource that a command uses, and how; with its storage at the time of the call.
struct Use {
  Use(Resource &used, Access how) : resource(used), access(how), storage(used.storage()) {}

  Resource &resource;
  Access access;
  Ref<Storage> storage;
};

/// The condition of predicated commands.
struct RenderCondition {
  /// NULL for none.
  const Query *query = nullptr;
  /// Of the query when the condition was set.
  std::optional<Outcome> outcome;
  bool skips_if = false;
  bool waits = false;
};

/// The uploaders of a context, made when they are first asked for.
struct UploaderPair {
  Ref<Uploader> stream;
  Ref<Uploader> constants;
};

class Context final : public mux_gallium_context_s, private ErrorSink {
 public:
  using HandleType = mux_gallium_context_t;
  static constexpr const char *is_null = "the context is NULL";

  explicit Context(Screen &screen);
  /// Waits for all commands, and destroys all objects of the context.
  ~Context() override;

  Screen &screen() const { return *screen_; }
  Stream &stream() { return *stream_; }
  Messages &messages() { return messages_; }
  Bindings &bindings() { return bindings_; }
  RenderCondition &condition() { return condition_; }
  UploaderPair &uploaders() { return uploaders_; }
  DrawMemory &draw_memory() { return draw_memory_; }
  DrawCounts &draw_counts() { return draw_counts_; }

  /// Detects resets: fails if there was one.
  void check_alive();
  bool is_reset() const { return reset_.load(std::memory_order_acquire) != mux_gallium_reset_none; }
  /// Simulates a reset; keeps an earlier one. Thread-safe.
  void reset(mux_gallium_reset_status_e status) noexcept;
  /// Returns a reset that was not reported, and none from then on.
  mux_gallium_reset_status_e take_reset_status();
  void set_reset_callback(mux_gallium_reset_callback_t callback, void *user_data);

  /// Adds an object, which the context holds until destroy().
  template <typename T>
  T *add(const Ref<T> &object) {
    objects_.insert(Ref<OfContext>(object));
    return object.get();
  }
  /// Drops an object that the program destroys.
  void remove(OfContext &object);

  /// Records a command that uses resources, which are kept until it has ended. Orders it after what
  /// other contexts have flushed.
  void record(std::span<const Use> uses, Record record_command);
  /// Orders all later commands after all earlier ones.
  void record_barrier();
  /// Orders later commands after an event outside of any queue, or of another stream that was
  /// flushed.
  void wait_on_device(Ref<Event> event);
  /// An event that completes when all commands recorded so far have ended.
  Ref<Event> marker();
  /// The same, which does not complete before the call.
  Ref<Event> new_marker();
  /// Submits all commands; `ordered` makes other contexts' later commands run after them.
  void flush(bool ordered);

  /// The accesses of commands that have not ended. Submits them.
  Access pending_accesses(Resource &resource);
  /// Whether no pending command conflicts with an access. Submits what it would wait for.
  bool is_idle(Resource &resource, Access access);
  /// Waits for pending commands that conflict with an access: those of this context, and what
  /// other contexts have flushed.
  void wait_for(Resource &resource, Access access);

  /// Whether predicated commands are skipped.
  bool is_skipped();

 private:
  void command_failed(const char *text) noexcept override;
  /// The flushes of other contexts since the last call.
  std::vector<Ref<Event>> new_flushes();
  /// Orders later commands after them.
  void follow_flushes();
  /// A marker for a conflict; empty if its context has not flushed it.
  Ref<Event> marker_of(const Uses::Command &command);
  /// Whether a command has ended, or need not be waited for. Submits it if it is of this context.
  bool is_over(const Uses::Command &command);

  Ref<Screen> screen_;
  std::shared_ptr<std::binary_semaphore> stream_destroyed_;
  Ref<Stream> stream_;
  Messages messages_;
  uint64_t seen_flushes_ = 0;
  /// One of mux_gallium_reset_status_e; written by any thread.
  std::atomic<int> reset_{mux_gallium_reset_none};
  bool reset_reported_ = false;
  mux_gallium_reset_callback_t reset_callback_ = nullptr;
  void *reset_user_data_ = nullptr;
  struct ByAddress {
    bool operator()(const Ref<OfContext> &one, const Ref<OfContext> &other) const {
      return one.get() < other.get();
    }
  };
  std::set<Ref<OfContext>, ByAddress> objects_;
  Bindings bindings_;
  RenderCondition condition_;
  UploaderPair uploaders_;
  DrawMemory draw_memory_;
  DrawCounts draw_counts_;
};

/// The context of a handle, for calls that fail after a reset.
Context &live(mux_gallium_context_t handle);

}  // namespace mux::gallium
