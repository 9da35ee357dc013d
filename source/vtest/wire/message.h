/// @file
/// The messages of the vtest protocol, version 2: identifiers, headers and typed payloads.
///
/// The protocol is the one of Mesa's virgl driver over a Unix socket. Every message starts with two
/// 32-bit little-endian words, length and identifier; the length is in words of the payload, but
/// in bytes for create_renderer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mux::vtest {

/// The version of the protocol that the server speaks.
inline constexpr uint32_t protocol_version = 2;

enum class MessageId : uint32_t {
  get_caps = 1,
  /// Only the reply to get_caps2: it has an identifier of its own.
  caps2_reply = 2,
  resource_unref = 3,
  submit_commands = 6,
  resource_busy_wait = 7,
  create_renderer = 8,
  get_caps2 = 9,
  ping_protocol_version = 10,
  protocol_version = 11,
  resource_create2 = 12,
  transfer_get2 = 13,
  transfer_put2 = 14,
};

/// Returns the name of a message in the protocol's documents, or an empty text if it is unknown.
std::string_view name_of(MessageId id) noexcept;

/// What a client sends before the payload.
struct MessageHeader {
  uint32_t length = 0;
  MessageId id{};
};
inline constexpr size_t message_header_bytes = 8;

/// Returns the number of bytes that follow the header on the socket.
///
/// The length of transfer_put2 also counts data that version 2 does not send.
uint64_t payload_bytes(const MessageHeader &header) noexcept;

/// resource_busy_wait: whether all work on a resource is done.
struct BusyWait {
  uint32_t resource = 0;
  /// Whether the reply is delayed until the resource is idle.
  bool wait = false;
};

/// resource_create2: the numbers are those of the command stream (stream/values.h).
struct ResourceCreate {
  uint32_t handle = 0;
  uint32_t target = 0;
  uint32_t format = 0;
  uint32_t bind = 0;
  uint32_t width = 0;
  uint32_t height = 0;
  uint32_t depth = 0;
  uint32_t array_size = 0;
  uint32_t last_level = 0;
  uint32_t samples = 0;
  /// Bytes of the shared memory; 0 for none.
  uint32_t data_size = 0;
};

/// transfer_get2 and transfer_put2: a box between a resource and its shared memory.
struct Transfer {
  uint32_t resource = 0;
  uint32_t level = 0;
  /// In pixels of the level; z is a slice, a layer or a face.
  uint32_t x = 0, y = 0, z = 0;
  uint32_t width = 0, height = 0, depth = 0;
  /// The client's estimate, which is not to be relied on.
  uint32_t data_size = 0;
  /// Offset in bytes of the box's first block in the shared memory.
  uint32_t offset = 0;
};

/// Parse the payload of a message. Nothing if it has another number of words than the message
/// needs.
std::optional<uint32_t> parse_resource_unref(std::span<const uint32_t> words) noexcept;
std::optional<BusyWait> parse_busy_wait(std::span<const uint32_t> words) noexcept;
std::optional<uint32_t> parse_protocol_version(std::span<const uint32_t> words) noexcept;
std::optional<ResourceCreate> parse_resource_create(std::span<const uint32_t> words) noexcept;
std::optional<Transfer> parse_transfer(std::span<const uint32_t> words) noexcept;

/// A reply with one word of payload.
using WordReply = std::array<uint32_t, 3>;

WordReply busy_reply(bool busy) noexcept;
WordReply version_reply(uint32_t version) noexcept;
/// The reply to ping_protocol_version, which has no payload.
std::array<uint32_t, 2> ping_reply() noexcept;
/// Header of a reply with capabilities; its length is in bytes, plus one.
std::array<uint32_t, 2> caps_header(MessageId reply, size_t bytes) noexcept;

/// Text for the log: members of the payload; of a ResourceCreate, after the message's name.
std::string describe(const ResourceCreate &create);
std::string describe(const Transfer &transfer);

}  // namespace mux::vtest
