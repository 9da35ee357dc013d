/// @file
/// The payload of a shared semaphore (CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR): an eventfd, which can be
/// passed to other processes. A signal adds one, a wait subtracts one.
///
/// Any number of semaphores may share it. Thread-safe.
#pragma once

#include <memory>

#include "client/file.h"
#include "opencl/queue/event.h"

namespace mux::opencl {

class SharedCounter final : public client::EventListener {
 public:
  /// Creates a counter of 0. Fails with CL_OUT_OF_RESOURCES.
  SharedCounter();
  /// Imports a file descriptor, which remains owned by the program. Fails with CL_INVALID_PROPERTY
  /// if it is not an exported counter.
  explicit SharedCounter(int descriptor);

  /// Returns a duplicate of its descriptor.
  client::File handle() const { return client::File::duplicate(file_.descriptor()); }
  /// Whether the counter is above 0.
  bool is_signalled() const;
  /// Returns an event that completes when it has subtracted one.
  Ref<Event> take(Context &context) const;
  /// Called when a signal completes: adds one, unless it failed.
  void completed(cl_int status) noexcept override;

 private:
  client::File file_;
};

}  // namespace mux::opencl
