/// @file
/// The server: accepts clients, and serves each on a thread of its own.
///
/// A thread for each client, because clients use blocking reads and writes and wait for the device:
/// one that is slow, sends nonsense or dies in the middle of a message delays nobody else, and the
/// order of a client's messages is that of its thread. A process for each client would isolate them
/// from faults of the server as well, but each would have worker threads of its own, so that
/// clients compete for the cores, and compiled shaders would not be shared.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <string>
#include <thread>
#include <utility>

#include "vtest/server/log.h"
#include "vtest/server/renderer.h"
#include "vtest/wire/socket.h"

namespace mux::vtest {

class Server {
 public:
  /// Listens, but accepts nobody yet. Throws std::runtime_error if that fails.
  ///
  /// @param device must outlive the server.
  /// @param log must outlive the server.
  Server(const DeviceInfo &device, std::string socket_path, const Log &log);
  /// Ends all connections. Their clients abort.
  ~Server();
  Server(const Server &) = delete;
  Server &operator=(const Server &) = delete;

  /// Serves clients until stop() is called. Clients that are connected then are served on until the
  /// destructor. Throws std::runtime_error if waiting for clients fails.
  void run();

  /// Makes run() return. May be called from any thread, and before run().
  void stop() noexcept;

  const std::string &socket_path() const noexcept { return socket_.path(); }

 private:
  /// A client and its thread.
  struct Client {
    Client(const Log &log, uint64_t number, Descriptor descriptor)
        : log(log, number), socket(std::move(descriptor)) {}

    ClientLog log;
    ClientSocket socket;
    std::thread thread;
    std::atomic<bool> has_ended = false;
  };

  void accept_client();
  void serve(Client &client) noexcept;
  /// Joins the threads of clients that have left.
  void join_ended();

  const DeviceInfo device_;
  const Log &log_;
  ListeningSocket socket_;
  /// Eventfds that stop() writes to, and threads of clients when they end.
  Descriptor stop_event_;
  Descriptor ended_event_;
  /// Used by the thread of run() and the destructor.
  std::list<Client> clients_;
  uint64_t next_client_ = 1;
};

}  // namespace mux::vtest
