/// @file
/// Use of the program's allocator by the library. Failing allocations are tested with each entry
/// point.

#include <algorithm>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

#include "object_checks.h"

namespace mux::test::allocators {

namespace {

/// Returns blocks with exactly the requested alignment and size: at an odd multiple of the
/// alignment, with guard bytes on both sides. Blocks are filled with a pattern when they are
/// allocated and freed.
class ExactAllocator {
 public:
  ExactAllocator() = default;
  ExactAllocator(const ExactAllocator &) = delete;
  ExactAllocator &operator=(const ExactAllocator &) = delete;

  mux_allocator_info_t info() { return {allocate, release, this}; }

  size_t live() const { return blocks_.size(); }
  /// Calls of alloc without a size or with an alignment that is not a power of two.
  int strange_requests() const { return strange_requests_; }
  /// Blocks whose guards were overwritten.
  int overruns() const { return overruns_; }
  /// Calls of free with a pointer that alloc did not return, or that was freed before.
  int unknown_pointers() const { return unknown_pointers_; }

 private:
  static constexpr size_t guard_size = 32;
  static constexpr uint8_t guard_byte = 0xa5;

  struct Block {
    void *whole;
    size_t size;
  };

  static void *allocate(void *user_data, size_t size, size_t alignment) {
    auto &self = *static_cast<ExactAllocator *>(user_data);
    const std::lock_guard<std::mutex> lock(self.mutex_);
    if (size == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
      ++self.strange_requests_;
      return nullptr;
    }
    auto *whole = static_cast<uint8_t *>(std::malloc(size + 2 * guard_size + 3 * alignment));
    auto address = reinterpret_cast<uintptr_t>(whole) + guard_size;
    address = (address + 2 * alignment - 1) / (2 * alignment) * (2 * alignment) + alignment;
    auto *pointer = reinterpret_cast<uint8_t *>(address);
    std::memset(pointer - guard_size, guard_byte, size + 2 * guard_size);
    std::memset(pointer, 0xcd, size);
    self.blocks_[pointer] = {whole, size};
    return pointer;
  }

  static void release(void *user_data, void *pointer) {
    auto &self = *static_cast<ExactAllocator *>(user_data);
    const std::lock_guard<std::mutex> lock(self.mutex_);
    const auto found = self.blocks_.find(static_cast<uint8_t *>(pointer));
    if (found == self.blocks_.end()) {
      ++self.unknown_pointers_;
      return;
    }
    const auto [begin, block] = *found;
    const auto intact = [](const uint8_t *guard) {
      return std::count(guard, guard + guard_size, guard_byte) ==
             static_cast<ptrdiff_t>(guard_size);
    };
    self.overruns_ += !intact(begin - guard_size) || !intact(begin + block.size);
    std::memset(begin, 0xdd, block.size);
    std::free(block.whole);
    self.blocks_.erase(found);
  }

