// Rows for the cost of a command in a long command buffer, and of finalization.

#include <malloc.h>
#include <tbb/flow_graph.h>

#include <chrono>
#include <climits>
#include <cstring>
#include <random>

#include "muxbench/row.h"
#include "muxbench/workload.h"

namespace mux::bench {
namespace {

constexpr int chain_length = 1000;
constexpr int finalized_length = 10'000;
constexpr size_t fill_size = 64;

// A command buffer that is dispatched repeatedly.
struct Chain {
  Chain()
      : buffer(setup.device, 4096),
        kernel(setup.kernel("tiny")),
        commands(setup.device),
        fence(setup.device) {}

  void run() {
    setup.queue.dispatch(commands, fence.get());
    setup.queue.wait(fence);
    fence.reset();
  }

  MuxSetup setup;
  Buffer buffer;
  Kernel kernel;
  CommandBuffer commands;
  Fence fence;
};

std::vector<Contender> chain_kernel(const std::vector<OpenClDevice> &opencl_devices) {
  auto chain = std::make_shared<Chain>();
  for (int index = 0; index < chain_length; ++index) {
    chain->commands.nd_range(chain->kernel, {argument(chain->buffer)}, NdRange({1}, {1}));
  }
  chain->commands.finalize();
  std::vector<Contender> contenders;
  contenders.push_back({"mux", repeated([chain] { chain->run(); })});
  contenders.push_back({"oneTBB flow graph", [](benchmark::State &state) {
                          using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;
                          tbb::flow::graph graph;
                          int data = 0;
                          std::vector<std::unique_ptr<Node>> nodes;
                          for (int index = 0; index < chain_length; ++index) {
                            nodes.push_back(std::make_unique<Node>(
                                graph, [&data](const tbb::flow::continue_msg &) { ++data; }));
                            if (index != 0) {
                              tbb::flow::make_edge(*nodes[index - 1], *nodes[index]);
                            }
                          }
                          for (auto _ : state) {
                            nodes.front()->try_put(tbb::flow::continue_msg());
                            graph.wait_for_all();
                          }
                          benchmark::DoNotOptimize(data);
                        }});
  for (const OpenClDevice &device : opencl_devices) {
    const cl_kernel kernel = device.build(kernel_source, "tiny");
    device.set_buffers(kernel, {device.create_buffer(sizeof(int))});
    contenders.push_back({device.name(), [device, kernel](benchmark::State &state) {
                            for (auto _ : state) {
                              for (int index = 0; index < chain_length; ++index) {
                                device.enqueue(kernel, 1, 1);
                              }
                              device.finish();
                            }
                          }});
  }
  return contenders;
}

std::vector<Contender> chain_fill(const std::vector<OpenClDevice> &opencl_devices) {
  auto chain = std::make_shared<Chain>();
  for (int index = 0; index < chain_length; ++index) {
    chain->commands.fill(chain->buffer, 0, fill_size, index);
  }
  chain->commands.finalize();
  std::vector<Contender> contenders;
  contenders.push_back({"mux", repeated([chain] { chain->run(); })});
  contenders.push_back({"a loop of memset", [](benchmark::State &state) {
                          alignas(64) char data[fill_size];
                          for (auto _ : state) {
                            for (int index = 0; index < chain_length; ++index) {
                              std::memset(data, index, fill_size);
                              benchmark::DoNotOptimize(data);
                              benchmark::ClobberMemory();
                            }
                          }
                        }});
  for (const OpenClDevice &device : opencl_devices) {
    const cl_mem buffer = device.create_buffer(fill_size);
    contenders.push_back({device.name(), [device, buffer](benchmark::State &state) {
                            for (auto _ : state) {
                              for (int index = 0; index < chain_length; ++index) {
                                check(device.functions().enqueue_fill_buffer(
                                          device.queue(), buffer, &index, sizeof index, 0,
                                          fill_size, 0, nullptr, nullptr),
                                      "clEnqueueFillBuffer");
                              }
                              device.finish();
                            }
                          }});
  }
  return contenders;
}

// Times finalization without recording.
void time_finalize(benchmark::State &state) {
  Chain chain;
  for (auto _ : state) {
    state.PauseTiming();
    chain.commands.reset();
    for (int index = 0; index < finalized_length; ++index) {
      chain.commands.nd_range(chain.kernel, {argument(chain.buffer)}, NdRange({1}, {1}));
    }
    state.ResumeTiming();
    chain.commands.finalize();
  }
}

// The closest equivalent in OpenCL: enqueueing commands that cannot start yet.
void time_blocked_enqueue(const OpenClDevice &device, cl_kernel kernel, benchmark::State &state) {
  const OpenClFunctions &opencl = device.functions();
  for (auto _ : state) {
    cl_int result = CL_SUCCESS;
    const cl_event start = opencl.create_user_event(device.context(), &result);
    check(result, "clCreateUserEvent");
    const size_t one = 1;
    for (int index = 0; index < finalized_length; ++index) {
      check(opencl.enqueue_nd_range_kernel(device.queue(), kernel, 1, nullptr, &one, &one, 1,
                                           &start, nullptr),
            "clEnqueueNDRangeKernel");
    }
    state.PauseTiming();
    check(opencl.set_user_event_status(start, CL_COMPLETE), "clSetUserEventStatus");
    device.finish();
    check(opencl.release_event(start), "clReleaseEvent");
    state.ResumeTiming();
  }
}

std::vector<Contender> finalize(const std::vector<OpenClDevice> &opencl_devices) {
  std::vector<Contender> contenders;
  contenders.push_back({"mux", time_finalize});
  contenders.push_back(
      {"oneTBB flow graph, constructed", [](benchmark::State &state) {
         using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;
         for (auto _ : state) {
           tbb::flow::graph graph;
           std::vector<std::unique_ptr<Node>> nodes;
           nodes.reserve(finalized_length);
           for (int index = 0; index < finalized_length; ++index) {
             nodes.push_back(std::make_unique<Node>(graph, [](const tbb::flow::continue_msg &) {}));
             if (index != 0) {
               tbb::flow::make_edge(*nodes[index - 1], *nodes[index]);
             }
           }
           state.PauseTiming();
           nodes.clear();
           state.ResumeTiming();
         }
       }});
  for (const OpenClDevice &device : opencl_devices) {
    const cl_kernel kernel = device.build(kernel_source, "tiny");
    device.set_buffers(kernel, {device.create_buffer(sizeof(int))});
    contenders.push_back(
        {device.name() + ", blocked enqueue", [device, kernel](benchmark::State &state) {
           time_blocked_enqueue(device, kernel, state);
         }});
  }
  return contenders;
}

// Whether finalization is linear: the same number of commands in one command buffer, or divided
// among several.
constexpr int linear_length = 100'000;
constexpr size_t line = 64;

struct ManyCommands {
  ManyCommands() {
    // Large blocks are kept by the allocator, so that page faults of new memory are not measured.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
  }

