#include "core/error_message.h"

#include <mux/extensions.h>
#include <mux/target.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace mux::core {
namespace {

constexpr size_t capacity = 512;

struct ErrorMessage {
  char text[capacity];
  bool set_by_hook;
};

thread_local constinit ErrorMessage error_message = {};

}  // namespace

void set_error_message(const char *entry_point, const char *format, std::va_list arguments) {
  ErrorMessage &message = error_message;
  message.set_by_hook = false;
  const int prefix = std::snprintf(message.text, capacity, "%s: ", entry_point);
  if (prefix > 0 && static_cast<size_t>(prefix) < capacity) {
    std::vsnprintf(message.text + prefix, capacity - static_cast<size_t>(prefix), format,
                   arguments);
  }
}

void begin_hook() {
  error_message.set_by_hook = false;
}

void end_failed_hook(const char *entry_point, const char *fallback) {
  ErrorMessage &message = error_message;
  const size_t name_length = std::strlen(entry_point);
  if (!message.set_by_hook) {
    std::snprintf(message.text, capacity, "%s: %s", entry_point, fallback);
  } else if (std::strncmp(message.text, entry_point, name_length) != 0) {
    char said[capacity];
    std::memcpy(said, message.text, capacity);
    const int prefix = std::snprintf(message.text, capacity, "%s: ", entry_point);
    const auto used = static_cast<size_t>(std::max(prefix, 0));
    const size_t kept = std::min(std::strlen(said), capacity - 1 - used);
    std::memcpy(message.text + used, said, kept);
    message.text[used + kept] = '\0';
  }
  message.set_by_hook = false;
}

}  // namespace mux::core

const char *muxGetLastErrorMessage(void) {
  return mux::core::error_message.text;
}

void muxSetLastErrorMessage(const char *message) {
  mux::core::ErrorMessage &current = mux::core::error_message;
  const char *text = message != nullptr ? message : "";
  // `text` may be the text returned by muxGetLastErrorMessage().
  const size_t length = strnlen(text, mux::core::capacity - 1);
  std::memmove(current.text, text, length);
  current.text[length] = '\0';
  current.set_by_hook = length != 0;
}
