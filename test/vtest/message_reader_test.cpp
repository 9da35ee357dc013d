// The framing of messages.

#include <catch2/catch.hpp>

#include "memory_source.h"
#include "recordings.h"
#include "vtest/wire/message_reader.h"

namespace {

using mux::test::MemorySource;
using mux::vtest::Message;
using mux::vtest::MessageId;
using mux::vtest::MessageReader;

std::vector<std::byte> bytes_of(const std::vector<uint32_t> &words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> operator+(std::vector<std::byte> first,
                                 const std::vector<std::byte> &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const std::vector<std::byte> ping = bytes_of({0, 10});

}  // namespace

TEST_CASE("a reader returns the messages of a stream, and then its end") {
  const std::vector<std::byte> bytes = bytes_of({2, 7, 5, 1}) + ping;
  for (const size_t most_at_once : {size_t{1}, size_t{3}, size_t{1} << 20}) {
    MemorySource source(bytes, most_at_once);
    MessageReader reader(source);
    Message message;
    REQUIRE(reader.next(message) == MessageReader::Result::message);
    CHECK(message.header.id == MessageId::resource_busy_wait);
    REQUIRE(message.words.size() == 2);
    CHECK(message.words[0] == 5);
    CHECK(message.words[1] == 1);
    REQUIRE(reader.next(message) == MessageReader::Result::message);
    CHECK(message.header.id == MessageId::ping_protocol_version);
    CHECK(message.words.empty());
    CHECK(reader.next(message) == MessageReader::Result::end);
  }
}

TEST_CASE("the name of a client has a length in bytes, and is not padded") {
  std::vector<std::byte> bytes = bytes_of({4, 8});
  for (const char character : {'a', 'b', 'c', '\0'}) {
    bytes.push_back(static_cast<std::byte>(character));
  }
  bytes[0] = std::byte{3};
  bytes.pop_back();
  const std::vector<std::byte> all = bytes + ping;
  MemorySource whole(all);
  MessageReader reader(whole);
  Message message;
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.name == "abc");
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.header.id == MessageId::ping_protocol_version);
}

TEST_CASE("a name is cut at its limit, and the message after it is read") {
  const size_t length = 100000;
  std::vector<std::byte> bytes = bytes_of({length, 8});
  bytes.insert(bytes.end(), length, std::byte{'x'});
  const std::vector<std::byte> all = bytes + ping;
  MemorySource source(all);
  MessageReader reader(source);
  Message message;
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.name == std::string(MessageReader::max_name_bytes, 'x'));
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.header.id == MessageId::ping_protocol_version);
}

TEST_CASE("transfer_put2 counts data that is not sent") {
  const std::vector<std::byte> all = bytes_of({4000, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) + ping;
  MemorySource source(all);
  MessageReader reader(source);
  Message message;
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  const auto transfer = mux::vtest::parse_transfer(message.words);
  REQUIRE(transfer);
  CHECK(transfer->resource == 1);
  CHECK(transfer->depth == 8);
  CHECK(transfer->offset == 10);
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.header.id == MessageId::ping_protocol_version);
}

TEST_CASE("unknown messages are skipped by their length") {
  const std::vector<std::byte> all = bytes_of({3, 99, 0, 0, 0}) + ping;
  MemorySource source(all);
  MessageReader reader(source);
  Message message;
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(mux::vtest::name_of(message.header.id).empty());
  CHECK(message.words.size() == 3);
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.header.id == MessageId::ping_protocol_version);
}

TEST_CASE("a payload beyond the limit is dropped, and the message after it is read") {
  const uint32_t length = MessageReader::max_payload_words + 1;
  std::vector<uint32_t> words(size_t{2} + length);
  words[0] = length;
  words[1] = static_cast<uint32_t>(MessageId::submit_commands);
  const std::vector<std::byte> all = bytes_of(words) + ping;
  MemorySource source(all);
  MessageReader reader(source);
  Message message;
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.too_long);
  CHECK(message.words.empty());
  REQUIRE(reader.next(message) == MessageReader::Result::message);
  CHECK(message.header.id == MessageId::ping_protocol_version);
}

TEST_CASE("the longest length allocates nothing, and ends with the stream") {
  for (const uint32_t id : {6U, 7U, 8U, 12U, 14U, 99U}) {
    const std::vector<std::byte> all = bytes_of({0xffffffff, id, 0});
    MemorySource source(all);
    MessageReader reader(source);
    Message message;
    CHECK(reader.next(message) == MessageReader::Result::truncated);
  }
}

TEST_CASE("a stream that ends within a message is truncated, at whatever byte") {
  const mux::test::Recording &recording = mux::test::recordings().front();
  const std::vector<mux::test::RecordedMessage> messages = mux::test::messages_of(recording);
  size_t boundary = 0;
  size_t index = 0;
  // Every byte of the first messages; submissions repeat themselves.
  const size_t end = std::min<size_t>(recording.bytes.size(), 3000);
  for (size_t length = 0; length < end; ++length) {
    while (index < messages.size() && length > boundary) {
      boundary += mux::vtest::message_header_bytes + payload_bytes(messages[index].header);
      ++index;
    }
    MemorySource source(std::span(recording.bytes).first(length));
    MessageReader reader(source);
    Message message;
    size_t count = 0;
    MessageReader::Result result;
    while ((result = reader.next(message)) == MessageReader::Result::message) {
      ++count;
    }
    INFO("cut after " << length << " bytes");
    const bool is_whole = length == boundary;
    CHECK(count == (is_whole ? index : index - 1));
    CHECK(result == (is_whole ? MessageReader::Result::end : MessageReader::Result::truncated));
  }
}

TEST_CASE("messages with another number of words than they need are refused") {
  using namespace mux::vtest;
  for (uint32_t count = 0; count < 20; ++count) {
    const std::vector<uint32_t> words(count);
    CHECK(parse_resource_unref(words).has_value() == (count == 1));
    CHECK(parse_protocol_version(words).has_value() == (count == 1));
    CHECK(parse_busy_wait(words).has_value() == (count == 2));
    CHECK(parse_resource_create(words).has_value() == (count == 11));
    CHECK(parse_transfer(words).has_value() == (count == 10));
  }
}

TEST_CASE("replies have the lengths that clients expect") {
  using namespace mux::vtest;
  CHECK(busy_reply(true) == WordReply{1, 7, 1});
  CHECK(busy_reply(false) == WordReply{1, 7, 0});
  CHECK(version_reply(2) == WordReply{1, 11, 2});
  CHECK(ping_reply() == std::array<uint32_t, 2>{0, 10});
  // In bytes, plus one; the reply to GET_CAPS2 has the identifier 2.
  CHECK(caps_header(MessageId::get_caps, 308) == std::array<uint32_t, 2>{309, 1});
  CHECK(caps_header(MessageId::caps2_reply, 1376) == std::array<uint32_t, 2>{1377, 2});
}
