#include "opencl/semaphore/sync_file.h"

#include <linux/sync_file.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>

#include "opencl/queue/file_event.h"

namespace mux::opencl {
namespace {

/// The status of a fence: 1 if it is signaled, 0 if not, or its error; empty if the descriptor is
/// not a sync file.
std::optional<int> fence_status(int descriptor) {
  sync_file_info info{};
  return ioctl(descriptor, SYNC_IOC_FILE_INFO, &info) == 0 ? std::optional<int>(info.status)
                                                           : std::nullopt;
}

}  // namespace

Ref<Event> event_of_sync_file(Context &context, int descriptor, cl_int invalid) {
  if (descriptor == -1) {
    return completed_event(context);
  }
  require(descriptor >= 0 && fence_status(descriptor), invalid,
          "the file descriptor is not a sync file");
  client::File file = client::File::duplicate(descriptor);
  const int own = file.descriptor();
  return event_of_file(context, std::move(file), EPOLLIN, [own]() -> std::optional<cl_int> {
    const std::optional<int> status = fence_status(own);
    return status && *status < 0 ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
  });
}

}  // namespace mux::opencl
