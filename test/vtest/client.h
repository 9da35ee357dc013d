/// @file
/// A client of the vtest protocol, and a server in the test's process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mux/mux.hpp>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "vtest/server/caps.h"
#include "vtest/server/log.h"
#include "vtest/server/server.h"
#include "vtest/server/shared_memory.h"
#include "vtest/wire/message.h"
#include "vtest/wire/socket.h"
#include "writer.h"

namespace mux::test {

/// A server with a socket in a folder of its own, and the lines that it logged.
class TestServer {
 public:
  explicit TestServer(vtest::Level level = vtest::Level::opengl_4_3,
                      vtest::LogLevel log_level = vtest::LogLevel::info);
  ~TestServer();
  TestServer(const TestServer &) = delete;
  TestServer &operator=(const TestServer &) = delete;

  const std::string &socket_path() const { return server_->socket_path(); }
  /// The lines of the log so far.
  std::string log() const;

 private:
  struct Lines;

  std::string folder_;
  std::unique_ptr<Lines> lines_;
  Device device_;
  vtest::Log log_;
  std::unique_ptr<vtest::Server> server_;
  std::thread thread_;
};

/// A resource's memory that the server has sent.
struct ClientResource {
  uint32_t handle = 0;
  vtest::SharedMemory memory;

  template <class Element>
  std::span<Element> as() const {
    const auto bytes = memory.bytes();
    return {reinterpret_cast<Element *>(bytes.data()), bytes.size() / sizeof(Element)};
  }
};

/// A connection. Functions that get a wrong reply, or none, throw std::runtime_error.
class TestClient {
 public:
  explicit TestClient(const std::string &socket_path);

  /// Sends bytes as they are. False if the server has closed the connection.
  bool send_bytes(std::span<const std::byte> bytes);
  void send(vtest::MessageId id, std::span<const uint32_t> payload);
  void send(vtest::MessageId id, std::initializer_list<uint32_t> payload = {});
  /// Receives as many words.
  std::vector<uint32_t> receive(size_t words);
  std::vector<std::byte> receive_bytes(size_t bytes);

  /// The messages that Mesa starts with. Returns the capabilities.
  vtest::CapsV2 shake_hands(const std::string &name = "test");
  /// Whether the server answers.
  void ping();
  bool is_busy(uint32_t resource, bool wait);
  /// Creates a resource and maps its memory.
  ClientResource create(const vtest::ResourceCreate &description);
  /// A buffer.
  ClientResource create_buffer(uint32_t handle, uint32_t bytes, uint32_t bind = 1 << 4);
  void submit(std::span<const uint32_t> words);
  /// Copies a box from the resource to its memory, and waits.
  void read_back(const vtest::Transfer &transfer);
  void read_back(uint32_t buffer, uint32_t bytes);

  int descriptor() const { return descriptor_.get(); }

 private:
  vtest::Descriptor receive_descriptor();

  vtest::Descriptor descriptor_;
};

/// The words of a submission.
class Submission {
 public:
  explicit Submission(uint32_t sub_context = 1) {
    add(28, vtest::stream::SetSubContext{sub_context});
  }
  template <class Command>
  Submission &add(uint32_t number, Command command,
                  vtest::stream::ObjectType type = vtest::stream::ObjectType::none) {
    append(words_, number, std::move(command), type);
    return *this;
  }
  /// Adds a transfer of a buffer's first bytes from its memory.
  Submission &write_buffer(uint32_t resource, uint32_t bytes);

  const std::vector<uint32_t> &words() const { return words_; }

 private:
  std::vector<uint32_t> words_;
};

/// Whether a condition becomes true within half a minute: a server frees what clients had after
/// they have left.
bool becomes(const std::function<bool()> &condition);

/// The number of mappings of memory that a server of this process shares with clients.
size_t shared_mappings();

}  // namespace mux::test
