#include "opencl/semaphore/semaphore.h"

namespace mux::opencl {
namespace {

bool complete(const Ref<Event> &event) {
  return event && event->status() == CL_COMPLETE;
}

}  // namespace

Semaphore::Semaphore(Context &context, Device *device,
                     std::vector<cl_semaphore_properties_khr> properties)
    : _cl_semaphore_khr(Kind::semaphore),
      context_(context),
      device_(device),
      properties_(std::move(properties)) {}

bool Semaphore::is_for(const Device &device) const {
  return device_ ? device_.get() == &device : context_->has(device);
}

std::vector<cl_device_id> Semaphore::devices() const {
  if (device_) {
    return {device_.get()};
  }
  std::vector<cl_device_id> all;
  for (const Ref<Device> &device : context_->devices()) {
    all.push_back(device.get());
  }
  return all;
}

bool Semaphore::signalled() const {
  const std::lock_guard guard(lock_);
  return complete(signal_) || (complete(taken_) && wait_ && !wait_->is_complete());
}

Ref<Event> Semaphore::take() {
  const std::lock_guard guard(lock_);
  if (signal_) {
    return std::exchange(signal_, {});
  }
  if (!expected_) {
    const New<Event> made(*context_);
    expected_ = Ref<Event>(made.get());
  }
  return expected_;
}

void Semaphore::waited(Ref<Event> taken, Ref<Event> wait) {
  const std::lock_guard guard(lock_);
  taken_ = std::move(taken);
  wait_ = std::move(wait);
}

void Semaphore::put_back(Ref<Event> taken) {
  const std::lock_guard guard(lock_);
  if (taken.get() != expected_.get()) {
    signal_ = std::move(taken);
  }
}

void Semaphore::signal(Ref<Event> signal) {
  const std::lock_guard guard(lock_);
  if (expected_) {
    signal->complete_with(std::exchange(expected_, {}));
  } else {
    signal_ = std::move(signal);
  }
}

}  // namespace mux::opencl
