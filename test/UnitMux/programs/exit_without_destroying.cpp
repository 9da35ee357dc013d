// A program that exits without destroying its objects: idle, or with commands in flight. It must
// exit with the status of main(), without a hang or a crash.

#include <mux/mux.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// At namespace scope, so that objects they point to are reachable at exit.
mux_device_t device;
mux_queue_t queue;
mux_command_buffer_t command_buffers[16];
mux_fence_t fence;
mux_semaphore_t semaphore;
mux_buffer_t buffer;
mux_memory_t memory;
std::atomic<unsigned> calls;

void *allocate(void *, size_t size, size_t alignment) {
  if (alignment < sizeof(void *)) {
    alignment = sizeof(void *);
  }
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void release(void *, void *pointer) {
  std::free(pointer);
}

void count(mux_queue_t, mux_command_buffer_t, void *const) {
  ++calls;
}

void require(mux_result_t result, const char *what) {
  if (result != mux_success) {
    std::fprintf(stderr, "%s: error %d\n", what, static_cast<int>(result));
    std::_Exit(2);
  }
}

}  // namespace

int main(int argc, char **argv) {
  const bool busy = argc > 1 && std::strcmp(argv[1], "busy") == 0;
  const mux_allocator_info_t allocator = {allocate, release, nullptr};
  mux_device_info_t info = nullptr;
  require(muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr), "muxGetDeviceInfos");
  require(muxCreateDevices(1, &info, allocator, &device), "muxCreateDevices");
  require(muxGetQueue(device, mux_queue_type_compute, 0, &queue), "muxGetQueue");
  require(muxCreateFence(device, allocator, &fence), "muxCreateFence");
  require(muxCreateSemaphore(device, allocator, &semaphore), "muxCreateSemaphore");
  constexpr size_t size = size_t{8} << 20;
  require(muxCreateBuffer(device, size, allocator, &buffer), "muxCreateBuffer");
  require(muxAllocateMemory(device, size, 1,
                            mux_memory_property_host_visible | mux_memory_property_host_coherent,
                            mux_allocation_type_alloc_host, 0, allocator, &memory),
          "muxAllocateMemory");
  require(muxBindBufferMemory(device, memory, buffer, 0), "muxBindBufferMemory");
  for (mux_command_buffer_t &command_buffer : command_buffers) {
    require(muxCreateCommandBuffer(device, nullptr, allocator, &command_buffer),
            "muxCreateCommandBuffer");
    const unsigned pattern = 1;
    for (int i = 0; i < 50; ++i) {
      require(muxCommandFillBuffer(command_buffer, buffer, 0, size, &pattern, sizeof(pattern), 0,
                                   nullptr, nullptr),
              "muxCommandFillBuffer");
      require(muxCommandUserCallback(command_buffer, count, nullptr, 0, nullptr, nullptr),
              "muxCommandUserCallback");
    }
    require(muxFinalizeCommandBuffer(command_buffer), "muxFinalizeCommandBuffer");
    require(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr),
            "muxDispatch");
  }
  if (!busy) {
    require(muxWaitAll(queue), "muxWaitAll");
  }
  // One that waits for a semaphore that is never signaled.
  require(
      muxDispatch(queue, command_buffers[0], fence, &semaphore, 1, nullptr, 0, nullptr, nullptr),
      "muxDispatch");
  return 0;
}
