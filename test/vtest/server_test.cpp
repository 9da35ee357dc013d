// The conversation of a server with one client.

#include "vtest/server/server.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "client.h"
#include "recordings.h"

namespace {

using mux::test::ClientResource;
using mux::test::Submission;
using mux::test::TestClient;
using mux::test::TestServer;
using mux::vtest::MessageId;

}  // namespace

TEST_CASE("a server answers Mesa's first messages in their order") {
  const TestServer server;
  TestClient client(server.socket_path());
  const mux::vtest::CapsV2 caps = client.shake_hands();
  CHECK(caps.v1.max_version == 2);
  CHECK(caps.host_feature_check_version == 15);
}

TEST_CASE("a server answers with the lower version") {
  const TestServer server;
  TestClient client(server.socket_path());
  for (const uint32_t version : {0U, 1U, 2U, 3U, 0xffffffffU}) {
    client.send(MessageId::protocol_version, {version});
    CHECK(client.receive(3) == std::vector<uint32_t>{1, 11, std::min(version, 2U)});
  }
}

TEST_CASE("messages of any identifier and length leave the connection in order") {
  const TestServer server;
  TestClient client(server.socket_path());
  client.shake_hands();
  // What has a reply gets one.
  const std::map<uint32_t, size_t> reply_words{{1, 2 + 77}, {7, 3}, {9, 2 + 344}, {10, 2}, {11, 3}};
  for (uint32_t id = 0; id < 30; ++id) {
    for (uint32_t length = 0; length < 20; ++length) {
      if (id == 8 || (id == 12 && length == 11)) {
        continue;
      }
      client.send(static_cast<MessageId>(id), std::vector<uint32_t>(length, 0xffffffff));
      if (id == 14 && length > 10) {
        // The words beyond are a message of their own.
        client = TestClient(server.socket_path());
        continue;
      }
      const auto words = reply_words.find(id);
      if (words != reply_words.end()) {
        client.receive(words->second);
      }
      INFO("message " << id << " of " << length << " words");
      REQUIRE_NOTHROW(client.ping());
    }
  }
}

TEST_CASE("a resource has zeros in its memory, which the client cannot shorten") {
  const TestServer server;
  TestClient client(server.socket_path());
  client.shake_hands();
  const ClientResource buffer = client.create_buffer(1, 10000);
  REQUIRE(buffer.memory.bytes().size() == 10000);
  CHECK(std::ranges::all_of(buffer.memory.bytes(), [](std::byte b) { return b == std::byte{0}; }));
  const mux::vtest::Descriptor file = mux::vtest::create_memory_file(100);
  CHECK(ftruncate(file.get(), 10) != 0);
  CHECK(ftruncate(file.get(), 200) != 0);
  CHECK(fchmod(file.get(), 0) == 0);
}

TEST_CASE("a resource that cannot exist gets its memory nevertheless") {
  const TestServer server;
  TestClient client(server.socket_path());
  client.shake_hands();
  // A target and a format that there are not, no width, more levels than pixels.
  CHECK(client.create({1, 9, 64, 0, 4, 1, 1, 1, 0, 0, 4}).memory.bytes().size() == 4);
  CHECK(client.create({2, 2, 511, 0, 4, 4, 1, 1, 0, 0, 64}).memory.bytes().size() == 64);
  CHECK(client.create({3, 0, 64, 0, 0, 1, 1, 1, 0, 0, 4}).memory.bytes().size() == 4);
  CHECK(client.create({4, 2, 67, 0, 4, 4, 1, 1, 30, 0, 64}).memory.bytes().size() == 64);
  CHECK(client.create({5, 2, 67, 0, 4, 4, 1, 1, 0, 0, 0}).memory.bytes().empty());
  // The handle of none.
  CHECK(client.create({0, 0, 64, 0, 4, 1, 1, 1, 0, 0, 4}).memory.bytes().size() == 4);
  client.read_back({1, 0, 0, 0, 0, 4, 1, 1, 4, 0});
  client.ping();
  CHECK(server.log().find("RESOURCE_CREATE2 handle=1") != std::string::npos);
}

TEST_CASE("unknown resources are idle") {
  const TestServer server;
  TestClient client(server.socket_path());
  client.shake_hands();
  CHECK_FALSE(client.is_busy(0, true));
  CHECK_FALSE(client.is_busy(77, true));
  client.send(MessageId::resource_unref, {77});
  client.send(MessageId::resource_unref, {0});
  client.ping();
}

TEST_CASE("resources stand for fences, which all have one memory") {
  const TestServer server;
  TestClient client(server.socket_path());
  client.shake_hands();
  for (uint32_t handle = 1; handle < 3000; ++handle) {
    const ClientResource fence = client.create({handle, 0, 64, 1 << 17, 8, 1, 1, 0, 0, 0, 8});
    REQUIRE(fence.memory.bytes().size() == 8);
    REQUIRE_FALSE(client.is_busy(handle, true));
  }
  // Neither a mapping nor a descriptor for each.
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    count += line.find("memfd:muxvtest") != std::string::npos ? 1 : 0;
  }
  CHECK(count < 10);
}

TEST_CASE("recorded connections are served to their end") {
  const TestServer server;
  for (const mux::test::Recording &recording : mux::test::recordings()) {
    TestClient client(server.socket_path());
    INFO(recording.name);
    // Replies fit into the buffers of the socket, but for those of long recordings.
    std::thread writer([&] {
      client.send_bytes(recording.bytes);
      shutdown(client.descriptor(), SHUT_WR);
    });
    size_t received = 0;
    std::array<std::byte, 4096> bytes;
    for (ssize_t count = 0;
         (count = ::read(client.descriptor(), bytes.data(), bytes.size())) > 0;) {
      received += static_cast<size_t>(count);
    }
    writer.join();
    // The capabilities at least.
    CHECK(received > 1700);
    TestClient(server.socket_path()).ping();
  }
  CHECK(server.log().find("malformed") == std::string::npos);
  CHECK(server.log().find("unknown") == std::string::npos);
  // No draw is refused.
  CHECK(server.log().find("DRAW_VBO: ") == std::string::npos);
}

TEST_CASE("the socket is for its user alone, and is removed in the end") {
  std::string path;
  {
    const TestServer server;
    path = server.socket_path();
    struct stat status{};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a server does not take the socket of another one, but one that was left behind") {
  const TestServer server;
  CHECK_THROWS_WITH(mux::vtest::ListeningSocket(server.socket_path()),
                    Catch::Contains("another server listens at"));
  const std::string path = server.socket_path() + "2";
  {
    const mux::vtest::ListeningSocket socket(path);
    std::filesystem::create_hard_link(path, path + "-left");
  }
  CHECK_NOTHROW(mux::vtest::ListeningSocket(path + "-left"));
  std::ofstream(path) << "a file";
  CHECK_THROWS_WITH(mux::vtest::ListeningSocket(path), Catch::Contains("is no socket"));
  CHECK_THROWS_WITH(mux::vtest::ListeningSocket(std::string(200, 'x')),
                    Catch::Contains("1 to 107 bytes"));
}
