#include "opencl/semaphore/shared_counter.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "opencl/queue/file_event.h"

namespace mux::opencl {
namespace {

/// Whether a descriptor is a non-blocking eventfd.
bool is_counter(int descriptor) {
  constexpr std::string_view kind = "anon_inode:[eventfd]";
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  char target[64];
  const ssize_t length = readlink(link.c_str(), target, sizeof target);
  const int flags = fcntl(descriptor, F_GETFL);
  return length > 0 && std::string_view(target, static_cast<size_t>(length)) == kind &&
         flags >= 0 && (flags & O_NONBLOCK) != 0;
}

bool take_one(int descriptor) {
  uint64_t taken = 0;
  return read(descriptor, &taken, sizeof taken) == sizeof taken;
}

client::File checked_counter(int descriptor) {
  require(descriptor >= 0 && is_counter(descriptor), CL_INVALID_PROPERTY,
          "the file descriptor was not exported from a semaphore of this platform");
  return client::File::duplicate(descriptor);
}

}  // namespace

SharedCounter::SharedCounter() : file_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {
  require(file_.descriptor() >= 0, CL_OUT_OF_RESOURCES, "cannot create an eventfd");
}

SharedCounter::SharedCounter(int descriptor) : file_(checked_counter(descriptor)) {}

bool SharedCounter::is_signalled() const {
  pollfd request = {file_.descriptor(), POLLIN, 0};
  return poll(&request, 1, 0) == 1 && (request.revents & POLLIN) != 0;
}

Ref<Event> SharedCounter::take(Context &context) const {
  client::File file = handle();
  const int descriptor = file.descriptor();
  // Another waiter may have consumed the signal; then wait again.
  return event_of_file(context, std::move(file), EPOLLIN, [descriptor] {
    return take_one(descriptor) ? std::optional<cl_int>(CL_COMPLETE) : std::nullopt;
  });
}

void SharedCounter::completed(cl_int status) noexcept {
  constexpr uint64_t one = 1;
  if (status == CL_COMPLETE) {
    // The counter cannot overflow: it counts signals that no wait has consumed.
    [[maybe_unused]] const ssize_t written = write(file_.descriptor(), &one, sizeof one);
  }
}

}  // namespace mux::opencl
