#include "opencl/program/binary.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mux::opencl {
namespace {

struct Header {
  char magic[8];
  /// Of all bytes after this member.
  uint64_t checksum;
  uint32_t type;
  uint32_t uniform_groups;
  uint64_t options_length;
  uint64_t code_length;
};

/// The last character is the version of the format.
constexpr std::string_view magic{"MuxCL\0\0\1", 8};
constexpr size_t unchecked = offsetof(Header, type);

/// FNV-1a.
uint64_t checksum_of(std::string_view bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return sum;
}

bool is_type(uint32_t type) {
  return type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || type == CL_PROGRAM_BINARY_TYPE_LIBRARY ||
         type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

}  // namespace

std::string write_binary(const Binary &binary) {
  Header header{};
  magic.copy(header.magic, magic.size());
  header.type = binary.type;
  header.uniform_groups = binary.uniform_groups ? 1 : 0;
  header.options_length = binary.options.size();
  header.code_length = binary.code.size();
  std::string bytes;
  bytes.reserve(sizeof header + binary.options.size() + binary.code.size());
  bytes.append(reinterpret_cast<const char *>(&header), sizeof header);
  bytes += binary.options;
  bytes += binary.code;
  header.checksum = checksum_of(std::string_view(bytes).substr(unchecked));
  std::memcpy(bytes.data() + offsetof(Header, checksum), &header.checksum, sizeof header.checksum);
  return bytes;
}

Binary read_binary(std::string_view bytes) {
  Binary binary;
  if (!bytes.starts_with(magic)) {
    binary.code = bytes;
    return binary;
  }
  constexpr const char *damaged = "the binary is damaged";
  Header header;
  require(bytes.size() >= sizeof header, CL_INVALID_BINARY, damaged);
  std::memcpy(&header, bytes.data(), sizeof header);
  const uint64_t rest = bytes.size() - sizeof header;
  require(header.options_length <= rest && header.code_length == rest - header.options_length &&
              header.checksum == checksum_of(bytes.substr(unchecked)) && is_type(header.type),
          CL_INVALID_BINARY, damaged);
  binary.type = header.type;
  binary.uniform_groups = header.uniform_groups != 0;
  binary.options = bytes.substr(sizeof header, header.options_length);
  binary.code = bytes.substr(sizeof header + header.options_length);
  return binary;
}

}  // namespace mux::opencl
