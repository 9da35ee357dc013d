// The server on recorded streams that are cut, have fields out of range, or are changed at random.

#include <sys/socket.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <thread>

#include "client.h"
#include "mutations.h"
#include "recordings.h"
#include "vtest/stream/decode.h"

namespace {

using mux::test::becomes;
using mux::test::RecordedCommand;
using mux::test::RecordedMessage;
using mux::test::Recording;
using mux::test::recordings;
using mux::test::shared_mappings;
using mux::test::TestClient;
using mux::test::TestServer;
using mux::vtest::MessageId;

using Clock = std::chrono::steady_clock;

uint64_t number_of(const char *variable, uint64_t otherwise) {
  const char *value = std::getenv(variable);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 0);
}

/// Sends bytes as one connection and reads until the server has ended it, which it does once it has
/// handled all of them.
void play(const TestServer &server, std::span<const std::byte> bytes) {
  TestClient client(server.socket_path());
  std::thread reader([&] {
    std::array<std::byte, 4096> replies;
    // The client's limit of time is for single replies; a stream may take longer on a busy machine.
    for (ssize_t count = 1; count > 0 || (count < 0 && errno == EAGAIN);) {
      count = recv(client.descriptor(), replies.data(), replies.size(), 0);
    }
  });
  client.send_bytes(bytes);
  shutdown(client.descriptor(), SHUT_WR);
  reader.join();
}

RecordedMessage submission_of(std::vector<uint32_t> words) {
  return {{static_cast<uint32_t>(words.size()), MessageId::submit_commands}, std::move(words)};
}

std::vector<uint32_t> words_of(RecordedCommand command) {
  command.header.length = static_cast<uint32_t>(command.words.size());
  std::vector<uint32_t> words{pack(command.header)};
  words.insert(words.end(), command.words.begin(), command.words.end());
  return words;
}

/// A recording without the client's name, whose length is in bytes.
std::vector<RecordedMessage> unnamed_messages_of(const Recording &recording) {
  std::vector<RecordedMessage> messages = mux::test::messages_of(recording);
  REQUIRE(messages.front().header.id == MessageId::create_renderer);
  messages.erase(messages.begin());
  return messages;
}

/// A server, another client that it serves all the time, and a check that nothing is left.
struct Attacked {
  TestServer server{mux::vtest::Level::opengl_4_3, mux::vtest::LogLevel::error};
  TestClient other{server.socket_path()};

  Attacked() { other.shake_hands(); }
  void play(const std::vector<RecordedMessage> &messages) {
    ::play(server, mux::test::bytes_of(messages));
    other.ping();
  }
  void require_nothing_left() const {
    REQUIRE(becomes([] { return shared_mappings() == 0; }));
  }
};

/// Plays a recording, and then what `change` makes of each of its commands.
template <class Change>
void play_changed_commands(const Change &change) {
  Attacked attacked;
  for (const Recording &recording : recordings()) {
    std::vector<RecordedMessage> messages = unnamed_messages_of(recording);
    for (const RecordedCommand &command : mux::test::commands_of(recording)) {
      change(command, messages);
    }
    INFO(recording.name);
    attacked.play(messages);
  }
  attacked.require_nothing_left();
}

/// Plays streams, several on a connection because it takes the server longer to start a screen than
/// to execute a stream. The seed of a connection is the first one and its number.
void play_mutated(uint64_t streams, uint32_t seed) {
  constexpr uint64_t on_a_connection = 250;
  Attacked attacked;
  const Clock::time_point start = Clock::now();
  for (uint64_t done = 0, connection = 0; done < streams; ++connection) {
    const Clock::time_point begin = Clock::now();
    const auto connection_seed = static_cast<uint32_t>(seed + connection);
    // Printed before, because a fault ends the process.
    std::cout << "connection with the seed " << connection_seed << std::endl;
    std::mt19937 random(connection_seed);
    mux::test::WorkLimit limit;
    std::vector<RecordedMessage> all;
    for (uint64_t i = 0; i < on_a_connection && done < streams; ++i, ++done) {
      for (RecordedMessage &message : mux::test::mutated_messages(random)) {
        if (message.header.id == MessageId::submit_commands) {
          limit.apply(message.words);
        }
        all.push_back(std::move(message));
      }
    }
    // The last message ends anywhere.
    std::vector<std::byte> bytes = mux::test::bytes_of(all);
    bytes.resize(bytes.size() - std::min<size_t>(random() % 64, bytes.size()));
    play(attacked.server, bytes);
    REQUIRE_NOTHROW(attacked.other.ping());
    const std::chrono::duration<double> seconds = Clock::now() - begin;
    if (seconds.count() > 60) {
      std::cout << "it took " << seconds.count() << " s" << std::endl;
    }
  }
  attacked.require_nothing_left();
  const std::chrono::duration<double> seconds = Clock::now() - start;
  std::cout << streams << " streams, " << double(streams) / seconds.count() << " a second\n";
}

}  // namespace

TEST_CASE("commands cut at each length disturb nobody") {
  play_changed_commands([](const RecordedCommand &command, std::vector<RecordedMessage> &messages) {
    // Of texts, the first words.
    for (size_t length = 0; length < std::min<size_t>(command.words.size(), 48); ++length) {
      RecordedCommand cut = command;
      cut.words.resize(length);
      messages.push_back(submission_of(words_of(cut)));
    }
    // The submission ends within the command.
    std::vector<uint32_t> words = words_of(command);
    words.resize(words.size() / 2 + 1);
    messages.push_back(submission_of(words));
  });
}

TEST_CASE("commands with each field out of range disturb nobody") {
  mux::test::WorkLimit limit;
  play_changed_commands(
      [&](const RecordedCommand &command, std::vector<RecordedMessage> &messages) {
        // Of a shader's text, nothing: hostile_test.cpp of TGSI has texts.
        const bool is_shader = command.header.object_type == mux::vtest::stream::ObjectType::shader;
        const size_t fields = std::min<size_t>(command.words.size(), is_shader ? 5 : 48);
        for (size_t field = 0; field < fields; ++field) {
          for (const uint32_t value : {0U, 0x7fffffffU, 0xffffffffU}) {
            RecordedCommand changed = command;
            changed.words[field] = value;
            std::vector<uint32_t> words = words_of(changed);
            limit.apply(words);
            messages.push_back(submission_of(words));
          }
        }
      });
}

TEST_CASE("messages cut at each length disturb nobody") {
  Attacked attacked;
  for (const Recording &recording : recordings()) {
    std::vector<RecordedMessage> all;
    for (const RecordedMessage &message : unnamed_messages_of(recording)) {
      const bool is_submission = message.header.id == MessageId::submit_commands;
      all.push_back(message);
      for (uint32_t length = 0; length < message.words.size() && !is_submission; ++length) {
        RecordedMessage cut = message;
        cut.words.resize(length);
        cut.header.length = length;
        all.push_back(cut);
      }
    }
    INFO(recording.name);
    attacked.play(all);
    // A connection that ends within a message.
    play(attacked.server, std::span(recording.bytes).first(recording.bytes.size() * 2 / 3 + 1));
    attacked.other.ping();
  }
  attacked.require_nothing_left();
}

TEST_CASE("streams changed at random disturb nobody", "[streams]") {
  const auto seed = static_cast<uint32_t>(number_of("MUX_TEST_SEED", std::random_device{}()));
  std::cout << "seed " << seed << " (MUX_TEST_SEED)\n";
  play_mutated(number_of("MUX_TEST_STREAMS", 50), seed);
}
