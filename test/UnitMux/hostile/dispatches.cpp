// Queues, fences, semaphores, and destruction of objects.

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

void HostileCalls::create_synchronization() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_fence_t fence = nullptr;
  mux_result_t result = muxCreateFence(device, allocator, out(fence));
  judge_made("muxCreateFence", result, fence,
             [&](mux_fence_t made) { muxDestroyFence(device, made, allocator); });
  mux_semaphore_t semaphore = nullptr;
  result = muxCreateSemaphore(device, allocator, out(semaphore));
  judge_made("muxCreateSemaphore", result, semaphore,
             [&](mux_semaphore_t made) { muxDestroySemaphore(device, made, allocator); });
}

void HostileCalls::reset_synchronization() {
  judge("muxResetFence", muxResetFence(w.any_fence()));
  judge("muxResetSemaphore", muxResetSemaphore(w.any_semaphore()));
  judge("muxSignalSemaphore",
        muxSignalSemaphore(w.any_semaphore(), w.once_in(2) ? mux_success : mux_error_failure));
}

void HostileCalls::get_queue() {
  const auto type = w.enumerator(mux_queue_type_compute);
  mux_queue_t made = nullptr;
  judge("muxGetQueue",
        muxGetQueue(w.any_device(), type, w.once_in(2) ? 0 : w.number32(), out(made)));
}

void HostileCalls::dispatch() {
  const auto list = [&](const mux_semaphore_t *semaphores) {
    return semaphores
               ? std::vector<mux_semaphore_t>(semaphores, semaphores + HostileWorld::list_length)
               : std::vector<mux_semaphore_t>();
  };
  std::vector<mux_semaphore_t> waits = list(w.any_semaphores());
  std::vector<mux_semaphore_t> signals = list(w.any_semaphores());
  void (*const function)(mux_command_buffer_t, mux_result_t,
                         void *const) = [](mux_command_buffer_t, mux_result_t, void *const) {};
  judge("muxDispatch",
        muxDispatch(w.any_queue(), w.any_command_buffer(), w.once_in(3) ? nullptr : w.any_fence(),
                    waits.empty() ? nullptr : waits.data(), w.wait_list_length(),
                    signals.empty() ? nullptr : signals.data(), w.wait_list_length(),
                    w.once_in(2) ? nullptr : function, w.once_in(2) ? nullptr : w.any_host()));
}

void HostileCalls::dispatch_with_completion() {
  const mux_command_completion_function_t function = [](const mux_command_completion_t *, void *) {
  };
  judge("muxDispatchWithCompletion",
        muxDispatchWithCompletion(w.any_queue(), w.any_command_buffer(),
                                  w.once_in(3) ? nullptr : w.any_fence(), w.any_semaphores(),
                                  w.wait_list_length(), w.any_semaphores(), w.wait_list_length(),
                                  w.once_in(8) ? nullptr : function, w.any_host()));
}

void HostileCalls::dispatch_for_waiter() {
  mux_fence_t fence = w.once_in(8) ? nullptr : w.any_fence();
  mux_queue_t queue = w.any_queue();
  judge("muxDispatchForWaiter",
        muxDispatchForWaiter(queue, w.any_command_buffer(), fence, w.any_semaphores(),
                             w.wait_list_length(), w.any_semaphores(), w.wait_list_length()));
}

void HostileCalls::device_calls() {
  static const mux_device_call_t calls[] = {{[](void *) {}, nullptr}, {nullptr, nullptr}};
  const mux_device_call_t *call = w.once_in(8) ? nullptr : &calls[w.once_in(8) ? 1 : 0];
  if (w.once_in(2)) {
    judge("muxRequestDeviceCall", muxRequestDeviceCall(w.any_queue(), call));
  } else {
    judge("muxWithdrawDeviceCall", muxWithdrawDeviceCall(w.any_queue(), call));
  }
}

void HostileCalls::wait() {
  // Without a time limit only for invalid waits.
  judge("muxTryWait", muxTryWait(w.any_queue(), w.below(2000), w.any_fence()));
  judge("muxTryWait", muxTryWait(w.any_queue(), w.number(), w.invalid<mux_fence_t>()));
  judge("muxWait", muxWait(w.any_queue(), w.invalid<mux_fence_t>()));
  judge("muxWaitAll", muxWaitAll(w.invalid<mux_queue_t>()));
}

void HostileCalls::destroy_with_invalid_arguments() {
  // Dispatched commands may still run, and their threads allocate as well.
  const uint64_t freed = CountingAllocator::freed_here();
  const mux_allocator_info_t invalid = invalid_allocators(w.allocator)[w.below(3)];
  const uint32_t which = w.below(3);
  mux_device_t device = which == 0 ? w.invalid<mux_device_t>() : w.device;
  mux_queue_t queue = which == 0 ? w.invalid<mux_queue_t>() : w.queue;
  const mux_allocator_info_t allocator = which == 1 ? invalid : w.allocator;
  const auto object = [&]<class Handle>(const std::vector<Handle> &valid) {
    return which == 2 || valid.empty() ? w.invalid<Handle>() : valid[0];
  };
  muxDestroyFence(device, object(w.fences), allocator);
  muxDestroySemaphore(device, object(w.semaphores), allocator);
  muxDestroyCommandBuffer(device, object(w.command_buffers), allocator);
  muxDestroyBuffer(device, object(w.buffers), allocator);
  muxDestroyImage(device, object(w.images), allocator);
  muxFreeMemory(device, object(w.memories), allocator);
  muxDestroyKernel(device, object(w.kernels), allocator);
  muxDestroyExecutable(device, object(w.executables), allocator);
  muxDestroyQueryPool(queue, object(w.query_pools), allocator);
  muxDestroyDevice(which == 1 ? w.device : w.invalid<mux_device_t>(), allocator);
  CHECK(CountingAllocator::freed_here() == freed);
}

}  // namespace mux::test::hostile_calls
