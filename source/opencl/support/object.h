/// @file
/// What all objects of OpenCL have in common: what a loader reads first, and two counts.
///
/// A handle (cl_context, ...) points to a Handle, whose first members an ICD loader reads
/// (cl_khr_icd). Each class derives from Object and from the struct behind its handle.
///
/// The program's count is what clRetain*() and clRelease*() change and CL_*_REFERENCE_COUNT tells.
/// As long as it is not 0, the program holds the object; so does everything of ours that uses it:
/// Ref<>. Whoever lets go last destroys the object, on the calling thread, unless that is in the
/// middle of the completion of a command (DeferDestruction): then the service thread does it.
///
/// All of this may be called from any thread.
#pragma once

#include "opencl/headers/opencl.h"

#include <atomic>
#include <cstdint>
#include <utility>

#include "opencl/support/failure.h"

namespace mux::opencl {

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

/// The dispatch table of all our objects; a loader knows its layout.
extern const void *const dispatch_table;

struct Handle {
  /// The loader's, see cl_khr_icd.
  const void *dispatch = dispatch_table;
  void *dispatch_data;
  /// none once it is destroyed.
  Kind kind;

  explicit Handle(Kind kind) noexcept;
  ~Handle() {
    // What is written to a dying object counts, for once: programs may still have the handle.
    static_cast<volatile Kind &>(kind) = Kind::none;
  }
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
};

/// What the loader wants to find in every object; clIcdSetPlatformDispatchDataKHR sets it.
extern std::atomic<void *> loader_data;

class Object {
 public:
  virtual ~Object() = default;
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  /// Lets something of ours keep the object alive.
  void hold() noexcept { holders_.fetch_add(1, std::memory_order_relaxed); }
  /// For who finds the object without holding it, in a list that its destructor takes it out of.
  /// Returns false if it is about to be destroyed.
  bool hold_if_alive() noexcept {
    uint32_t holders = holders_.load(std::memory_order_relaxed);
    while (holders != 0 &&
           !holders_.compare_exchange_weak(holders, holders + 1, std::memory_order_relaxed)) {
    }
    return holders != 0;
  }
  void drop() noexcept {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      destroy();
    }
  }

  /// Whether one thing alone holds it.
  bool held_once() const noexcept { return holders_.load(std::memory_order_acquire) == 1; }

  /// The program's count.
  cl_uint references() const noexcept { return users_.load(std::memory_order_relaxed); }
  /// The program may have let go of an object before and got it again from one that uses it.
  void retain() noexcept {
    if (users_.fetch_add(1, std::memory_order_relaxed) == 0) {
      hold();
    }
  }
  /// Returns false, and does nothing, if the program holds none.
  bool release() noexcept;

  /// The service thread's.
  Object *next_to_destroy = nullptr;

 protected:
  Object() = default;
  /// The program has let go for the last time. The object is still alive.
  virtual void released() noexcept {}

 private:
  void destroy() noexcept;

  std::atomic<cl_uint> users_{1};
  /// The program counts as one.
  std::atomic<uint32_t> holders_{1};
};

/// Keeps an object alive.
template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T *object) noexcept : object_(object) {
    if (object_ != nullptr) {
      object_->hold();
    }
  }
  explicit Ref(T &object) noexcept : Ref(&object) {}
  /// None if the object is about to be destroyed (hold_if_alive()).
  static Ref if_alive(T &object) noexcept {
    Ref result;
    result.object_ = object.hold_if_alive() ? &object : nullptr;
    return result;
  }
  Ref(const Ref &other) noexcept : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename Derived>
  Ref(const Ref<Derived> &other) noexcept : Ref(other.get()) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) {
      object_->drop();
    }
  }

  T *get() const noexcept { return object_; }
  T &operator*() const noexcept { return *object_; }
  T *operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  T *object_ = nullptr;
};

/// Owns a new object until the program gets it: an exception in between destroys it.
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
  /// The program has it from now on.
  T *give() noexcept { return std::exchange(object_, nullptr); }

 private:
  T *object_;
};

/// Whether a handle of the program's is one of ours, and of this kind.
template <typename T>
bool is_handle(typename T::HandleType handle) {
  return handle != nullptr && handle->dispatch == dispatch_table && handle->kind == T::kind_of;
}

/// The object behind a handle of the program's. Fails if it is NULL, another implementation's or of
/// another kind: with the kind's own code, or the one that the specification has in this place. A
/// kind may have another object take the place of one (Device::current()).
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

/// The body of clRetain*() and clRelease*().
template <typename T>
void retain(typename T::HandleType handle) {
  checked<T>(handle).retain();
}
template <typename T>
void release(typename T::HandleType handle) {
  require(checked<T>(handle).release(), T::invalid, "it was released already");
}

}  // namespace mux::opencl

/// What the handles of CL/cl.h point to.
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
