#include "vtest/wire/message.h"

#include <cstring>

namespace mux::vtest {

namespace {

constexpr uint32_t transfer_words = 10;

/// Copies the words of a payload into a struct of as many 32-bit members.
template <class Struct>
std::optional<Struct> parse_words(std::span<const uint32_t> words) noexcept {
  static_assert(sizeof(Struct) % sizeof(uint32_t) == 0);
  if (words.size_bytes() != sizeof(Struct)) {
    return std::nullopt;
  }
  Struct result;
  std::memcpy(static_cast<void *>(&result), words.data(), sizeof(Struct));
  return result;
}

void append(std::string &text, const char *name, uint32_t value) {
  text.append(" ").append(name).append("=").append(std::to_string(value));
}

}  // namespace

std::string_view name_of(MessageId id) noexcept {
  switch (id) {
    case MessageId::get_caps:
      return "GET_CAPS";
    case MessageId::caps2_reply:
      return {};
    case MessageId::resource_unref:
      return "RESOURCE_UNREF";
    case MessageId::submit_commands:
      return "SUBMIT_CMD";
    case MessageId::resource_busy_wait:
      return "RESOURCE_BUSY_WAIT";
    case MessageId::create_renderer:
      return "CREATE_RENDERER";
    case MessageId::get_caps2:
      return "GET_CAPS2";
    case MessageId::ping_protocol_version:
      return "PING_PROTOCOL_VERSION";
    case MessageId::protocol_version:
      return "PROTOCOL_VERSION";
    case MessageId::resource_create2:
      return "RESOURCE_CREATE2";
    case MessageId::transfer_get2:
      return "TRANSFER_GET2";
    case MessageId::transfer_put2:
      return "TRANSFER_PUT2";
  }
  return {};
}

uint64_t payload_bytes(const MessageHeader &header) noexcept {
  if (header.id == MessageId::create_renderer) {
    return header.length;
  }
  if (header.id == MessageId::transfer_put2 && header.length > transfer_words) {
    return transfer_words * sizeof(uint32_t);
  }
  return uint64_t{header.length} * sizeof(uint32_t);
}

std::optional<uint32_t> parse_resource_unref(std::span<const uint32_t> words) noexcept {
  return parse_words<uint32_t>(words);
}

std::optional<BusyWait> parse_busy_wait(std::span<const uint32_t> words) noexcept {
  if (words.size() != 2) {
    return std::nullopt;
  }
  return BusyWait{words[0], (words[1] & 1) != 0};
}

std::optional<uint32_t> parse_protocol_version(std::span<const uint32_t> words) noexcept {
  return parse_words<uint32_t>(words);
}

std::optional<ResourceCreate> parse_resource_create(std::span<const uint32_t> words) noexcept {
  return parse_words<ResourceCreate>(words);
}

std::optional<Transfer> parse_transfer(std::span<const uint32_t> words) noexcept {
  return parse_words<Transfer>(words);
}

WordReply busy_reply(bool busy) noexcept {
  return {1, static_cast<uint32_t>(MessageId::resource_busy_wait), busy ? 1U : 0U};
}

WordReply version_reply(uint32_t version) noexcept {
  return {1, static_cast<uint32_t>(MessageId::protocol_version), version};
}

std::array<uint32_t, 2> ping_reply() noexcept {
  return {0, static_cast<uint32_t>(MessageId::ping_protocol_version)};
}

std::array<uint32_t, 2> caps_header(MessageId reply, size_t bytes) noexcept {
  return {static_cast<uint32_t>(bytes + 1), static_cast<uint32_t>(reply)};
}

std::string describe(const ResourceCreate &create) {
  std::string text(name_of(MessageId::resource_create2));
  append(text, "handle", create.handle);
  append(text, "target", create.target);
  append(text, "format", create.format);
  append(text, "bind", create.bind);
  append(text, "width", create.width);
  append(text, "height", create.height);
  append(text, "depth", create.depth);
  append(text, "array_size", create.array_size);
  append(text, "last_level", create.last_level);
  append(text, "samples", create.samples);
  append(text, "data_size", create.data_size);
  return text;
}

std::string describe(const Transfer &transfer) {
  std::string text;
  append(text, "resource", transfer.resource);
  append(text, "level", transfer.level);
  append(text, "x", transfer.x);
  append(text, "y", transfer.y);
  append(text, "z", transfer.z);
  append(text, "width", transfer.width);
  append(text, "height", transfer.height);
  append(text, "depth", transfer.depth);
  append(text, "offset", transfer.offset);
  return text;
}

}  // namespace mux::vtest
