/// @file
/// An allocator whose blocks are unmapped when they are freed: later accesses are segmentation
/// faults, in every build.

#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace mux::test {

/// Each block has its own pages, which become inaccessible when it is freed and are not reused
/// during the allocator's lifetime. It must outlive every object created with it; alloc and free
/// are thread-safe.
class VanishingAllocator {
 public:
  VanishingAllocator() = default;
  ~VanishingAllocator();
  VanishingAllocator(const VanishingAllocator &) = delete;
  VanishingAllocator &operator=(const VanishingAllocator &) = delete;

  mux_allocator_info_t info() { return {allocate, release, this}; }
  /// Live blocks.
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
