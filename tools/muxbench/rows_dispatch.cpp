// Rows for the latency of dispatch, completion and wake-up.

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

#include "muxbench/row.h"
#include "muxbench/workload.h"

namespace mux::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int hops = 256;
// Long enough for all workers to fall asleep.
constexpr std::chrono::milliseconds rest(2);

// A recorded kernel with one work-item.
struct TinyDispatch {
  TinyDispatch()
      : buffer(setup.device, sizeof(int)),
        kernel(setup.kernel("tiny")),
        commands(setup.device),
        fence(setup.device) {
    commands.nd_range(kernel, {argument(buffer)}, NdRange({1}, {1}));
    commands.finalize();
  }

  MuxSetup setup;
  Buffer buffer;
  Kernel kernel;
  CommandBuffer commands;
  Fence fence;
};

// The same on another OpenCL implementation.
struct OpenClTiny {
  explicit OpenClTiny(const OpenClDevice &opencl_device)
      : device(opencl_device), kernel(device.build(kernel_source, "tiny")) {
    device.set_buffers(kernel, {device.create_buffer(sizeof(int))});
  }

  void run() const {
    device.enqueue(kernel, 1, 1);
    device.finish();
  }

  OpenClDevice device;
  cl_kernel kernel;
};

void enqueue_and_spin(tbb::task_arena &arena, int &data) {
  std::atomic<bool> done{false};
  arena.enqueue([&] {
    ++data;
    done.store(true, std::memory_order_release);
  });
  while (!done.load(std::memory_order_acquire)) {
    __builtin_ia32_pause();
  }
}

// The same with a waiter that blocks. A waiter that spins would need a core of its own: on a fully
// loaded machine the worker only runs when the system preempts the waiter, which takes
// milliseconds.
void enqueue_and_sleep(tbb::task_arena &arena, std::binary_semaphore &done, int &data) {
  arena.enqueue([&] {
    ++data;
    done.release();
  });
  done.acquire();
}

// Measures one call of `work` after each idle period.
template <typename Work>
auto after_idle(const Work &work) {
  return [work](benchmark::State &state) mutable {
    for (auto _ : state) {
      state.PauseTiming();
      std::this_thread::sleep_for(rest);
      state.ResumeTiming();
      work();
    }
  };
}

std::vector<Contender> dispatch_wait(const std::vector<OpenClDevice> &opencl_devices) {
  auto tiny = std::make_shared<TinyDispatch>();
  auto arena = make_arena();
  std::vector<Contender> contenders;
  contenders.push_back({"mux", repeated([tiny] {
                          tiny->setup.queue.dispatch(tiny->commands, tiny->fence.get());
                          tiny->setup.queue.wait(tiny->fence);
                          tiny->fence.reset();
                        })});
  contenders.push_back({"oneTBB enqueue, waiter spins", repeated([arena] {
                          int data = 0;
                          enqueue_and_spin(*arena, data);
                        })});
  for (const OpenClDevice &device : opencl_devices) {
    contenders.push_back(
        {device.name(), repeated([opencl = OpenClTiny(device)] { opencl.run(); })});
  }
  return contenders;
}

std::vector<Contender> dispatch_wait_sleeping(const std::vector<OpenClDevice> &opencl_devices) {
  auto tiny = std::make_shared<TinyDispatch>();
  auto arena = make_arena();
  // Outlives each task that releases it.
  auto done = std::make_shared<std::binary_semaphore>(0);
  std::vector<Contender> contenders;
  contenders.push_back({"mux", after_idle([tiny] {
                          tiny->setup.queue.dispatch(tiny->commands, tiny->fence.get());
                          // A wait with a timeout does not execute work on the calling thread.
                          tiny->setup.queue.try_wait(tiny->fence, std::chrono::seconds(10));
                          tiny->fence.reset();
                        })});
  contenders.push_back({"oneTBB enqueue, waiter sleeps", after_idle([arena, done] {
                          int data = 0;
                          enqueue_and_sleep(*arena, *done, data);
                        })});
  for (const OpenClDevice &device : opencl_devices) {
    contenders.push_back(
        {device.name(), after_idle([opencl = OpenClTiny(device)] { opencl.run(); })});
  }
  return contenders;
}

// Command buffers in a chain of semaphores.
struct Hops {
  Hops() {
    semaphores.reserve(hops);
    for (int hop = 0; hop < hops; ++hop) {
      semaphores.emplace_back(tiny.setup.device);
    }
  }

  void run() {
    const Queue &queue = tiny.setup.queue;
    for (int hop = 0; hop < hops; ++hop) {
      mux_semaphore_t wait = hop == 0 ? nullptr : semaphores[hop - 1].get();
      mux_semaphore_t signal = semaphores[hop].get();
      const bool last = hop + 1 == hops;
      queue.dispatch(tiny.commands, last ? tiny.fence.get() : nullptr,
                     hop == 0 ? std::span<mux_semaphore_t>() : std::span(&wait, 1),
                     std::span(&signal, 1));
    }
    queue.wait(tiny.fence);
    tiny.fence.reset();
    for (Semaphore &semaphore : semaphores) {
      semaphore.reset();
    }
  }

  TinyDispatch tiny;
  std::vector<Semaphore> semaphores;
};

// Each task enqueues the next.
void enqueue_hops(tbb::task_arena &arena) {
  struct Hop {
    tbb::task_arena &arena;
    std::atomic<int> left{hops};
    void next() {
      arena.enqueue([this] {
        if (left.load(std::memory_order_relaxed) > 1) {
          left.fetch_sub(1, std::memory_order_relaxed);
          next();
        } else {
          left.store(0, std::memory_order_release);
        }
      });
    }
  } hop{arena};
  hop.next();
  while (hop.left.load(std::memory_order_acquire) != 0) {
    __builtin_ia32_pause();
  }
}

std::vector<Contender> semaphore_hop(const std::vector<OpenClDevice> &) {
  auto chain = std::make_shared<Hops>();
  auto arena = make_arena();
  return {{"mux", repeated([chain] { chain->run(); })},
          {"oneTBB, each task enqueues the next", repeated([arena] { enqueue_hops(*arena); })}};
}

}  // namespace

std::vector<Row> dispatch_rows() {
  return {{"dispatch_wait", "dispatch and wait", 1, dispatch_wait},
          {"dispatch_wait_sleeping", "dispatch and wait", 1, dispatch_wait_sleeping, 50},
          {"semaphore_hop", "command buffer", hops, semaphore_hop}};
}

}  // namespace mux::bench
