// Rows for the overlap of independent commands, and for memory bandwidth.

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cstring>

#include "muxbench/row.h"
#include "muxbench/workload.h"

namespace mux::bench {
namespace {

constexpr int fan_width = 64;
// 64 MiB: larger than the caches.
constexpr size_t mix_floats = size_t{16} << 20;
constexpr size_t mix_bytes = mix_floats * sizeof(float);
constexpr size_t gibibyte = size_t{1} << 30;

// A finalized command buffer with its buffers, dispatched repeatedly.
struct Work {
  void run() {
    setup.queue.dispatch(commands, fence.get());
    setup.queue.wait(fence);
    fence.reset();
  }

  MuxSetup setup;
  std::vector<Buffer> buffers;
  std::vector<Kernel> kernels;
  CommandBuffer commands{setup.device};
  Fence fence{setup.device};
};

// Writes a buffer: reads of pages that were never written all hit one cached page of zeros.
void touch(Buffer &buffer) {
  std::ranges::fill(buffer.map().bytes(), std::byte{1});
}

Contender mux_contender(const std::shared_ptr<Work> &work) {
  work->commands.finalize();
  return {"mux", repeated([work] { work->run(); })};
}

// Rows of floats: one kernel writes the first float of each row, one kernel for each row computes
// on it, and one adds all of them up. The row size is the alignment that buffers on parts of the
// same memory need.
struct Fan {
  static constexpr size_t stride = 64;
  static constexpr size_t size = fan_width * stride;
  struct alignas(4096) Rows {
    float data[size] = {};
  };
  std::unique_ptr<Rows> rows = std::make_unique<Rows>();

  // `each_row(function)` must call function(row) for every row.
  template <typename EachRow>
  void run(const EachRow &each_row) const {
    spread(rows->data, stride);
    each_row([this](int row) { rows->data[row * stride] = spin(rows->data[row * stride]); });
    gather(rows->data, stride);
    benchmark::DoNotOptimize(rows->data[0]);
  }
};

struct MuxFan {
  MuxFan() {
    constexpr uint32_t stride = Fan::stride;
    for (const char *name : {"spread", "spin", "gather"}) {
      work.kernels.push_back(work.setup.kernel(name));
    }
    const Kernel &before = work.kernels[0];
    const Kernel &each = work.kernels[1];
    const Kernel &after = work.kernels[2];
    // All rows in one buffer, and each row in a buffer of its own, on the same memory.
    work.buffers.emplace_back(work.setup.device, fan.rows->data, sizeof fan.rows->data);
    for (int row = 0; row < fan_width; ++row) {
      work.buffers.emplace_back(work.setup.device, fan.rows->data + row * stride,
                                stride * sizeof(float));
    }
    const Buffer &all = work.buffers.front();
    work.commands.nd_range(before, {argument(all), argument(stride)},
                           NdRange({fan_width}, {fan_width}));
    for (int row = 0; row < fan_width; ++row) {
      work.commands.nd_range(each, {argument(work.buffers[row + 1])}, NdRange({1}, {1}));
    }
    work.commands.nd_range(after, {argument(all), argument(stride), argument(uint32_t{fan_width})},
                           NdRange({1}, {1}));
    work.commands.finalize();
  }

  Fan fan;
  Work work;
};

std::vector<Contender> fan_out_in(const std::vector<OpenClDevice> &opencl_devices) {
  std::vector<Contender> contenders;
  contenders.push_back({"mux", repeated([mux = std::make_shared<MuxFan>()] { mux->work.run(); })});
  auto fan = std::make_shared<Fan>();
  contenders.push_back({"a loop on one thread", repeated([fan] {
                          fan->run([](const auto &function) {
                            for (int row = 0; row < fan_width; ++row) {
                              function(row);
                            }
                          });
                        })});
  contenders.push_back({"oneTBB parallel_for", repeated([fan, arena = make_arena()] {
                          fan->run([&](const auto &function) {
                            arena->execute([&] { tbb::parallel_for(0, fan_width, function); });
                          });
                        })});
  for (const OpenClDevice &device : opencl_devices) {
    constexpr auto stride = static_cast<cl_uint>(Fan::stride);
    const cl_mem all = device.create_buffer(Fan::size * sizeof(float));
    constexpr auto rows = static_cast<cl_uint>(fan_width);
    const auto set_value = [&device](cl_kernel kernel, cl_uint index, cl_uint value) {
      check(device.functions().set_kernel_arg(kernel, index, sizeof value, &value),
            "clSetKernelArg");
    };
    const cl_kernel before = device.build(kernel_source, "spread");
    device.set_buffers(before, {all});
    set_value(before, 1, stride);
    const cl_kernel after = device.build(kernel_source, "gather");
    device.set_buffers(after, {all});
    set_value(after, 1, stride);
    set_value(after, 2, rows);
    std::vector<cl_kernel> kernels;
    for (int row = 0; row < fan_width; ++row) {
      kernels.push_back(device.build(kernel_source, "spin"));
      device.set_buffers(kernels.back(), {device.create_buffer(sizeof(float))});
    }
    contenders.push_back({device.name(), repeated([device, before, kernels, after] {
                            device.enqueue(before, fan_width, fan_width);
                            for (const cl_kernel each : kernels) {
                              device.enqueue(each, 1, 1);
                            }
                            device.enqueue(after, 1, 1);
                            device.finish();
                          })});
  }
  return contenders;
}

// The mix with oneTBB: all three at once, each split into pieces.
struct MixByHand {
  void run() {
    constexpr size_t grain = size_t{1} << 16;
    const auto scale = [](const std::vector<float> &source, std::vector<float> &destination) {
      tbb::parallel_for(tbb::blocked_range<size_t>(0, mix_floats, grain),
                        [&](const tbb::blocked_range<size_t> &range) {
                          const float *from = source.data();
                          float *to = destination.data();
                          for (size_t index = range.begin(); index != range.end(); ++index) {
                            to[index] = from[index] * 1.5F;
                          }
                        });
    };
    arena->execute([&] {
      tbb::task_group group;
      group.run([&] { scale(vectors[0], vectors[1]); });
      group.run([&] { scale(vectors[2], vectors[3]); });
      tbb::parallel_for(tbb::blocked_range<size_t>(0, mix_floats, grain),
                        [&](const tbb::blocked_range<size_t> &range) {
                          std::memcpy(vectors[5].data() + range.begin(),
                                      vectors[4].data() + range.begin(),
                                      range.size() * sizeof(float));
                        });
      group.wait();
    });
  }

