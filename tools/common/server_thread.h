/// @file
/// A vtest server on a thread, with the first device of the machine.
#pragma once

#include <exception>
#include <mux/mux.hpp>
#include <string>
#include <thread>

#include "common/server_options.h"
#include "vtest/server/server.h"

namespace mux::tools {

/// Serves clients from its construction to its destruction.
class ServerThread {
 public:
  /// Signals that the calling thread has blocked are blocked for all threads of the server.
  ///
  /// Throws std::runtime_error if no server can be started at `socket_path`.
  ServerThread(std::string socket_path, const ServerOptions &options);
  /// Ends the connections of all clients.
  ~ServerThread();
  ServerThread(const ServerThread &) = delete;
  ServerThread &operator=(const ServerThread &) = delete;

  const std::string &socket_path() const { return server_.socket_path(); }

 private:
  Device device_;
  vtest::Log log_;
  vtest::Server server_;
  std::thread thread_;
};

}  // namespace mux::tools
