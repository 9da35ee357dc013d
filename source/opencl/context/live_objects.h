/// @file
/// Which objects exist, for those who know some without keeping them alive.
///
/// A kernel does not keep its arguments alive, so that a program may release one that is still set.
/// What has been an object is nothing then, or another object at the same address; no two objects
/// have the same number. All of this may be called from any thread.
#pragma once

#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace mux::opencl {

/// The numbers of objects that exist.
class LiveObjects {
 public:
  /// As long as it lives, no object's memory goes: those that are there may be looked at.
  class View {
   public:
    explicit View(const LiveObjects &objects) : objects_(objects), guard_(objects.lock_) {}

    bool has(uint64_t number) const { return objects_.numbers_.contains(number); }
    /// How many have gone so far: what was there when there were as many is there still.
    uint64_t gone() const { return objects_.gone_; }

   private:
    const LiveObjects &objects_;
    std::shared_lock<std::shared_mutex> guard_;
  };

 private:
  friend class LiveNumber;

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

/// A member of an object: its number, from 1 on.
class LiveNumber {
 public:
  /// @param objects outlives this.
  explicit LiveNumber(LiveObjects &objects) : objects_(objects), number_(objects.add()) {}
  ~LiveNumber() { objects_.remove(number_); }
  LiveNumber(const LiveNumber &) = delete;
  LiveNumber &operator=(const LiveNumber &) = delete;

  uint64_t get() const { return number_; }

 private:
  LiveObjects &objects_;
  uint64_t number_;
};

}  // namespace mux::opencl
