/// @file
/// The receiver of a context's messages. Messages from other threads are passed on at once if the
/// receiver is asynchronous, and kept for the context's thread otherwise. Thread-safe.
#pragma once

#include <mux/gallium/context.h>

#include <mutex>
#include <string>
#include <vector>

namespace mux::gallium {

class Messages {
 public:
  /// Replaces the receiver; one without a function receives nothing.
  void set(const mux_gallium_debug_sink_t &sink);
  /// Passes a message on, on the context's thread.
  void tell(mux_gallium_debug_type_e type, const char *text);
  /// Passes a message on, on any thread. A message that cannot be kept is lost.
  void tell_later(mux_gallium_debug_type_e type, const char *text) noexcept;
  /// Passes on the messages that were kept.
  void deliver();

 private:
  struct Message {
    mux_gallium_debug_type_e type;
    std::string text;
  };

  mux_gallium_debug_sink_t sink() const;

  mutable std::mutex lock_;
  mux_gallium_debug_sink_t sink_{};
  std::vector<Message> kept_;
};

}  // namespace mux::gallium
