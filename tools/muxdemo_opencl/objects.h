/// @file
/// Owners of OpenCL objects, and error codes as exceptions.

#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace mux::demo {

inline void check(cl_int code, const char *what) {
  if (code != CL_SUCCESS) {
    throw std::runtime_error(std::string(what) + " failed with " + std::to_string(code));
  }
}

template <typename T, cl_int(CL_API_CALL *release)(T)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(T object) : object_(object) {}
  Owned(Owned &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Owned() {
    if (object_ != nullptr) {
      release(object_);
    }
  }

  operator T() const { return object_; }
  /// Address for an entry point to write a new object to; must be empty.
  T *out() { return &object_; }
  const T *address() const { return &object_; }

 private:
  T object_ = nullptr;
};

using OwnedContext = Owned<cl_context, clReleaseContext>;
using OwnedQueue = Owned<cl_command_queue, clReleaseCommandQueue>;
using OwnedProgram = Owned<cl_program, clReleaseProgram>;
using OwnedKernel = Owned<cl_kernel, clReleaseKernel>;
using OwnedBuffer = Owned<cl_mem, clReleaseMemObject>;
using OwnedEvent = Owned<cl_event, clReleaseEvent>;

}  // namespace mux::demo
