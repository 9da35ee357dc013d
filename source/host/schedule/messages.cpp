#include "host/schedule/messages.h"

namespace mux::host {

void Messages::send(const char *message) const {
  if (callback_info_.callback != nullptr) {
    callback_info_.callback(callback_info_.user_data, message, nullptr, 0);
  }
}

void Messages::send(const std::string &message, mux_message_kind_e kind) const {
  const mux_message_info_t info = {static_cast<uint32_t>(kind), message.size()};
  callback_info_.callback(callback_info_.user_data, message.c_str(), &info, sizeof info);
}

void Messages::send_printed_text(std::string_view text) {
  const mux_message_info_t info = {mux_message_kind_printf, text.size()};
  // One text at a time, so that the program need not lock.
  const LockGuard guard(text_lock_);
  callback_info_.callback(callback_info_.user_data, text.data(), &info, sizeof info);
}

}  // namespace mux::host
