#include "vtest/server/server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "support/blocked_signals.h"
#include "vtest/server/connection.h"

namespace mux::vtest {

namespace {

/// Time until the next attempt after accepting failed because descriptors or memory ran out.
constexpr std::chrono::milliseconds retry_interval{20};

Descriptor create_event() {
  Descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) {
    throw std::system_error(errno, std::generic_category(), "cannot create an eventfd");
  }
  return event;
}

void signal_event(const Descriptor &event) noexcept {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(event.get(), &one, sizeof(one));
}

void reset_event(const Descriptor &event) noexcept {
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t read = ::read(event.get(), &count, sizeof(count));
}

}  // namespace

Server::Server(const DeviceInfo &device, std::string socket_path, const Log &log)
    : device_(device),
      log_(log),
      socket_(std::move(socket_path)),
      stop_event_(create_event()),
      ended_event_(create_event()) {}

Server::~Server() {
  for (Client &client : clients_) {
    client.socket.shut_down();
  }
  for (Client &client : clients_) {
    client.thread.join();
  }
}

void Server::stop() noexcept {
  signal_event(stop_event_);
}

void Server::run() {
  for (;;) {
    std::array<pollfd, 3> files{{{socket_.descriptor(), POLLIN, 0},
                                 {stop_event_.get(), POLLIN, 0},
                                 {ended_event_.get(), POLLIN, 0}}};
    if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot wait for clients");
    }
    if (files[1].revents != 0) {
      return;
    }
    if (files[2].revents != 0) {
      reset_event(ended_event_);
      join_ended();
    }
    if (files[0].revents != 0) {
      accept_client();
    }
  }
}

void Server::accept_client() {
  Descriptor descriptor = socket_.accept();
  if (!descriptor) {
    if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
      log_.write(LogLevel::error,
                 std::string("cannot accept a client: ") + std::generic_category().message(errno));
      // The connection stays pending: without a pause this would run in circles.
      std::this_thread::sleep_for(retry_interval);
    }
    return;
  }
  try {
    Client &client = clients_.emplace_back(log_, next_client_++, std::move(descriptor));
    try {
      const BlockedSignals blocked;
      client.thread = std::thread([this, &client] { serve(client); });
    } catch (...) {
      clients_.pop_back();
      throw;
    }
  } catch (const std::exception &error) {
    log_.write(LogLevel::error, std::string("cannot serve a client: ") + error.what());
  }
}

void Server::serve(Client &client) noexcept {
  try {
    Connection connection(device_, client.socket, client.log);
    connection.serve();
  } catch (const std::exception &error) {
    try {
      client.log.write(LogLevel::error, error.what());
    } catch (const std::exception &) {
      // Without memory there is no message.
    }
  }
  // The client learns at once that the connection has ended.
  client.socket.shut_down();
  try {
    client.log.write(LogLevel::info, "disconnected");
  } catch (const std::exception &) {
    // Without memory there is no message.
  }
  client.has_ended.store(true, std::memory_order_release);
  signal_event(ended_event_);
}

void Server::join_ended() {
  for (auto client = clients_.begin(); client != clients_.end();) {
    if (client->has_ended.load(std::memory_order_acquire)) {
      client->thread.join();
      client = clients_.erase(client);
    } else {
      ++client;
    }
  }
}

}  // namespace mux::vtest
