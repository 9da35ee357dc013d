#include "opencl/support/object.h"

namespace mux::opencl {

std::atomic<void *> loader_data{nullptr};

Handle::Handle(Kind kind) noexcept
    : dispatch_data(loader_data.load(std::memory_order_relaxed)), kind(kind) {}

bool Object::release() noexcept {
  cl_uint users = users_.load(std::memory_order_relaxed);
  do {
    if (users == 0) {
      return false;
    }
  } while (!users_.compare_exchange_weak(users, users - 1, std::memory_order_acq_rel));
  if (users == 1) {
    released();
    drop();
  }
  return true;
}

}  // namespace mux::opencl
