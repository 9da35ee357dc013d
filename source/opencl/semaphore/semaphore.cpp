#include "opencl/semaphore/semaphore.h"

#include "opencl/semaphore/sync_file.h"

namespace mux::opencl {
namespace {

bool complete(const Ref<Event> &event) {
  return event && event->status() == CL_COMPLETE;
}

std::shared_ptr<SharedCounter> counter_of(const SemaphoreProperties &properties) {
  if (properties.imported == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    return std::make_shared<SharedCounter>(properties.descriptor);
  }
  const bool exported = properties.exported == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  return exported ? std::make_shared<SharedCounter>() : nullptr;
}

}  // namespace

Semaphore::Semaphore(Context &context, SemaphoreProperties properties)
    : _cl_semaphore_khr(Kind::semaphore),
      context_(context),
      device_(properties.device),
      properties_(std::move(properties)),
      counter_(counter_of(properties_)) {
  if (properties_.imported == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) {
    signal_ = event_of_sync_file(context, properties_.descriptor, CL_INVALID_PROPERTY);
  }
}

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
  return complete(signal_) || complete(untaken_) ||
         (complete(taken_) && wait_ && !wait_->is_complete()) ||
         (counter_ != nullptr && counter_->is_signalled());
}

Ref<Event> Semaphore::take() {
  const std::lock_guard guard(lock_);
  if (untaken_) {
    return std::exchange(untaken_, {});
  }
  if (counter_ != nullptr) {
    return counter_->take(*context_);
  }
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
  if (counter_ != nullptr) {
    untaken_ = std::move(taken);
  } else if (taken.get() != expected_.get()) {
    signal_ = std::move(taken);
  }
}

void Semaphore::signal(Ref<Event> signal) {
  const std::lock_guard guard(lock_);
  if (counter_ != nullptr) {
    signal->add_listener(counter_);
  } else if (expected_) {
    signal->complete_with(std::exchange(expected_, {}));
  } else {
    signal_ = std::move(signal);
  }
}

Ref<Event> Semaphore::take_signal() {
  const std::lock_guard guard(lock_);
  return std::exchange(signal_, {});
}

void Semaphore::reimport(int descriptor) {
  Ref<Event> fence = event_of_sync_file(*context_, descriptor, CL_INVALID_VALUE);
  const std::lock_guard guard(lock_);
  signal_ = std::move(fence);
  expected_ = {};
  taken_ = {};
  wait_ = {};
}

}  // namespace mux::opencl
