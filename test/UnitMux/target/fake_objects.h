/// @file
/// A valid object of every type of a target, initialized from the public members.

#pragma once

#include <mux/target.h>

#include <cstdlib>

#include "fake_target.h"

namespace mux::test {

/// All objects are of `device`. They are plain memory: nothing must be destroyed.
struct FakeObjects {
  FakeObjects(mux_target_id_t target, mux_device_info_t info) {
    device = {mux_object_id_device | target, info};
    memory.id = mux_object_id_memory | target;
    memory.size = 4096;
    memory.properties = mux_memory_property_host_visible | mux_memory_property_host_coherent;
    buffer.id = mux_object_id_buffer | target;
    buffer.memory_requirements = {256, 64, 1};
    other_buffer = buffer;
    image.id = mux_object_id_image | target;
    image.memory_requirements = {16 * 8 * 4, 64, 1};
    image.type = mux_image_type_2d;
    image.format = mux_image_format_R8G8B8A8_unorm;
    image.pixel_size = 4;
    image.size = {16, 8, 1};
    other_image = image;
    queue = {mux_object_id_queue | target, &device};
    command_buffer = {mux_object_id_command_buffer | target, &device};
    other_command_buffer = command_buffer;
    semaphore = {mux_object_id_semaphore | target, &device};
    fence = {mux_object_id_fence | target, &device};
    sync_point = {mux_object_id_sync_point | target, &command_buffer};
    executable = {mux_object_id_executable | target, &device};
    kernel.id = mux_object_id_kernel | target;
    kernel.device = &device;
    query_pool = {mux_object_id_query_pool | target, mux_query_type_duration, 4};
  }
  FakeObjects(const FakeObjects &) = delete;
  FakeObjects &operator=(const FakeObjects &) = delete;

  mux_device_s device = {};
  mux_memory_s memory = {};
  mux_buffer_s buffer = {};
  mux_buffer_s other_buffer = {};
  mux_image_s image = {};
  mux_image_s other_image = {};
  mux_queue_s queue = {};
  mux_command_buffer_s command_buffer = {};
  mux_command_buffer_s other_command_buffer = {};
  mux_semaphore_s semaphore = {};
  mux_fence_s fence = {};
  mux_sync_point_s sync_point = {};
  mux_executable_s executable = {};
  mux_kernel_s kernel = {};
  mux_query_pool_s query_pool = {};
};

/// Objects of the first device of the fake target, and other arguments of calls.
class FakeTargetFixture {
 public:
  FakeTarget &target = FakeTarget::get();
  FakeObjects objects{target.id(), target.info(0)};

  mux_sync_point_t wait_list[1] = {&objects.sync_point};
  mux_sync_point_t out_sync_point = nullptr;
  char host[1024] = {};

  /// The allocator of calls that do not allocate.
  mux_allocator_info_t allocator = {
      [](void *, size_t size, size_t) -> void * { return std::malloc(size); },
      [](void *, void *pointer) { std::free(pointer); }, nullptr};
};

}  // namespace mux::test
