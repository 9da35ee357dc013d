#include "gallium/context/messages.h"

#include <new>
#include <utility>

namespace mux::gallium {
namespace {

/// Messages beyond this number are lost: a program that never calls again must not fill the memory.
constexpr size_t max_kept = 100;

}  // namespace

void Messages::set(const mux_gallium_debug_sink_t &sink) {
  const std::lock_guard guard(lock_);
  sink_ = sink;
  kept_.clear();
}

mux_gallium_debug_sink_t Messages::sink() const {
  const std::lock_guard guard(lock_);
  return sink_;
}

void Messages::tell(mux_gallium_debug_type_e type, const char *text) {
  // Without the lock, since the receiver may call the context.
  if (const mux_gallium_debug_sink_t to = sink(); to.callback != nullptr) {
    to.callback(to.user_data, type, text);
  }
}

void Messages::tell_later(mux_gallium_debug_type_e type, const char *text) noexcept {
  mux_gallium_debug_sink_t to{};
  {
    const std::lock_guard guard(lock_);
    to = sink_;
    if (to.callback != nullptr && !to.async && kept_.size() < max_kept) {
      try {
        kept_.push_back({type, text});
      } catch (const std::bad_alloc &) {
        return;
      }
    }
  }
  if (to.callback != nullptr && to.async) {
    to.callback(to.user_data, type, text);
  }
}

void Messages::deliver() {
  std::vector<Message> messages;
  {
    const std::lock_guard guard(lock_);
    messages = std::exchange(kept_, {});
  }
  for (const Message &message : messages) {
    tell(message.type, message.text.c_str());
  }
}

}  // namespace mux::gallium
