/// @file
/// Memory that the server and one client share.
#pragma once

#include <cstddef>
#include <span>

#include "vtest/wire/socket.h"

namespace mux::vtest {

/// Creates a memory file of zeros. It is sealed, so that a client cannot shorten it and thereby
/// make accesses of the server fail. An empty descriptor and errno if there is no memory or
/// descriptor.
Descriptor create_memory_file(size_t bytes) noexcept;

/// A mapping of a memory file. The client may change the contents at any time.
class SharedMemory {
 public:
  SharedMemory() = default;
  /// Maps the whole file. Without addresses the mapping is empty: bytes() has no elements.
  SharedMemory(const Descriptor &file, size_t bytes) noexcept;
  SharedMemory(SharedMemory &&other) noexcept;
  SharedMemory &operator=(SharedMemory &&other) noexcept;
  ~SharedMemory();

  std::span<std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::span<std::byte> bytes_;
};

}  // namespace mux::vtest
