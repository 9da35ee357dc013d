#include "vtest/server/connection.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>

#include "vtest/wire/message.h"

namespace mux::vtest {

void Connection::serve() {
  MessageReader reader(socket_);
  Message message;
  for (;;) {
    const MessageReader::Result result = reader.next(message);
    if (result == MessageReader::Result::truncated) {
      log_.write(LogLevel::info, "left within a message");
    }
    if (result != MessageReader::Result::message || !handle(message)) {
      return;
    }
  }
}

bool Connection::handle(const Message &message) {
  log_.write(LogLevel::debug, name_of(message.header.id));
  if (message.too_long) {
    warn_malformed(message);
  }
  switch (message.header.id) {
    case MessageId::create_renderer:
      log_.set_name(message.name);
      log_.write(LogLevel::info, "connected");
      return true;
    case MessageId::ping_protocol_version:
      return reply(ping_reply());
    case MessageId::protocol_version:
      return handle_version(message);
    case MessageId::get_caps:
    case MessageId::get_caps2:
      return handle_caps(message);
    case MessageId::resource_busy_wait:
      return handle_busy_wait(message);
    case MessageId::resource_create2:
      return handle_create(message);
    default:
      handle_without_reply(message);
      return true;
  }
}

void Connection::handle_without_reply(const Message &message) try {
  switch (message.header.id) {
    case MessageId::resource_unref:
      handle_unref(message);
      break;
    case MessageId::transfer_get2:
    case MessageId::transfer_put2:
      handle_transfer(message);
      break;
    case MessageId::submit_commands:
      renderer_.submit(message.words);
      break;
    default:
      log_.warn_once("message " + std::to_string(static_cast<uint32_t>(message.header.id)) +
                     " is unknown");
  }
} catch (const std::exception &error) {
  // Without memory, for example: the message has no effect.
  log_.warn_once(error.what());
}

bool Connection::handle_version(const Message &message) {
  const std::optional<uint32_t> version = parse_protocol_version(message.words);
  if (!version) {
    warn_malformed(message);
  }
  return reply(version_reply(std::min(version.value_or(protocol_version), protocol_version)));
}

bool Connection::handle_caps(const Message &message) {
  if (message.header.id == MessageId::get_caps2) {
    const CapsV2 &caps = renderer_.caps();
    return reply(caps_header(MessageId::caps2_reply, sizeof(caps))) &&
           socket_.send(std::as_bytes(std::span(&caps, 1)));
  }
  CapsV1 caps = renderer_.caps().v1;
  caps.max_version = 1;
  return reply(caps_header(MessageId::get_caps, sizeof(caps))) &&
         socket_.send(std::as_bytes(std::span(&caps, 1)));
}

bool Connection::handle_busy_wait(const Message &message) {
  const std::optional<BusyWait> busy_wait = parse_busy_wait(message.words);
  if (!busy_wait) {
    warn_malformed(message);
  }
  bool busy = false;
  try {
    busy = busy_wait && renderer_.is_busy(busy_wait->resource, busy_wait->wait);
  } catch (const std::exception &error) {
    log_.warn_once(error.what());
  }
  return reply(busy_reply(busy));
}

bool Connection::handle_create(const Message &message) {
  const std::optional<ResourceCreate> create = parse_resource_create(message.words);
  if (!create) {
    warn_malformed(message);
    return true;
  }
  if (log_.enabled(LogLevel::debug)) {
    log_.write(LogLevel::debug, describe(*create));
  }
  const int descriptor = renderer_.create_resource(*create);
  if (create->data_size == 0) {
    return true;
  }
  if (descriptor < 0) {
    log_.write(LogLevel::error, "there is no memory or descriptor for a resource");
    return false;
  }
  return socket_.send_descriptor(descriptor);
}

void Connection::handle_transfer(const Message &message) {
  const std::optional<Transfer> transfer = parse_transfer(message.words);
  if (!transfer) {
    warn_malformed(message);
    return;
  }
  if (log_.enabled(LogLevel::debug)) {
    log_.write(LogLevel::debug, describe(*transfer));
  }
  if (message.header.id == MessageId::transfer_get2) {
    renderer_.read_back(*transfer);
  } else {
    renderer_.write(*transfer);
  }
}

void Connection::handle_unref(const Message &message) {
  if (const std::optional<uint32_t> handle = parse_resource_unref(message.words)) {
    renderer_.release_resource(*handle);
  } else {
    warn_malformed(message);
  }
}

void Connection::warn_malformed(const Message &message) {
  log_.warn_once(std::string(name_of(message.header.id)) + " has the length " +
                 std::to_string(message.header.length));
}

}  // namespace mux::vtest
