// Many clients, and clients that behave badly.

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>
#include <random>

#include "client.h"
#include "recordings.h"

namespace {

using mux::test::becomes;
using mux::test::ClientResource;
using mux::test::shared_mappings;
using mux::test::Submission;
using mux::test::TestClient;
using mux::test::TestServer;
using mux::vtest::MessageId;

size_t open_descriptors() {
  const auto files = std::filesystem::directory_iterator("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

/// Writes numbers to a buffer and reads them back. Whether they are the same.
bool works(TestClient &client, uint32_t handle, uint32_t seed) {
  const ClientResource buffer = client.create_buffer(handle, 4096);
  const auto words = buffer.as<uint32_t>();
  std::iota(words.begin(), words.end(), seed);
  client.submit(Submission().write_buffer(handle, 4096).words());
  client.is_busy(handle, true);
  std::ranges::fill(words, 0U);
  client.read_back(handle, 4096);
  uint32_t expected = seed;
  const bool same = std::ranges::all_of(words, [&](uint32_t word) { return word == expected++; });
  client.send(MessageId::resource_unref, {handle});
  return same;
}

}  // namespace

TEST_CASE("hundreds of clients that come and go leave nothing") {
  const TestServer server;
  {
    TestClient client(server.socket_path());
    client.shake_hands();
    REQUIRE(works(client, 1, 5));
  }
  REQUIRE(becomes([] { return shared_mappings() == 0; }));
  const size_t descriptors_before = open_descriptors();
  for (int i = 0; i < 300; ++i) {
    TestClient client(server.socket_path());
    if (i % 3 == 0) {
      continue;
    }
    client.shake_hands();
    const ClientResource buffer = client.create_buffer(1, 4096);
    if (i % 3 == 1) {
      // Leaves within a submission, with objects.
      client.submit(Submission().write_buffer(1, 4096).words());
      const std::array<uint32_t, 3> begin{1000, 6, 0};
      client.send_bytes(std::as_bytes(std::span(begin)));
    }
  }
  CHECK(becomes([] { return shared_mappings() == 0; }));
  CHECK(becomes([=] { return open_descriptors() <= descriptors_before; }));
}

TEST_CASE("64 clients at once each get their own data") {
  const TestServer server;
  std::atomic<int> correct = 0;
  std::vector<std::thread> threads;
  for (uint32_t number = 0; number < 64; ++number) {
    threads.emplace_back([&, number] {
      TestClient client(server.socket_path());
      client.shake_hands("client " + std::to_string(number));
      bool all = true;
      for (uint32_t round = 0; round < 5; ++round) {
        // The same handles in all clients.
        all = works(client, 1 + round, number * 1000) && all;
      }
      correct += all ? 1 : 0;
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(correct == 64);
}

TEST_CASE(
    "a client that is killed in the middle of transfers leaves nothing, and disturbs nobody") {
  const TestServer server;
  TestClient other(server.socket_path());
  other.shake_hands();
  REQUIRE(works(other, 1, 6));
  const size_t descriptors_before = open_descriptors();
  for (int round = 0; round < 10; ++round) {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    const pid_t child = fork();
    if (child == 0) {
      // Only system calls and what this thread owns: other threads are not in this process.
      TestClient client(server.socket_path());
      client.shake_hands();
      const ClientResource buffer = client.create_buffer(1, 1 << 20);
      const Submission submission = std::move(Submission().write_buffer(1, 1 << 20));
      for (;;) {
        client.submit(submission.words());
        client.send(MessageId::transfer_get2, {1, 0, 0, 0, 0, 1 << 20, 1, 1, 0, 0});
        [[maybe_unused]] const ssize_t written = write(ready[1], "x", 1);
      }
    }
    char byte = 0;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    CHECK(works(other, 2, 7));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ready[0]);
    close(ready[1]);
  }
  CHECK(works(other, 3, 8));
  CHECK(becomes([] { return shared_mappings() == 0; }));
  CHECK(becomes([=] { return open_descriptors() <= descriptors_before; }));
}

TEST_CASE("a client that does not read its replies delays itself alone") {
  const TestServer server;
  TestClient stuck(server.socket_path());
  stuck.shake_hands();
  // More replies than the socket's buffers hold: the server's thread waits for this client.
  const std::vector<std::byte> pings = [] {
    std::vector<std::byte> bytes;
    for (int i = 0; i < 10000; ++i) {
      const std::array<uint32_t, 2> ping{0, 9};
      const auto one = std::as_bytes(std::span(ping));
      bytes.insert(bytes.end(), one.begin(), one.end());
    }
    return bytes;
  }();
  REQUIRE(send(stuck.descriptor(), pings.data(), pings.size(), MSG_DONTWAIT) > 0);
  TestClient other(server.socket_path());
  other.shake_hands();
  CHECK(works(other, 1, 3));
}

TEST_CASE("clients that send nonsense disturb nobody") {
  const char *variable = std::getenv("MUX_TEST_SEED");
  const auto seed = variable != nullptr ? static_cast<uint32_t>(std::strtoul(variable, nullptr, 0))
                                        : std::random_device{}();
  INFO("seed " << seed << " (MUX_TEST_SEED)");
  std::mt19937 random(seed);
  const TestServer server;
  TestClient other(server.socket_path());
  other.shake_hands();
  uint32_t handle = 1;
  for (const mux::test::Recording &recording : mux::test::recordings()) {
    std::vector<std::byte> bytes = recording.bytes;
    // In every other connection only low bytes change: fields of commands rather than lengths.
    const uint32_t changed_bytes = handle % 2 == 0 ? 2 : 4;
    const uint32_t changes = 1 + random() % 30;
    for (uint32_t change = 0; change < changes; ++change) {
      const size_t word = random() % (bytes.size() / 4);
      bytes[word * 4 + random() % changed_bytes] = static_cast<std::byte>(random());
    }
    TestClient client(server.socket_path());
    std::thread reader([&] {
      std::array<std::byte, 4096> replies;
      while (recv(client.descriptor(), replies.data(), replies.size(), 0) > 0) {
      }
    });
    client.send_bytes(bytes);
    shutdown(client.descriptor(), SHUT_WR);
    reader.join();
    REQUIRE(works(other, handle++, random()));
  }
  CHECK(becomes([] { return shared_mappings() == 0; }));
}

TEST_CASE("a server that ends disconnects its clients") {
  std::optional<TestServer> server(std::in_place);
  TestClient client(server->socket_path());
  client.shake_hands();
  server.reset();
  CHECK_THROWS(client.ping());
}
