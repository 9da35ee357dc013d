#include "vtest/wire/message_reader.h"

#include <algorithm>
#include <cstring>

namespace mux::vtest {

bool MessageReader::read_exactly(std::span<std::byte> bytes, bool &any_read) {
  while (!bytes.empty()) {
    if (begin_ == end_ && bytes.size() >= buffer_.size()) {
      // Long payloads are read without a copy.
      const size_t count = source_.read(bytes);
      if (count == 0) {
        return false;
      }
      any_read = true;
      bytes = bytes.subspan(count);
      continue;
    }
    if (begin_ == end_) {
      begin_ = 0;
      end_ = source_.read(buffer_);
      if (end_ == 0) {
        return false;
      }
    }
    any_read = true;
    const size_t count = std::min(bytes.size(), end_ - begin_);
    std::memcpy(bytes.data(), buffer_.data() + begin_, count);
    begin_ += count;
    bytes = bytes.subspan(count);
  }
  return true;
}

bool MessageReader::skip(uint64_t bytes) {
  std::array<std::byte, 4096> dropped;
  bool any_read = false;
  while (bytes > 0) {
    const auto count = static_cast<size_t>(std::min<uint64_t>(bytes, dropped.size()));
    if (!read_exactly(std::span(dropped).first(count), any_read)) {
      return false;
    }
    bytes -= count;
  }
  return true;
}

bool MessageReader::read_name(Message &message) {
  const uint64_t bytes = payload_bytes(message.header);
  std::array<char, max_name_bytes> name{};
  const auto count = static_cast<size_t>(std::min<uint64_t>(bytes, name.size()));
  bool any_read = false;
  if (!read_exactly(std::as_writable_bytes(std::span(name).first(count)), any_read)) {
    return false;
  }
  message.name.assign(name.data(), strnlen(name.data(), count));
  return skip(bytes - count);
}

bool MessageReader::read_payload(Message &message) {
  const uint64_t words = payload_bytes(message.header) / sizeof(uint32_t);
  if (words > max_payload_words) {
    message.too_long = true;
    return skip(words * sizeof(uint32_t));
  }
  if (payload_.size() < words) {
    payload_.resize(words);
  }
  bool any_read = false;
  const std::span<uint32_t> payload(payload_.data(), words);
  message.words = payload;
  return read_exactly(std::as_writable_bytes(payload), any_read);
}

MessageReader::Result MessageReader::next(Message &message) {
  message = {};
  bool any_read = false;
  std::array<uint32_t, 2> header;
  if (!read_exactly(std::as_writable_bytes(std::span(header)), any_read)) {
    return any_read ? Result::truncated : Result::end;
  }
  message.header = {header[0], static_cast<MessageId>(header[1])};
  const bool complete =
      message.header.id == MessageId::create_renderer ? read_name(message) : read_payload(message);
  return complete ? Result::message : Result::truncated;
}

}  // namespace mux::vtest
