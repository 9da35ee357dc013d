/// @file
/// Unix stream sockets: listening, accepting, sending whole buffers and descriptors.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "vtest/wire/message_reader.h"

namespace mux::vtest {

/// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) noexcept : descriptor_(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor();

  int get() const noexcept { return descriptor_; }
  explicit operator bool() const noexcept { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

/// The connection to one client. Blocking; used by one thread, except shut_down().
class ClientSocket final : public ByteSource {
 public:
  explicit ClientSocket(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

  size_t read(std::span<std::byte> bytes) override;

  /// Sends all bytes. False if the client has left.
  bool send(std::span<const std::byte> bytes);

  /// Sends one byte of value 0 that carries a descriptor. False if the client has left.
  bool send_descriptor(int descriptor);

  /// Makes reads and writes of the connection's thread end. May be called from any thread.
  void shut_down() noexcept;

 private:
  Descriptor descriptor_;
};

/// A socket file that clients connect to, and that is removed in the end.
class ListeningSocket {
 public:
  /// Creates the file, for this user alone, and listens. A file that a server left behind is
  /// replaced. Throws std::runtime_error with the path and the reason, for example if another
  /// server listens there.
  explicit ListeningSocket(std::string path);
  /// Removes the file, unless another one has been put in its place.
  ~ListeningSocket();
  ListeningSocket(const ListeningSocket &) = delete;
  ListeningSocket &operator=(const ListeningSocket &) = delete;

  int descriptor() const noexcept { return descriptor_.get(); }
  const std::string &path() const noexcept { return path_; }

  /// Accepts a connection that is pending. Without one, or if it failed, an empty descriptor
  /// and errno.
  Descriptor accept() noexcept;

 private:
  std::string path_;
  Descriptor descriptor_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace mux::vtest
