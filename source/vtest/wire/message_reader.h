/// @file
/// Reads messages from a stream of bytes, in memory that does not depend on what a client sends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vtest/wire/message.h"

namespace mux::vtest {

/// Where bytes come from.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Waits for bytes and reads at most `bytes.size()` of them.
  ///
  /// @return the number of bytes read; 0 at the end, or after an error.
  virtual size_t read(std::span<std::byte> bytes) = 0;
};

/// A message as it was received.
struct Message {
  MessageHeader header;
  /// The payload; empty for create_renderer. Valid until the next message is read.
  std::span<const uint32_t> words;
  /// create_renderer: the client's name, up to its first NUL.
  std::string name;
  /// Whether the payload was longer than the limit, and therefore read and dropped.
  bool too_long = false;
};

/// Reads one message after the other.
///
/// A submission of Mesa has at most 66,560 words. Payloads beyond `max_payload_words` are read and
/// dropped, so that the messages after them are still recognized, and a length alone never makes
/// the server allocate memory.
class MessageReader {
 public:
  static constexpr uint32_t max_payload_words = 1U << 20;
  static constexpr size_t max_name_bytes = 256;

  enum class Result {
    message,
    /// The source ended between two messages.
    end,
    /// The source ended within a message.
    truncated,
  };

  explicit MessageReader(ByteSource &source) : source_(source) {}

  /// Reads the next message. Throws std::bad_alloc.
  Result next(Message &message);

 private:
  /// Whether all bytes were read; sets `any_read` as soon as one was.
  bool read_exactly(std::span<std::byte> bytes, bool &any_read);
  bool skip(uint64_t bytes);
  bool read_name(Message &message);
  bool read_payload(Message &message);

  ByteSource &source_;
  /// Bytes that were read ahead: begin_ to end_.
  std::array<std::byte, 16384> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  std::vector<uint32_t> payload_;
};

}  // namespace mux::vtest
