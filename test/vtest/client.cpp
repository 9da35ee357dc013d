#include "client.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>

namespace mux::test {

struct TestServer::Lines {
  std::mutex mutex;
  std::string text;
};

TestServer::TestServer(vtest::Level level, vtest::LogLevel log_level)
    : folder_((std::filesystem::temp_directory_path() / "mux-vtest-XXXXXX").string()),
      lines_(std::make_unique<Lines>()),
      log_(log_level, [lines = lines_.get()](vtest::LogLevel, const std::string &line) {
        const std::lock_guard guard(lines->mutex);
        lines->text += line + "\n";
      }) {
  if (mkdtemp(folder_.data()) == nullptr) {
    throw std::runtime_error("no folder for a socket");
  }
  server_ = std::make_unique<vtest::Server>(
      vtest::DeviceInfo{device_.get(), device_.allocator(), level}, folder_ + "/socket", log_);
  thread_ = std::thread([this] { server_->run(); });
}

TestServer::~TestServer() {
  server_->stop();
  thread_.join();
  server_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TestServer::log() const {
  const std::lock_guard guard(lines_->mutex);
  return lines_->text;
}

TestClient::TestClient(const std::string &socket_path)
    : descriptor_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  if (::connect(descriptor_.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) !=
      0) {
    throw std::runtime_error("cannot connect: " + std::string(std::strerror(errno)));
  }
  // A test fails rather than waits for ever.
  const timeval limit{60, 0};
  setsockopt(descriptor_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
}

bool TestClient::send_bytes(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(descriptor_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) {
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

void TestClient::send(vtest::MessageId id, std::span<const uint32_t> payload) {
  std::vector<uint32_t> words{static_cast<uint32_t>(payload.size()), static_cast<uint32_t>(id)};
  words.insert(words.end(), payload.begin(), payload.end());
  if (!send_bytes(std::as_bytes(std::span(words)))) {
    throw std::runtime_error("the server has closed the connection");
  }
}

void TestClient::send(vtest::MessageId id, std::initializer_list<uint32_t> payload) {
  send(id, std::span(payload.begin(), payload.size()));
}

std::vector<std::byte> TestClient::receive_bytes(size_t bytes) {
  std::vector<std::byte> result(bytes);
  for (size_t received = 0; received < bytes;) {
    const ssize_t count = ::recv(descriptor_.get(), result.data() + received, bytes - received, 0);
    if (count <= 0) {
      throw std::runtime_error("no reply");
    }
    received += static_cast<size_t>(count);
  }
  return result;
}

std::vector<uint32_t> TestClient::receive(size_t words) {
  const std::vector<std::byte> bytes = receive_bytes(words * sizeof(uint32_t));
  std::vector<uint32_t> result(words);
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

vtest::Descriptor TestClient::receive_descriptor() {
  char byte = 1;
  iovec data{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const cmsghdr *header = nullptr;
  if (::recvmsg(descriptor_.get(), &message, MSG_CMSG_CLOEXEC) != 1 || byte != 0 ||
      (header = CMSG_FIRSTHDR(&message)) == nullptr || header->cmsg_type != SCM_RIGHTS) {
    throw std::runtime_error("no descriptor");
  }
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof(descriptor));
  return vtest::Descriptor(descriptor);
}

vtest::CapsV2 TestClient::shake_hands(const std::string &name) {
  const std::array<uint32_t, 2> header{static_cast<uint32_t>(name.size() + 1), 8};
  send_bytes(std::as_bytes(std::span(header)));
  send_bytes(std::as_bytes(std::span(name.c_str(), name.size() + 1)));
  ping();
  send(vtest::MessageId::protocol_version, {2});
  if (receive(3) != std::vector<uint32_t>{1, 11, 2}) {
    throw std::runtime_error("wrong version");
  }
  send(vtest::MessageId::get_caps2);
  send(vtest::MessageId::get_caps);
  vtest::CapsV2 caps;
  if (receive(2) != std::vector<uint32_t>{sizeof(caps) + 1, 2}) {
    throw std::runtime_error("wrong header of capabilities 2");
  }
  const std::vector<std::byte> bytes = receive_bytes(sizeof(caps));
  std::memcpy(&caps, bytes.data(), sizeof(caps));
  if (receive(2) != std::vector<uint32_t>{sizeof(caps.v1) + 1, 1}) {
    throw std::runtime_error("wrong header of capabilities 1");
  }
  receive_bytes(sizeof(caps.v1));
  return caps;
}

void TestClient::ping() {
  send(vtest::MessageId::ping_protocol_version);
  send(vtest::MessageId::resource_busy_wait, {0, 0});
  if (receive(5) != std::vector<uint32_t>{0, 10, 1, 7, 0}) {
    throw std::runtime_error("wrong reply to a ping");
  }
}

bool TestClient::is_busy(uint32_t resource, bool wait) {
  send(vtest::MessageId::resource_busy_wait, {resource, wait ? 1U : 0U});
  const std::vector<uint32_t> reply = receive(3);
  if (reply[0] != 1 || reply[1] != 7 || reply[2] > 1) {
    throw std::runtime_error("wrong reply to a wait");
  }
  return reply[2] != 0;
}

ClientResource TestClient::create(const vtest::ResourceCreate &description) {
  std::array<uint32_t, sizeof(description) / sizeof(uint32_t)> words;
  std::memcpy(words.data(), &description, sizeof(description));
  send(vtest::MessageId::resource_create2, words);
  ClientResource result;
  result.handle = description.handle;
  if (description.data_size > 0) {
    result.memory = vtest::SharedMemory(receive_descriptor(), description.data_size);
  }
  return result;
}

ClientResource TestClient::create_buffer(uint32_t handle, uint32_t bytes, uint32_t bind) {
  constexpr uint32_t r8_unorm = 64;
  return create({handle, 0, r8_unorm, bind, bytes, 1, 1, 1, 0, 0, bytes});
}

void TestClient::submit(std::span<const uint32_t> words) {
  send(vtest::MessageId::submit_commands, words);
}

void TestClient::read_back(const vtest::Transfer &transfer) {
  std::array<uint32_t, sizeof(transfer) / sizeof(uint32_t)> words;
  std::memcpy(words.data(), &transfer, sizeof(transfer));
  send(vtest::MessageId::transfer_get2, words);
  if (is_busy(transfer.resource, true)) {
    throw std::runtime_error("a wait ended busy");
  }
}

void TestClient::read_back(uint32_t buffer, uint32_t bytes) {
  read_back({buffer, 0, 0, 0, 0, bytes, 1, 1, bytes, 0});
}

Submission &Submission::write_buffer(uint32_t resource, uint32_t bytes) {
  vtest::stream::Transfer3d transfer;
  transfer.resource.handle = resource;
  transfer.box = {0, 0, 0, static_cast<int32_t>(bytes), 1, 1};
  transfer.direction = vtest::stream::Transfer3d::to_resource;
  return add(43, transfer);
}

bool becomes(const std::function<bool()> &condition) {
  for (int attempt = 0; attempt < 3000; ++attempt) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

size_t shared_mappings() {
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    count += line.find("memfd:muxvtest") != std::string::npos ? 1 : 0;
  }
  return count;
}

}  // namespace mux::test
