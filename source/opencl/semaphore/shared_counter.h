/// @file
/// The payload of a semaphore that is shared by a file descriptor
/// (CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR): an eventfd, which the kernel counts and shares between
/// processes. A signal adds one, a wait takes one.
///
/// Any number of semaphores may share it. All functions may be called from any thread.
#pragma once

#include <memory>

#include "opencl/queue/event.h"
#include "opencl/support/file.h"

namespace mux::opencl {

class SharedCounter final : public EventListener {
 public:
  /// A new one, of nothing. Fails with CL_OUT_OF_RESOURCES.
  SharedCounter();
  /// That of a file descriptor, which stays the program's. Fails with CL_INVALID_PROPERTY if it is
  /// none of such a semaphore.
  explicit SharedCounter(int descriptor);

  /// Another descriptor of it.
  File handle() const { return File::duplicate(file_.descriptor()); }
  /// Whether there is one to take.
  bool is_signalled() const;
  /// An event that is complete once it has taken one.
  Ref<Event> take(Context &context) const;
  /// A signal has ended: adds one, unless it failed.
  void completed(cl_int status) noexcept override;

 private:
  File file_;
};

}  // namespace mux::opencl
