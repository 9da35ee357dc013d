/// @file
/// Recorded connections of Mesa's client (test/vtest/recordings).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "vtest/stream/command.h"
#include "vtest/wire/message.h"

namespace mux::test {

struct Recording {
  std::string name;
  /// What the client sent.
  std::vector<std::byte> bytes;
};

/// Returns all recordings.
const std::vector<Recording> &recordings();

struct RecordedMessage {
  vtest::MessageHeader header;
  std::vector<uint32_t> words;
};

/// Returns the messages of a recording; throws std::runtime_error if it ends within one.
std::vector<RecordedMessage> messages_of(const Recording &recording);

struct RecordedCommand {
  vtest::stream::Header header;
  /// Without the header.
  std::vector<uint32_t> words;
};

/// Returns the commands of all submissions of a recording.
std::vector<RecordedCommand> commands_of(const Recording &recording);

}  // namespace mux::test