  MuxSetup setup;
  std::vector<Buffer> buffers;
  Kernel kernel = setup.kernel("tiny");
  CommandBuffer commands{setup.device};
};

// `record(many, index, count)` records command `index` of `count`. Recording is not timed.
template <typename Record>
std::vector<Contender> in_parts(const std::shared_ptr<ManyCommands> &many, const Record &record) {
  const auto contender = [&](const char *name, int parts) {
    return Contender{name, [many, record = record, parts](benchmark::State &state) mutable {
                       const int count = linear_length / parts;
                       for (auto _ : state) {
                         for (int part = 0; part < parts; ++part) {
                           state.PauseTiming();
                           many->commands.reset();
                           for (int index = 0; index < count; ++index) {
                             record(*many, index, count);
                           }
                           state.ResumeTiming();
                           many->commands.finalize();
                         }
                       }
                     }};
  };
  return {contender("mux", 1), contender("mux, 10,000 at a time", 10),
          contender("mux, 1,000 at a time", 100)};
}

std::vector<Contender> linear_chain(const std::vector<OpenClDevice> &) {
  auto many = std::make_shared<ManyCommands>();
  many->buffers.emplace_back(many->setup.device, line);
  return in_parts(many, [](ManyCommands &to, int, int) {
    to.commands.nd_range(to.kernel, {argument(to.buffers[0])}, NdRange({1}, {1}));
  });
}

// Commands write parts of the output of the first command; the last command overwrites all of it.
std::vector<Contender> linear_fan(const std::vector<OpenClDevice> &) {
  auto many = std::make_shared<ManyCommands>();
  many->buffers.emplace_back(many->setup.device, linear_length * line);
  return in_parts(many, [](ManyCommands &to, int index, int count) {
    const bool all = index == 0 || index + 1 == count;
    to.commands.fill(to.buffers[0], all ? 0 : index * line, (all ? count : 1) * line, index);
  });
}

// Alternating fills and copies of a buffer, at pseudo-random offsets.
std::vector<Contender> linear_overlaps(const std::vector<OpenClDevice> &) {
  auto many = std::make_shared<ManyCommands>();
  constexpr size_t lines = 16'384;
  constexpr size_t longest = 64;
  many->buffers.emplace_back(many->setup.device, lines * line);
  many->buffers.emplace_back(many->setup.device, lines * line);
  std::mt19937 random(1);
  return in_parts(many, [random](ManyCommands &to, int index, int) mutable {
    const size_t from = random() % (lines - longest) * line;
    const size_t size = (1 + random() % longest) * line;
    if (index % 2 == 0) {
      to.commands.fill(to.buffers[0], from, size, index);
    } else {
      to.commands.copy(to.buffers[0], from, to.buffers[1], random() % (lines - longest) * line,
                       size);
    }
  });
}

std::vector<Contender> linear_buffers(const std::vector<OpenClDevice> &) {
  auto many = std::make_shared<ManyCommands>();
  for (int buffer = 0; buffer < 1000; ++buffer) {
    many->buffers.emplace_back(many->setup.device, line);
  }
  return in_parts(many, [](ManyCommands &to, int index, int) {
    to.commands.nd_range(to.kernel, {argument(to.buffers[index * 7 % to.buffers.size()])},
                         NdRange({1}, {1}));
  });
}

}  // namespace

std::vector<Row> chain_rows() {
  return {{"chain_kernel", "ND-range", chain_length, chain_kernel},
          {"chain_fill", "fill", chain_length, chain_fill},
          {"finalize", "command", finalized_length, finalize},
          {"linear_chain", "command to finalize", linear_length, linear_chain, 2},
          {"linear_fan", "command to finalize", linear_length, linear_fan, 2},
          {"linear_overlaps", "command to finalize", linear_length, linear_overlaps, 2},
          {"linear_buffers", "command to finalize", linear_length, linear_buffers, 2}};
}

}  // namespace mux::bench
