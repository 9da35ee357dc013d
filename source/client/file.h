/// @file
/// An owned file descriptor.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "client/failure.h"

namespace mux::client {

class File {
 public:
  File() = default;
  /// @param descriptor to take ownership of; -1 for none.
  explicit File(int descriptor) noexcept : descriptor_(descriptor) {}
  File(File &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  File &operator=(File &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~File() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }

  int descriptor() const { return descriptor_; }
  /// Returns the descriptor; the caller must close it.
  int release() noexcept { return std::exchange(descriptor_, -1); }

  /// Duplicates a descriptor. Throws Failure.
  static File duplicate(int descriptor) {
    File copy(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    require(copy.descriptor_ >= 0, "cannot duplicate the file descriptor");
    return copy;
  }

 private:
  int descriptor_ = -1;
};

}  // namespace mux::client
