#include "host/objects/semaphore.h"

#include "host/objects/device.h"
#include "host/schedule/callback_scope.h"
#include "host/schedule/semaphore.h"
#include "host/support/error.h"
#include "host/support/process.h"

namespace mux::host {
namespace {

/// Whether the calling thread may change semaphores of the device: the specification forbids it
/// inside a user_function, which runs before the dispatch signals its semaphores. Otherwise sets an
/// error text.
bool may_change(Device &device, const char *what) {
  if (device.in_forked_child() || !CallbackScope::in_user_function(device.scheduler().workers())) {
    return true;
  }
  fail(mux_error_failure, "a semaphore may not be %s inside a user_function", what);
  log_line(core::LogLevel::error, "a semaphore may not be %s inside a user_function", what);
  return false;
}

}  // namespace

mux_result_t create_semaphore(mux_device_t device, mux_allocator_info_t allocator_info,
                              mux_semaphore_t *out_semaphore) {
  const Allocator allocator(allocator_info);
  Semaphore *semaphore = allocator.create<Semaphore>(device, allocator);
  if (semaphore == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a semaphore");
  }
  *out_semaphore = semaphore;
  return mux_success;
}

void destroy_semaphore(mux_device_t device, mux_semaphore_t semaphore, mux_allocator_info_t) {
  auto *object = static_cast<Semaphore *>(semaphore);
  Device &owner = Device::of(device);
  if (!may_change(owner, "destroyed")) {
    return;
  }
  if (!owner.in_forked_child()) {
    // It can no longer be signaled, so submissions that wait for it fail.
    owner.scheduler().release_waiters(object->signal(Semaphore::State::failed),
                                      "the semaphore was destroyed before it was signalled");
  }
  Allocator::destroy(object->allocator(), object);
}

mux_result_t reset_semaphore(mux_semaphore_t semaphore) {
  if (!may_change(Device::of(semaphore->device), "reset")) {
    return mux_error_failure;
  }
  static_cast<Semaphore *>(semaphore)->reset();
  return mux_success;
}

mux_result_t signal_semaphore(mux_semaphore_t semaphore, mux_result_t status) {
  Device &device = Device::of(semaphore->device);
  if (device.in_forked_child()) {
    return fail_in_forked_child();
  }
  const bool succeeded = status == mux_success;
  SemaphoreWaiter *waiters = nullptr;
  if (!static_cast<Semaphore *>(semaphore)->signal_if_pending(
          succeeded ? Semaphore::State::signalled : Semaphore::State::failed, waiters)) {
    return fail(mux_error_invalid_value, "semaphore was signalled already");
  }
  device.scheduler().release_waiters(
      waiters, succeeded ? nullptr : "the program signalled the semaphore as failed");
  return mux_success;
}

}  // namespace mux::host
