/// @file
/// Layout of a container, shared by its writer and its reader.
///
///     offset  bytes  content
///          0      4  magic
///          4      4  format version
///          8     16  XXH3 128-bit checksum of every byte from offset 24 to the end
///         24      8  length of the whole container
///         32      4  kind of code (CodeKind)
///         36         CPU name, CPU features (strings)
///                 8  number of kernels, then the kernels
///                 8  length of the code
///                    zeros up to a multiple of 16, then the code, to the end of the container
///
/// Integers are little-endian; a string is its length in 8 bytes and then its characters. The magic
/// and the version, which the checksum does not cover, are compared exactly.

#pragma once

#include <xxhash.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/container/bytes.h"

namespace mux::compiler {

inline constexpr std::string_view container_magic{"\x7fMUX", 4};
/// Must be incremented with every change of the layout, of KernelDescription, or of the ABI of
/// generated code.
inline constexpr uint32_t container_version = 14;
inline constexpr size_t container_checksum_offset = 8;
inline constexpr size_t container_checked_offset = 24;
inline constexpr size_t container_code_alignment = 16;

/// The checksum as stored in the container.
inline std::string container_checksum(std::string_view checked_bytes) {
  const XXH128_hash_t hash = XXH3_128bits(checked_bytes.data(), checked_bytes.size());
  ByteWriter writer;
  writer.integer<uint64_t>(hash.low64);
  writer.integer<uint64_t>(hash.high64);
  return writer.take();
}

}  // namespace mux::compiler
