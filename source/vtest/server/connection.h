/// @file
/// The conversation with one client: from its first message until it leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "vtest/server/log.h"
#include "vtest/server/renderer.h"
#include "vtest/wire/message_reader.h"
#include "vtest/wire/socket.h"

namespace mux::vtest {

/// Serves one client on the calling thread.
///
/// A client waits for replies without a time limit, and aborts its process if the connection ends.
/// So every message that has a reply gets one, but for a RESOURCE_CREATE2 of a wrong length, whose
/// size of memory is unknown. The connection ends only if the client leaves, if a reply cannot be
/// sent, or if there is no memory for a screen or a resource.
class Connection {
 public:
  Connection(const DeviceInfo &device, ClientSocket &socket, ClientLog &log)
      : device_(device), socket_(socket), log_(log) {}

  /// Returns when the client has left, or cannot be served.
  void serve();

 private:
  /// Handles a message. False to end the connection.
  bool handle(const Message &message);
  void handle_without_reply(const Message &message);
  bool handle_caps(const Message &message);
  bool handle_busy_wait(const Message &message);
  bool handle_version(const Message &message);
  bool handle_create(const Message &message);
  void handle_transfer(const Message &message);
  void handle_unref(const Message &message);

  template <class Words>
  bool reply(const Words &words) {
    return socket_.send(std::as_bytes(std::span(words)));
  }
  void warn_malformed(const Message &message);

  const DeviceInfo &device_;
  ClientSocket &socket_;
  ClientLog &log_;
  Renderer renderer_{device_, log_};
};

}  // namespace mux::vtest
