/// @file
/// An allocator whose blocks vanish when they are freed: whoever touches one afterwards ends the
/// test with a segmentation fault, in every build.

#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace mux::test {

/// Each block has pages of its own, which cannot be accessed once it is freed and are not used
/// again before the allocator goes. It must outlive every object made with it; alloc and free may
/// be called from any thread.
class VanishingAllocator {
 public:
  VanishingAllocator() = default;
  ~VanishingAllocator();
  VanishingAllocator(const VanishingAllocator &) = delete;
  VanishingAllocator &operator=(const VanishingAllocator &) = delete;

  mux_allocator_info_t info() { return {allocate, release, this}; }
  /// Blocks that are allocated now.
  size_t live();

 private:
  struct Pages {
    void *address;
    size_t size;
  };

  static void *allocate(void *user_data, size_t size, size_t alignment);
  static void release(void *user_data, void *pointer);

  std::mutex mutex_;
  std::map<void *, Pages> live_;
  std::vector<Pages> vanished_;
};

}  // namespace mux::test
