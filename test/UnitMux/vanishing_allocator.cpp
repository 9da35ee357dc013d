#include "vanishing_allocator.h"

#include <sys/mman.h>

#include <cstdint>

namespace mux::test {

VanishingAllocator::~VanishingAllocator() {
  for (const Pages &pages : vanished_) {
    munmap(pages.address, pages.size);
  }
}

size_t VanishingAllocator::live() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return live_.size();
}

void *VanishingAllocator::allocate(void *user_data, size_t size, size_t alignment) {
  // Enough for an aligned block of the size.
  const Pages pages = {
      mmap(nullptr, size + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      size + alignment};
  if (pages.address == MAP_FAILED) {
    return nullptr;
  }
  const auto begin = reinterpret_cast<uintptr_t>(pages.address);
  void *block = reinterpret_cast<void *>((begin + alignment - 1) & ~(alignment - 1));
  auto &self = *static_cast<VanishingAllocator *>(user_data);
  const std::lock_guard<std::mutex> lock(self.mutex_);
  self.live_.emplace(block, pages);
  return block;
}

void VanishingAllocator::release(void *user_data, void *pointer) {
  auto &self = *static_cast<VanishingAllocator *>(user_data);
  const std::lock_guard<std::mutex> lock(self.mutex_);
  const auto found = self.live_.find(pointer);
  if (found != self.live_.end()) {
    mprotect(found->second.address, found->second.size, PROT_NONE);
    self.vanished_.push_back(found->second);
    self.live_.erase(found);
  }
}

}  // namespace mux::test
