/// @file
/// Base class of all OpenCL objects: the ICD loader's header and two reference counts.
///
/// A handle (cl_context, ...) points to a Handle, whose first members are read by ICD loaders
/// (cl_khr_icd). Each class derives from Object and from the struct of its handle type.
///
/// The user count is changed by clRetain*() and clRelease*(), and returned by CL_*_REFERENCE_COUNT.
/// While it is not 0, the program counts as one holder of the object; so does every Ref<> of this
/// library (client/ref_counted.h).
///
/// All functions are thread-safe.
#pragma once

#include "opencl/headers/opencl.h"

#include <atomic>
#include <cstdint>
#include <utility>

#include "client/ref_counted.h"
#include "opencl/support/failure.h"

namespace mux::opencl {

using client::Ref;
using client::RefCounted;

enum class Kind : uint32_t {
  none,
  platform,
  device,
  context,
  queue,
  memory,
  sampler,
  program,
  kernel,
  event,
  semaphore,
  command_buffer,
  mutable_command,
};

/// The dispatch table of all objects, with the layout of the ICD loader.
extern const void *const dispatch_table;

struct Handle {
  /// Used by the loader, see cl_khr_icd.
  const void *dispatch = dispatch_table;
  void *dispatch_data;
  /// Kind::none after destruction.
  Kind kind;

  explicit Handle(Kind kind) noexcept;
  ~Handle() {
    // A volatile store is not removed as dead: programs may still pass the handle.
    static_cast<volatile Kind &>(kind) = Kind::none;
  }
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
};

/// Stored in every object for the loader; set by clIcdSetPlatformDispatchDataKHR().
extern std::atomic<void *> loader_data;

/// Adds the user count to a reference-counted class.
template <typename Base>
class UserCounted : public Base {
 public:
  using Base::Base;

  /// The user count.
  cl_uint references() const noexcept { return users_.load(std::memory_order_relaxed); }
  /// Increments the user count, which may have been 0: the program can get an object again from one
  /// that holds it.
  void retain() noexcept {
    if (users_.fetch_add(1, std::memory_order_relaxed) == 0) {
      this->hold();
    }
  }
  /// Returns false, and does nothing, if the user count is 0.
  bool release() noexcept {
    cl_uint users = users_.load(std::memory_order_relaxed);
    do {
      if (users == 0) {
        return false;
      }
    } while (!users_.compare_exchange_weak(users, users - 1, std::memory_order_acq_rel));
    if (users == 1) {
      released();
      this->drop();
    }
    return true;
  }

 protected:
  /// Called when the user count becomes 0, before the object can be destroyed.
  virtual void released() noexcept {}

 private:
  /// All users count as one holder.
  std::atomic<cl_uint> users_{1};
};

using Object = UserCounted<RefCounted>;

/// Owns a new object until it is given to the program; destroys it if an exception is thrown
/// before.
template <typename T>
class New {
 public:
  template <typename... Arguments>
  explicit New(Arguments &&...arguments) : object_(new T(std::forward<Arguments>(arguments)...)) {}
  ~New() {
    if (object_ != nullptr) {
      object_->release();
    }
  }
  New(const New &) = delete;
  New &operator=(const New &) = delete;

  T &operator*() const noexcept { return *object_; }
  T *operator->() const noexcept { return object_; }
  T *get() const noexcept { return object_; }
  /// Transfers ownership to the program.
  T *give() noexcept { return std::exchange(object_, nullptr); }

 private:
  T *object_;
};

/// Whether a handle is an object of this library and of this kind.
template <typename T>
bool is_handle(typename T::HandleType handle) {
  return handle != nullptr && handle->dispatch == dispatch_table && handle->kind == T::kind_of;
}

/// The object of a handle. Fails if it is NULL, of another implementation or of another kind: with
/// the kind's error code, or the one that the specification names for this parameter. A kind may
/// substitute another object (Device::current()).
template <typename T>
T &checked(typename T::HandleType handle, cl_int code = T::invalid,
           const char *text = T::invalid_text) {
  require(is_handle<T>(handle), code, text);
  T &object = static_cast<T &>(*handle);
  if constexpr (requires { object.current(); }) {
    return object.current();
  } else {
    return object;
  }
}

/// Implements clRetain*() and clRelease*().
template <typename T>
void retain(typename T::HandleType handle) {
  checked<T>(handle).retain();
}
template <typename T>
void release(typename T::HandleType handle) {
  require(checked<T>(handle).release(), T::invalid,
          "the reference count of the object is already 0");
}

}  // namespace mux::opencl

/// The structs of the handles of CL/cl.h.
struct _cl_platform_id : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_device_id : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_context : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_command_queue : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_mem : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_sampler : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_program : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_kernel : mux::opencl::Handle {
  using Handle::Handle;
};
struct _cl_event : mux::opencl::Handle {
  using Handle::Handle;
};
