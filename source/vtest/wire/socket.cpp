#include "vtest/wire/socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace mux::vtest {

namespace {

sockaddr_un address_of(const std::string &path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    throw std::runtime_error("the socket's path must have 1 to " +
                             std::to_string(sizeof(address.sun_path) - 1) + " bytes: '" + path +
                             "'");
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

Descriptor new_socket(int flags) {
  Descriptor result(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
  if (!result) {
    throw std::system_error(errno, std::generic_category(), "cannot create a socket");
  }
  return result;
}

/// Removes a socket file at which no server listens.
void remove_stale(const std::string &path, const sockaddr_un &address) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) {
    return;
  }
  if (!S_ISSOCK(status.st_mode)) {
    throw std::runtime_error("'" + path + "' exists and is no socket");
  }
  const Descriptor probe = new_socket(SOCK_NONBLOCK);
  if (::connect(probe.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0 ||
      errno != ECONNREFUSED) {
    throw std::runtime_error("another server listens at '" + path + "'");
  }
  ::unlink(path.c_str());
}

}  // namespace

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

size_t ClientSocket::read(std::span<std::byte> bytes) {
  for (;;) {
    const ssize_t count = ::recv(descriptor_.get(), bytes.data(), bytes.size(), 0);
    if (count >= 0) {
      return static_cast<size_t>(count);
    }
    if (errno != EINTR) {
      return 0;
    }
  }
}

bool ClientSocket::send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(descriptor_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      bytes = bytes.subspan(static_cast<size_t>(count));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool ClientSocket::send_descriptor(int descriptor) {
  char zero = 0;
  iovec data{&zero, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof(descriptor));
  for (;;) {
    const ssize_t count = ::sendmsg(descriptor_.get(), &message, MSG_NOSIGNAL);
    if (count == 1) {
      return true;
    }
    if (count >= 0 || errno != EINTR) {
      return false;
    }
  }
}

void ClientSocket::shut_down() noexcept {
  ::shutdown(descriptor_.get(), SHUT_RDWR);
}

ListeningSocket::ListeningSocket(std::string path) : path_(std::move(path)) {
  const sockaddr_un address = address_of(path_);
  remove_stale(path_, address);
  descriptor_ = new_socket(SOCK_NONBLOCK);
  // The mode of the descriptor becomes that of the file, so that there is no moment at which
  // somebody else may connect.
  ::fchmod(descriptor_.get(), S_IRUSR | S_IWUSR);
  if (::bind(descriptor_.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) !=
      0) {
    throw std::system_error(errno, std::generic_category(), "cannot create '" + path_ + "'");
  }
  struct stat status{};
  if (::lstat(path_.c_str(), &status) == 0) {
    device_ = status.st_dev;
    inode_ = status.st_ino;
  }
  if (::listen(descriptor_.get(), SOMAXCONN) != 0) {
    const int reason = errno;
    ::unlink(path_.c_str());
    throw std::system_error(reason, std::generic_category(), "cannot listen at '" + path_ + "'");
  }
}

ListeningSocket::~ListeningSocket() {
  struct stat status{};
  if (::lstat(path_.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_) {
    ::unlink(path_.c_str());
  }
}

Descriptor ListeningSocket::accept() noexcept {
  return Descriptor(::accept4(descriptor_.get(), nullptr, nullptr, SOCK_CLOEXEC));
}

}  // namespace mux::vtest
