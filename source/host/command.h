// Commands as they are recorded: everything that a command needs, copied from the caller, with
// buffers by reference, because their addresses are filled in when the command buffer is finalized.
//
// Records live in the arena of their command buffer and are freed with it.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "compiler/kernel_abi.h"

namespace mux::host {

class Buffer;

enum class CommandKind : uint8_t { nothing, copy, copy_regions, fill, nd_range, user_callback };

// A place in a buffer, or in host memory when there is no buffer.
struct Address {
  const Buffer *buffer;
  uint64_t offset;

  static Address of(const void *host_pointer) {
    return {nullptr, reinterpret_cast<uintptr_t>(host_pointer)};
  }
  // The buffer must be bound.
  std::byte *resolve() const;
};

// Read, write and copy are one command: from source to destination.
struct CopyRecord {
  Address destination;
  Address source;
  uint64_t size;
};

struct RegionsRecord {
  Address destination;
  Address source;
  const mux_buffer_region_info_t *regions;
  uint64_t region_count;
};

struct FillRecord {
  Address destination;
  uint64_t size;
  const std::byte *pattern;
  uint64_t pattern_size;
};

// A buffer's address to be written into packed arguments.
struct ArgumentAddress {
  uint64_t offset;
  Address address;
};

struct NdRangeRecord {
  compiler::KernelFunction function;
  const std::byte *arguments;
  uint64_t arguments_size;
  const ArgumentAddress *addresses;
  uint64_t address_count;
  compiler::NdRange range;
  uint64_t group_count;
  uint64_t scratch_size;
  const char *kernel_name;
};

struct UserCallbackRecord {
  mux_command_user_callback_t function;
  void *user_data;
};

struct RecordedCommand {
  CommandKind kind;
  union {
    const CopyRecord *copy;
    const RegionsRecord *regions;
    const FillRecord *fill;
    const NdRangeRecord *nd_range;
    const UserCallbackRecord *user_callback;
  };
};

}  // namespace mux::host
