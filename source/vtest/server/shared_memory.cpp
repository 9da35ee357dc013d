#include "vtest/server/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>

namespace mux::vtest {

Descriptor create_memory_file(size_t bytes) noexcept {
  Descriptor file(::memfd_create("muxvtest", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file || ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0 ||
      ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return {};
  }
  return file;
}

SharedMemory::SharedMemory(const Descriptor &file, size_t bytes) noexcept {
  void *address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (address != MAP_FAILED) {
    bytes_ = {static_cast<std::byte *>(address), bytes};
  }
}

SharedMemory::SharedMemory(SharedMemory &&other) noexcept
    : bytes_(std::exchange(other.bytes_, {})) {}

SharedMemory &SharedMemory::operator=(SharedMemory &&other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (!bytes_.empty()) {
    ::munmap(bytes_.data(), bytes_.size());
  }
}

}  // namespace mux::vtest
