/// @file
/// Arguments of hostile calls: valid objects of every kind, and a random choice of them and of
/// invalid ones. For the test's thread only.

#pragma once

#include <mux/mux.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "fixtures.h"

namespace mux::test {

/// A device with a few objects of every kind, and another device with objects that are foreign to
/// it.
class HostileWorld : public KernelFixture {
 public:
  explicit HostileWorld(uint32_t seed);
  ~HostileWorld();

  /// Sizes of the objects, small enough for valid calls to be frequent.
  static constexpr size_t buffer_size = 256;
  /// Host memory that commands may access, larger than all objects.
  static constexpr size_t host_size = size_t{1} << 16;

  // -- random numbers

  /// True with probability 1 / `n`.
  bool once_in(uint32_t n) { return random_() % n == 0; }
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
  /// A number that is often valid for a buffer, or at the limit of some range.
  uint64_t number();
  /// The same in 32 bits.
  uint32_t number32() { return static_cast<uint32_t>(number()); }
  /// Small, or 0: for lists of length `list_length`.
  uint32_t length() { return once_in(4) ? 0 : 1 + below(list_length); }
  static constexpr uint32_t list_length = 4;

  /// An enumerator from 0 to `last`, and sometimes an unknown one; created as in C, because reading
  /// it in C++ would be undefined.
  template <class Enumeration>
  Enumeration enumerator(Enumeration last) {
    const uint32_t value = once_in(6) ? number32() : below(static_cast<uint32_t>(last) + 1);
    return std::bit_cast<Enumeration>(value);
  }

  // -- objects

  /// One of `valid`; sometimes NULL, a foreign one, one of another type or an invalid pointer.
  template <class Handle>
  Handle pick(const std::vector<Handle> &valid) {
    if (!once_in(6) && !valid.empty()) {
      return valid[below(static_cast<uint32_t>(valid.size()))];
    }
    return invalid<Handle>();
  }
  template <class Handle>
  Handle invalid() {
    const auto &broken = broken_objects_.of<Handle>();
    const uint32_t which = below(5);
    if (which < 4) {
      return *(broken.begin() + which);
    }
    // A valid object of another type.
    void *const other = std::is_same_v<Handle, mux_fence_t> ? static_cast<void *>(semaphores[0])
                                                            : static_cast<void *>(fences[0]);
    return static_cast<Handle>(other);
  }

  mux_device_t any_device() { return pick(devices); }
  mux_queue_t any_queue() { return pick(queues); }
  mux_memory_t any_memory() { return pick(memories); }
  mux_buffer_t any_buffer() { return pick(buffers); }
  mux_image_t any_image() { return pick(images); }
  mux_command_buffer_t any_command_buffer() { return pick(command_buffers); }
  mux_semaphore_t any_semaphore() { return pick(semaphores); }
  mux_fence_t any_fence() { return pick(fences); }
  mux_executable_t any_executable() { return pick(executables); }
  mux_kernel_t any_kernel() { return pick(kernels); }
  mux_query_pool_t any_query_pool() { return pick(query_pools); }
  mux_allocator_info_t any_allocator();
  /// Null, or host memory for up to `host_size` bytes.
  void *any_host() { return once_in(8) ? nullptr : host_.data(); }

  /// Sync-points, most of them of `recording`.
  const mux_sync_point_t *any_wait_list();
  uint32_t wait_list_length() { return once_in(2) ? 0 : length(); }
  const mux_semaphore_t *any_semaphores();
  mux_offset_3d_t any_offset();
  mux_extent_3d_t any_extent();
  /// Regions that fit on the host's side, because the library cannot know its size.
  std::vector<mux_buffer_region_info_t> any_regions(bool source_on_host, bool destination_on_host);
  mux_descriptor_info_t any_descriptor();
  /// Descriptors that kernel 0 takes; and the same with a few changes.
  std::vector<mux_descriptor_info_t> valid_descriptors() const;
  std::vector<mux_descriptor_info_t> any_descriptors();

