#include "recordings.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "memory_source.h"
#include "vtest/stream/decode.h"

namespace mux::test {

namespace {

std::vector<Recording> load() {
  std::vector<Recording> result;
  for (const auto &entry : std::filesystem::directory_iterator(MUX_TEST_RECORDINGS)) {
    if (entry.path().extension() == ".vtest") {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(file), {}};
      const auto *begin = reinterpret_cast<const std::byte *>(content.data());
      result.push_back({entry.path().stem(), {begin, begin + content.size()}});
    }
  }
  std::ranges::sort(result, {}, &Recording::name);
  return result;
}

}  // namespace

const std::vector<Recording> &recordings() {
  static const std::vector<Recording> all = load();
  return all;
}

std::vector<RecordedMessage> messages_of(const Recording &recording) {
  MemorySource source(recording.bytes);
  vtest::MessageReader reader(source);
  vtest::Message message;
  std::vector<RecordedMessage> result;
  for (;;) {
    switch (reader.next(message)) {
      case vtest::MessageReader::Result::message:
        result.push_back({message.header, {message.words.begin(), message.words.end()}});
        break;
      case vtest::MessageReader::Result::end:
        return result;
      case vtest::MessageReader::Result::truncated:
        throw std::runtime_error(recording.name + " ends within a message");
    }
  }
}

std::vector<RecordedCommand> commands_of(const Recording &recording) {
  std::vector<RecordedCommand> result;
  for (const RecordedMessage &message : messages_of(recording)) {
    if (message.header.id != vtest::MessageId::submit_commands) {
      continue;
    }
    vtest::stream::CommandReader reader(message.words);
    vtest::stream::Header header;
    std::span<const uint32_t> words;
    while (reader.next(header, words)) {
      result.push_back({header, {words.begin(), words.end()}});
    }
    if (reader.words_left() > 0) {
      throw std::runtime_error(recording.name + " has a submission that ends within a command");
    }
  }
  return result;
}

}  // namespace mux::test
