/// @file
/// A device with its queue and executable for the scheduler's tests, and owned command buffers.
/// Functions use Catch2's assertions, so they must be called on the test's thread unless noted
/// otherwise.

#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "counting_allocator.h"
#include "kernels.h"

namespace mux::test {

/// Compute units of the host device.
uint32_t compute_units();

/// A device, its queue and an executable. Checks at the end that all memory is freed.
class Fixture {
 public:
  Fixture();
  ~Fixture();
  Fixture(const Fixture &) = delete;
  Fixture &operator=(const Fixture &) = delete;

  /// A kernel owned by the fixture.
  mux_kernel_t kernel(const std::string &name);
  /// A buffer on host memory, owned by the fixture.
  mux_buffer_t buffer_over(void *memory, size_t size);
  mux_fence_t fence();
  mux_semaphore_t semaphore();

  /// Thread-safe.
  mux_result_t dispatch(mux_command_buffer_t command_buffer, mux_fence_t fence = nullptr,
                        std::vector<mux_semaphore_t> wait = {},
                        std::vector<mux_semaphore_t> signal = {},
                        void (*function)(mux_command_buffer_t, mux_result_t, void *) = nullptr,
                        void *user_data = nullptr);

  CountingAllocator counting;
  mux_allocator_info_t allocator = counting.info();
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;
  mux_executable_t executable = nullptr;

 private:
  std::vector<mux_kernel_t> kernels_;
  std::vector<mux_memory_t> memories_;
  std::vector<mux_buffer_t> buffers_;
  std::vector<mux_fence_t> fences_;
  std::vector<mux_semaphore_t> semaphores_;
};

/// An owned command buffer.
class Commands {
 public:
  explicit Commands(Fixture &fixture, mux_callback_info_t callback = nullptr);
  ~Commands();
  Commands(const Commands &) = delete;
  Commands &operator=(const Commands &) = delete;

  operator mux_command_buffer_t() const { return command_buffer_; }

  Commands &run(mux_kernel_t kernel, std::vector<mux_descriptor_info_t> descriptors, size_t global,
                size_t local);
  Commands &call(mux_command_user_callback_t function, void *user_data);
  Commands &finalize();
  void destroy();

 private:
  Fixture &fixture_;
  mux_command_buffer_t command_buffer_ = nullptr;
};

mux_descriptor_info_t describe_buffer(mux_buffer_t buffer, uint64_t offset = 0);
mux_descriptor_info_t describe_custom(const void *data, size_t size);
mux_descriptor_info_t describe_data(const void *data, size_t size);
mux_descriptor_info_t describe_local(size_t size);

}  // namespace mux::test