  std::shared_ptr<tbb::task_arena> arena =
      std::make_shared<tbb::task_arena>(tbb::task_arena::automatic);
  std::vector<std::vector<float>> vectors{6, std::vector<float>(mix_floats)};
};

std::vector<Contender> bandwidth_mix(const std::vector<OpenClDevice> &opencl_devices) {
  auto work = std::make_shared<Work>();
  for (int index = 0; index < 6; ++index) {
    work->buffers.emplace_back(work->setup.device, mix_bytes);
    touch(work->buffers.back());
  }
  work->kernels.push_back(work->setup.kernel("scale"));
  const NdRange range({mix_floats}, {256});
  const std::vector<Buffer> &buffers = work->buffers;
  const Kernel &kernel = work->kernels.front();
  work->commands.nd_range(kernel, {argument(buffers[0]), argument(buffers[1])}, range);
  work->commands.nd_range(kernel, {argument(buffers[2]), argument(buffers[3])}, range);
  work->commands.copy(buffers[4], 0, buffers[5], 0, mix_bytes);

  std::vector<Contender> contenders;
  contenders.push_back(mux_contender(work));
  auto by_hand = std::make_shared<MixByHand>();
  contenders.push_back({"oneTBB tasks by hand", repeated([by_hand] { by_hand->run(); })});
  for (const OpenClDevice &device : opencl_devices) {
    std::vector<cl_mem> memory;
    memory.reserve(6);
    for (int index = 0; index < 6; ++index) {
      memory.push_back(device.create_buffer(mix_bytes));
    }
    const cl_kernel first = device.build(kernel_source, "scale");
    const cl_kernel second = device.build(kernel_source, "scale");
    device.set_buffers(first, {memory[0], memory[1]});
    device.set_buffers(second, {memory[2], memory[3]});
    contenders.push_back({device.name(), repeated([device, first, second, memory] {
                            device.enqueue(first, mix_floats, 256);
                            device.enqueue(second, mix_floats, 256);
                            check(device.functions().enqueue_copy_buffer(device.queue(), memory[4],
                                                                         memory[5], 0, 0, mix_bytes,
                                                                         0, nullptr, nullptr),
                                  "clEnqueueCopyBuffer");
                            device.finish();
                          })});
  }
  return contenders;
}

std::vector<Contender> copy_1gib(const std::vector<OpenClDevice> &opencl_devices) {
  auto work = std::make_shared<Work>();
  work->buffers.emplace_back(work->setup.device, gibibyte);
  work->buffers.emplace_back(work->setup.device, gibibyte);
  for (Buffer &buffer : work->buffers) {
    touch(buffer);
  }
  work->commands.copy(work->buffers[0], 0, work->buffers[1], 0, gibibyte);

  std::vector<Contender> contenders;
  contenders.push_back(mux_contender(work));
  // On the same memory, so that both have the same pages.
  contenders.push_back({"memcpy on one thread", repeated([work] {
                          const Mapping from = work->buffers[0].map();
                          const Mapping to = work->buffers[1].map();
                          std::memcpy(to.bytes().data(), from.bytes().data(), gibibyte);
                          benchmark::ClobberMemory();
                        })});
  for (const OpenClDevice &device : opencl_devices) {
    const cl_mem from = device.create_buffer(gibibyte);
    const cl_mem to = device.create_buffer(gibibyte);
    contenders.push_back({device.name(), repeated([device, from, to] {
                            check(
                                device.functions().enqueue_copy_buffer(
                                    device.queue(), from, to, 0, 0, gibibyte, 0, nullptr, nullptr),
                                "clEnqueueCopyBuffer");
                            device.finish();
                          })});
  }
  return contenders;
}

}  // namespace

std::vector<Row> parallel_rows() {
  return {{"fan_out_in", "64 kernels", 1, fan_out_in},
          {"bandwidth_mix", "two kernels and a copy of 64 MiB each", 1, bandwidth_mix},
          {"copy_1GiB", "copy", 1, copy_1gib}};
}

}  // namespace mux::bench
