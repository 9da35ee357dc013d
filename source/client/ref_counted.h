/// @file
/// Base class of reference-counted objects.
///
/// Every Ref<> is a holder of the object, and so is its creator. The release of the last holder
/// destroys the object, on the calling thread or, during the completion of a command
/// (DeferDestruction), on the service thread.
///
/// All functions are thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace mux::client {

class RefCounted {
 public:
  virtual ~RefCounted() = default;
  RefCounted(const RefCounted &) = delete;
  RefCounted &operator=(const RefCounted &) = delete;

  /// Adds a holder.
  void hold() noexcept { holders_.fetch_add(1, std::memory_order_relaxed); }
  /// Adds a holder, for users that find the object in a list that does not hold it and that its
  /// destructor removes it from. Returns false if it is about to be destroyed.
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

  /// Whether it has exactly one holder.
  bool has_single_holder() const noexcept { return holders_.load(std::memory_order_acquire) == 1; }

  /// Link of the service thread's list.
  RefCounted *next_to_destroy = nullptr;

 protected:
  RefCounted() = default;

 private:
  void destroy() noexcept;

  std::atomic<uint32_t> holders_{1};
};

/// A reference that holds an object.
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
  /// Empty if the object is about to be destroyed (hold_if_alive()).
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

/// Creates an object that the result alone holds.
template <typename T, typename... Arguments>
Ref<T> make_ref(Arguments &&...arguments) {
  T *made = new T(std::forward<Arguments>(arguments)...);
  const Ref<T> result(made);
  made->drop();
  return result;
}

}  // namespace mux::client