  std::mutex mutex_;
  std::map<uint8_t *, Block> blocks_;
  int strange_requests_ = 0;
  int overruns_ = 0;
  int unknown_pointers_ = 0;
};

/// Creates one object of every kind that needs no kernel, runs a command buffer with them, and
/// destroys them. Returns the first error, or mux_success.
mux_result_t whole_life(mux_allocator_info_t allocator) {
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;
  mux_memory_t memories[2] = {};
  mux_buffer_t buffer = nullptr;
  mux_command_buffer_t command_buffers[2] = {};
  mux_semaphore_t semaphore = nullptr;
  mux_fence_t fence = nullptr;
  uint64_t host[8] = {};
  const uint32_t pattern = 0x01020304;
  std::vector<mux_result_t> results;
  const auto step = [&](mux_result_t result) { results.push_back(result); };

  step(muxCreateDevices(1, &info, allocator, &device));
  step(muxGetQueue(device, mux_queue_type_compute, 0, &queue));
  step(muxAllocateMemory(device, 64, 1,
                         mux_memory_property_host_visible | mux_memory_property_host_cached,
                         mux_allocation_type_alloc_host, 0, allocator, &memories[0]));
  step(muxCreateMemoryFromHost(device, sizeof(host), host, allocator, &memories[1]));
  step(muxCreateBuffer(device, 64, allocator, &buffer));
  step(muxBindBufferMemory(device, memories[0], buffer, 0));
  step(muxCreateSemaphore(device, allocator, &semaphore));
  step(muxCreateFence(device, allocator, &fence));
  for (mux_command_buffer_t &command_buffer : command_buffers) {
    step(muxCreateCommandBuffer(device, no_callback(), allocator, &command_buffer));
    mux_sync_point_t filled = nullptr;
    for (int i = 0; i < 100; ++i) {
      step(muxCommandFillBuffer(command_buffer, buffer, 0, 64, &pattern, 4, 0, nullptr, &filled));
      step(muxCommandReadBuffer(command_buffer, buffer, 0, host, 64, 1, &filled, nullptr));
    }
    step(muxFinalizeCommandBuffer(command_buffer));
  }
  step(
      muxDispatch(queue, command_buffers[0], nullptr, nullptr, 0, &semaphore, 1, nullptr, nullptr));
  step(muxDispatch(queue, command_buffers[1], fence, &semaphore, 1, nullptr, 0, nullptr, nullptr));
  step(muxWait(queue, fence));
  step(host[7] == 0x0102030401020304 ? mux_success : mux_error_internal);

  muxDestroyFence(device, fence, allocator);
  muxDestroySemaphore(device, semaphore, allocator);
  for (mux_command_buffer_t command_buffer : command_buffers) {
    muxDestroyCommandBuffer(device, command_buffer, allocator);
  }
  muxDestroyBuffer(device, buffer, allocator);
  for (mux_memory_t memory : memories) {
    muxFreeMemory(device, memory, allocator);
  }
  muxDestroyDevice(device, allocator);
  const auto failed = std::find_if(results.begin(), results.end(),
                                   [](mux_result_t result) { return result != mux_success; });
  return failed == results.end() ? mux_success : *failed;
}

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "Allocators.vu01, vu02: without alloc or free it is refused wherever one is taken",
                 "[allocators]") {
  const int64_t live = counter.live();
  mux_device_info_t info = host_device_info();
  uint64_t host[8] = {};
  for (const mux_allocator_info_t &invalid : invalid_allocators(allocator)) {
    mux_device_t made_device = nullptr;
    mux_memory_t memory = nullptr;
    mux_buffer_t buffer = nullptr;
    mux_command_buffer_t command_buffer = nullptr;
    mux_semaphore_t semaphore = nullptr;
    mux_fence_t fence = nullptr;
    const mux_result_t results[] = {
        muxCreateDevices(1, &info, invalid, &made_device),
        muxAllocateMemory(device, 64, 1, mux_memory_property_device_local,
                          mux_allocation_type_alloc_device, 0, invalid, &memory),
        muxCreateMemoryFromHost(device, sizeof(host), host, invalid, &memory),
        muxCreateBuffer(device, 64, invalid, &buffer),
        muxCreateCommandBuffer(device, no_callback(), invalid, &command_buffer),
        muxCreateSemaphore(device, invalid, &semaphore),
        muxCreateFence(device, invalid, &fence)};
    for (const mux_result_t result : results) {
      CHECK(result == mux_error_null_allocator_callback);
    }
  }
  CHECK(counter.live() == live);
}

TEST_CASE("Allocators.vu03: user_data may be null", "[allocators]") {
  const mux_allocator_info_t allocator = {
      [](void *user_data, size_t size, size_t alignment) -> void * {
        alignment = std::max(alignment, sizeof(void *));
        return user_data
                   ? nullptr
                   : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
      },
      [](void *, void *pointer) { std::free(pointer); }, nullptr};
  CHECK(whole_life(allocator) == mux_success);
}

TEST_CASE("Allocators.vu04: blocks of exactly the size and the alignment asked for are enough",
          "[allocators]") {
  ExactAllocator exact;
  CHECK(whole_life(exact.info()) == mux_success);
  CHECK(exact.strange_requests() == 0);
  CHECK(exact.overruns() == 0);
}

TEST_CASE("Allocators.vu05: free gets every pointer that alloc returned, once, and no other",
          "[allocators]") {
  ExactAllocator exact;
  CHECK(whole_life(exact.info()) == mux_success);
  CHECK(exact.unknown_pointers() == 0);
  CHECK(exact.live() == 0);
}

}  // namespace mux::test::allocators
