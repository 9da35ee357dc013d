#include "opencl/context/context.h"

#include <algorithm>

#include "client/service.h"
#include "opencl/support/log.h"

namespace mux::opencl {

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
                 Notify notify)
    : _cl_context(Kind::context),
      devices_(std::move(devices)),
      properties_(std::move(properties)),
      notify_(notify) {
  for (const Ref<Device> &device : devices_) {
    device->mux();
  }
}

Context::~Context() {
  for (auto function = destructors_.rbegin(); function != destructors_.rend(); ++function) {
    try {
      client::service::post(std::move(*function));
    } catch (const std::bad_alloc &) {
      // The service thread could not take the callback; calling it on this thread is better than
      // never.
      (*function)();
    }
  }
}

cl_context_memory_initialize_khr Context::initialized_memory() const {
  // Pairs of name and value, and a terminating 0.
  for (size_t index = 0; index + 1 < properties_.size(); index += 2) {
    if (properties_[index] == CL_CONTEXT_MEMORY_INITIALIZE_KHR) {
      return static_cast<cl_context_memory_initialize_khr>(properties_[index + 1]);
    }
  }
  return 0;
}

bool Context::has(const Device &device) const {
  return std::ranges::any_of(devices_,
                             [&](const Ref<Device> &own) { return own.get() == &device; });
}

size_t Context::index_of(const Device &device) const {
  return static_cast<size_t>(
      std::ranges::find_if(devices_, [&](const Ref<Device> &own) { return own.get() == &device; }) -
      devices_.begin());
}

void Context::tell(std::string text) const noexcept {
  if (log_enabled(LogLevel::reasons)) {
    write_line_once(text.c_str());
  }
  notify(std::move(text));
}

void Context::notify(std::string text) const noexcept {
  if (notify_.function == nullptr) {
    return;
  }
  try {
    client::service::post([notify = notify_, text = std::move(text)] {
      notify.function(text.c_str(), nullptr, 0, notify.user_data);
    });
  } catch (const std::bad_alloc &) {
    // Out of memory: the message is lost, the error code is not.
    return;
  }
}

void Context::notify_once(const char *text) noexcept {
  constexpr size_t most = 100;
  if (notify_.function == nullptr) {
    return;
  }
  try {
    const std::lock_guard guard(lock_);
    if (notified_.size() == most || !notified_.insert(text).second) {
      return;
    }
  } catch (const std::bad_alloc &) {
    // Out of memory: report a duplicate rather than nothing.
  }
  notify(text);
}

void Context::on_destruction(std::function<void()> function) {
  const std::lock_guard guard(lock_);
  destructors_.push_back(std::move(function));
}

}  // namespace mux::opencl
