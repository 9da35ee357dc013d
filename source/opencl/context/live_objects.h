/// @file
/// Liveness of objects that are referenced without being retained.
///
/// Kernels do not retain their arguments, so a program may release one that is still set. Its
/// address may then be free or reused; unique numbers identify objects. Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace mux::opencl {

/// The set of numbers of live objects.
class LiveObjects {
 public:
  /// While a view exists, no object is destroyed: live objects may be accessed.
  class View {
   public:
    explicit View(const LiveObjects &objects) : objects_(objects), guard_(objects.lock_) {}

    bool has(uint64_t number) const { return objects_.numbers_.contains(number); }
    /// The number of objects destroyed so far: while it is unchanged, objects that were live still
    /// are.
    uint64_t gone() const { return objects_.gone_; }

   private:
    const LiveObjects &objects_;
    std::shared_lock<std::shared_mutex> guard_;
  };

 private:
  friend class LiveObjectNumber;

  uint64_t add() {
    const std::unique_lock guard(lock_);
    numbers_.insert(last_ + 1);
    return ++last_;
  }
  void remove(uint64_t number) noexcept {
    const std::unique_lock guard(lock_);
    numbers_.erase(number);
    ++gone_;
  }

  mutable std::shared_mutex lock_;
  uint64_t last_ = 0;
  uint64_t gone_ = 0;
  std::unordered_set<uint64_t> numbers_;
};

/// Member of an object with its unique number, starting at 1.
class LiveObjectNumber {
 public:
  /// @param objects must outlive this.
  explicit LiveObjectNumber(LiveObjects &objects) : objects_(objects), number_(objects.add()) {}
  ~LiveObjectNumber() { objects_.remove(number_); }
  LiveObjectNumber(const LiveObjectNumber &) = delete;
  LiveObjectNumber &operator=(const LiveObjectNumber &) = delete;

  uint64_t get() const { return number_; }

 private:
  LiveObjects &objects_;
  uint64_t number_;
};

}  // namespace mux::opencl
