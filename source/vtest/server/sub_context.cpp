#include "vtest/server/sub_context.h"

#include <mux/extensions.h>

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>

namespace mux::vtest {

namespace {

/// Receives the layer's messages: logs of compilers, for example.
void log_message(void *user_data, mux_gallium_debug_type_e type, const char *message) noexcept {
  // Errors are also the results of calls.
  if (type == mux_gallium_debug_error) {
    return;
  }
  try {
    static_cast<const ClientLog *>(user_data)->write(LogLevel::debug, message);
  } catch (const std::exception &) {
    // Without memory the message is dropped.
  }
}

}  // namespace

SubContext::SubContext(mux_gallium_screen_t screen, ClientLog &log) : screen_(screen), log_(log) {
  mux_gallium_context_t context = nullptr;
  if (muxGalliumCreateContext(screen, 0, &context) != mux_success) {
    throw std::runtime_error(muxGetLastErrorMessage());
  }
  context_ = ContextHandle(context);
  if (log.enabled(LogLevel::debug)) {
    const mux_gallium_debug_sink_t sink{log_message, &log, false};
    check(muxGalliumSetDebugCallback(context, &sink), "messages");
  }
}

bool SubContext::add(stream::Object object, ObjectVariant value) {
  if (object.handle == 0 || (objects_.size() >= max_objects && !objects_.contains(object.handle))) {
    log_.warn_once("an object has the handle 0, or there are too many objects");
    return false;
  }
  objects_.insert_or_assign(object.handle, std::move(value));
  return true;
}

bool SubContext::remove(stream::Object object) {
  const auto found = objects_.find(object.handle);
  if (found == objects_.end()) {
    return false;
  }
  if (std::holds_alternative<StreamTarget>(found->second)) {
    stream_outputs.forget(object);
  }
  objects_.erase(found);
  return true;
}

void SubContext::flush() {
  if (has_work_) {
    has_work_ = false;
    check(muxGalliumFlush(get(), 0, nullptr), "flush");
  }
}

FenceHandle SubContext::fence() {
  if (is_fence_old_) {
    mux_gallium_fence_t fence = nullptr;
    if (!check(muxGalliumFlush(get(), 0, &fence), "flush")) {
      return {};
    }
    fence_ = FenceHandle(fence);
    has_work_ = is_fence_old_ = false;
  }
  if (!fence_ || muxGalliumRetainFence(fence_.get()) != mux_success) {
    return {};
  }
  return FenceHandle(fence_.get());
}

void SubContext::finish() {
  const FenceHandle last = fence();
  bool signaled = false;
  if (last) {
    check(muxGalliumFenceFinish(screen_, get(), last.get(), UINT64_MAX, &signaled), "wait");
  }
}

bool SubContext::check(mux_result_t result, const char *what) {
  if (result == mux_success) {
    return true;
  }
  log_.warn_once(std::string(what) + ": " + muxGetLastErrorMessage());
  return false;
}

void SubContext::warn_missing(stream::Object object, const char *what, bool exists) {
  log_.warn_once("object " + std::to_string(object.handle) +
                 (exists ? " is no " : " does not exist; needed as a ") + what);
}

}  // namespace mux::vtest
