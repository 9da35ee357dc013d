// The decoder on what Mesa's client sent, whole and damaged.

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "memory_source.h"
#include "recordings.h"
#include "vtest/stream/decode.h"
#include "vtest/stream/shader_text.h"
#include "vtest/wire/message_reader.h"
#include "writer.h"

namespace {

using namespace mux::vtest::stream;
using mux::test::RecordedCommand;
using mux::test::Recording;
using mux::test::recordings;

bool is_refused(const Command &command) {
  return std::holds_alternative<Unknown>(command) || std::holds_alternative<Malformed>(command);
}

Command decoded(const Header &header, std::span<const uint32_t> words) {
  Command command;
  decode(header, words, command);
  return command;
}

/// Goes through a connection as the server does, and decodes and prints every command.
size_t digest(std::span<const std::byte> bytes) {
  mux::test::MemorySource source(bytes);
  mux::vtest::MessageReader reader(source);
  mux::vtest::Message message;
  Command command;
  size_t length = 0;
  while (reader.next(message) == mux::vtest::MessageReader::Result::message) {
    if (message.header.id != mux::vtest::MessageId::submit_commands) {
      continue;
    }
    CommandReader commands(message.words);
    Header header;
    std::span<const uint32_t> words;
    while (commands.next(header, words)) {
      decode(header, words, command);
      length += print(command).size();
    }
  }
  return length;
}

}  // namespace

TEST_CASE("every recorded command is decoded, and written back as it was") {
  REQUIRE(recordings().size() >= 13);
  for (const Recording &recording : recordings()) {
    for (const RecordedCommand &recorded : mux::test::commands_of(recording)) {
      const Command command = decoded(recorded.header, recorded.words);
      INFO(recording.name << ": " << print(command));
      REQUIRE_FALSE(is_refused(command));
      const auto words =
          std::visit([](const auto &typed) { return mux::test::write(typed); }, command);
      REQUIRE(words == recorded.words);
    }
  }
}

TEST_CASE("the recordings have most commands and types of objects") {
  std::set<std::string> names;
  for (const Recording &recording : recordings()) {
    for (const RecordedCommand &recorded : mux::test::commands_of(recording)) {
      names.insert(std::string(command_name(recorded.header.number)) + " " +
                   std::string(name_of(recorded.header.object_type)));
    }
  }
  for (const char *name : {"CREATE_OBJECT BLEND",
                           "CREATE_OBJECT SHADER",
                           "CREATE_OBJECT QUERY",
                           "CREATE_OBJECT SAMPLER_VIEW",
                           "CREATE_OBJECT SAMPLER_STATE",
                           "CREATE_OBJECT STREAMOUT_TARGET",
                           "CREATE_OBJECT SURFACE",
                           "LAUNCH_GRID ",
                           "DRAW_VBO ",
                           "CLEAR ",
                           "BLIT ",
                           "RESOURCE_COPY_REGION ",
                           "CLEAR_TEXTURE ",
                           "TRANSFER3D ",
                           "COPY_TRANSFER3D ",
                           "END_TRANSFERS ",
                           "SET_SHADER_BUFFERS ",
                           "SET_SHADER_IMAGES ",
                           "SET_RENDER_CONDITION ",
                           "GET_QUERY_RESULT_QBO "}) {
    INFO(name);
    CHECK(names.contains(name));
  }
  CHECK(names.size() >= 60);
}

TEST_CASE("recorded shaders are complete texts") {
  size_t count = 0;
  for (const Recording &recording : recordings()) {
    for (const RecordedCommand &recorded : mux::test::commands_of(recording)) {
      const Command command = decoded(recorded.header, recorded.words);
      if (const auto *piece = std::get_if<CreateShader>(&command)) {
        ShaderText text;
        REQUIRE(text.add(*piece));
        REQUIRE(text.is_complete());
        const std::string whole = std::move(text).take();
        CHECK(whole.size() + 1 == piece->length_or_offset);
        CHECK(whole.find("END") != std::string::npos);
        ++count;
      }
    }
  }
  CHECK(count > 20);
}

TEST_CASE("recorded commands that are cut are refused, or are valid ones of their own") {
  std::set<std::string> valid;
  for (const Recording &recording : recordings()) {
    for (const RecordedCommand &recorded : mux::test::commands_of(recording)) {
      if (recorded.header.length > 200) {
        continue;
      }
      for (uint32_t length = 0; length < recorded.header.length; ++length) {
        Header header = recorded.header;
        header.length = length;
        // Memory of this length alone, so that the address sanitizer sees reads beyond it.
        const std::vector<uint32_t> words(recorded.words.begin(), recorded.words.begin() + length);
        const Command command = decoded(header, words);
        if (!is_refused(command)) {
          valid.insert(std::string(command_name(header.number)));
        }
      }
    }
  }
  // Those that have lists, texts or optional fields.
  CHECK(valid ==
        std::set<std::string>{"BIND_SAMPLER_STATES", "CREATE_OBJECT", "DRAW_VBO", "END_TRANSFERS",
                              "SET_ATOMIC_BUFFERS", "SET_CONSTANT_BUFFER", "SET_INDEX_BUFFER",
                              "SET_SAMPLER_VIEWS", "SET_SHADER_BUFFERS", "SET_SHADER_IMAGES",
                              "SET_STREAMOUT_TARGETS", "SET_VERTEX_BUFFERS", "SET_VIEWPORT_STATE"});
}

TEST_CASE("recorded commands with words added are refused, or take them") {
  for (const Recording &recording : recordings()) {
    for (const RecordedCommand &recorded : mux::test::commands_of(recording)) {
      if (recorded.header.number != 37 && recorded.header.number != 17 &&
          recorded.header.number != 43) {
        continue;
      }
      std::vector<uint32_t> words = recorded.words;
      words.push_back(0);
      Header header = recorded.header;
      ++header.length;
      CHECK(std::holds_alternative<Malformed>(decoded(header, words)));
    }
  }
}

TEST_CASE("random changes of recordings are decoded without a fault") {
  const char *variable = std::getenv("MUX_TEST_SEED");
  const auto seed = variable != nullptr ? static_cast<uint32_t>(std::strtoul(variable, nullptr, 0))
                                        : std::random_device{}();
  INFO("seed " << seed << " (MUX_TEST_SEED)");
  std::mt19937 random(seed);
  size_t length = 0;
  for (const Recording &recording : recordings()) {
    for (int round = 0; round < 20; ++round) {
      std::vector<std::byte> bytes = recording.bytes;
      const uint32_t changes = 1 + random() % 100;
      for (uint32_t change = 0; change < changes; ++change) {
        bytes[random() % bytes.size()] = static_cast<std::byte>(random() % 4 == 0 ? 255 : random());
      }
      length += digest(bytes);
    }
  }
  CHECK(length > 0);
}