  // The first is the device's own, the others are foreign.
  std::vector<mux_device_t> devices;
  std::vector<mux_queue_t> queues;
  std::vector<mux_memory_t> memories;
  std::vector<mux_buffer_t> buffers;
  std::vector<mux_image_t> images;
  // The first is recording, the second is finalized.
  std::vector<mux_command_buffer_t> command_buffers;
  std::vector<mux_semaphore_t> semaphores;
  std::vector<mux_fence_t> fences;
  std::vector<mux_executable_t> executables;
  std::vector<mux_kernel_t> kernels;
  std::vector<mux_query_pool_t> query_pools;
  std::vector<mux_sync_point_t> sync_points;
  // From before the last reset of the first command buffer; at least one.
  std::vector<mux_sync_point_t> old_sync_points = {nullptr};
  std::string binary;
  /// A compiled object.
  std::string object;

  /// Whether the recorded commands would run forever, or access unmapped host memory.
  bool must_not_run = false;

  /// Completes everything in flight, runs the recorded commands if allowed, and starts recording
  /// again.
  /// @return the result of the run, mux_success if there was none.
  mux_result_t turn_the_page();

 private:
  /// Invalid objects of every type.
  class BrokenObjects {
   public:
    explicit BrokenObjects(mux_id_t id)
        : device_(id),
          queue_(id),
          memory_(id),
          buffer_(id),
          image_(id),
          command_buffer_(id),
          semaphore_(id),
          fence_(id),
          executable_(id),
          kernel_(id),
          query_pool_(id),
          sync_point_(id) {}
    template <class Handle>
    const InvalidObjects<Handle> &of() const;

   private:
    InvalidObjects<mux_device_t> device_;
    InvalidObjects<mux_queue_t> queue_;
    InvalidObjects<mux_memory_t> memory_;
    InvalidObjects<mux_buffer_t> buffer_;
    InvalidObjects<mux_image_t> image_;
    InvalidObjects<mux_command_buffer_t> command_buffer_;
    InvalidObjects<mux_semaphore_t> semaphore_;
    InvalidObjects<mux_fence_t> fence_;
    InvalidObjects<mux_executable_t> executable_;
    InvalidObjects<mux_kernel_t> kernel_;
    InvalidObjects<mux_query_pool_t> query_pool_;
    InvalidObjects<mux_sync_point_t> sync_point_;
  };

  void signal_everything();

  std::mt19937 random_;
  KernelFixture other_;
  BrokenObjects broken_objects_;
  std::vector<uint8_t> host_;
  mux_command_buffer_t empty_ = nullptr;
  std::vector<mux_sync_point_t> wait_list_;
  std::vector<mux_semaphore_t> semaphore_list_;
  mux_sampler_t sampler_ = {};
};

template <class Handle>
const InvalidObjects<Handle> &HostileWorld::BrokenObjects::of() const {
  if constexpr (std::is_same_v<Handle, mux_device_t>) {
    return device_;
  } else if constexpr (std::is_same_v<Handle, mux_queue_t>) {
    return queue_;
  } else if constexpr (std::is_same_v<Handle, mux_memory_t>) {
    return memory_;
  } else if constexpr (std::is_same_v<Handle, mux_buffer_t>) {
    return buffer_;
  } else if constexpr (std::is_same_v<Handle, mux_image_t>) {
    return image_;
  } else if constexpr (std::is_same_v<Handle, mux_command_buffer_t>) {
    return command_buffer_;
  } else if constexpr (std::is_same_v<Handle, mux_semaphore_t>) {
    return semaphore_;
  } else if constexpr (std::is_same_v<Handle, mux_fence_t>) {
    return fence_;
  } else if constexpr (std::is_same_v<Handle, mux_executable_t>) {
    return executable_;
  } else if constexpr (std::is_same_v<Handle, mux_kernel_t>) {
    return kernel_;
  } else if constexpr (std::is_same_v<Handle, mux_query_pool_t>) {
    return query_pool_;
  } else {
    static_assert(std::is_same_v<Handle, mux_sync_point_t>);
    return sync_point_;
  }
}

}  // namespace mux::test
