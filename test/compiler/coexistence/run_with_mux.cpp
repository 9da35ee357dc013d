/// The part of the test that uses Mux: a separate module, because loading it loads Mux.

#include <cstdio>
#include <exception>
#include <mux/mux.hpp>

#include "job.h"

/// @return whether Mux compiled and ran the job with the right result.
extern "C" __attribute__((visibility("default"))) bool run_with_mux() try {
  using namespace coexistence;
  const mux::Device device;
  const mux::Compilation compilation(source);
  const mux::Executable executable(device, compilation.binary());
  const mux::Kernel kernel(executable, "job");
  const size_t bytes = work_items * sizeof(int32_t);
  mux::Buffer in(device, bytes);
  mux::Buffer out(device, bytes);
  const std::vector<int32_t> values = input();
  std::vector<int32_t> results(work_items);
  mux::CommandBuffer commands(device);
  commands.write(in, 0, values.data(), bytes);
  commands.nd_range(kernel,
                    {mux::argument(in), mux::argument(out),
                     mux::local_argument(group_size * sizeof(int32_t)), mux::argument(factor)},
                    mux::NdRange({work_items}, {group_size}));
  commands.read(out, 0, results.data(), bytes);
  commands.finalize();
  device.queue().run(commands);
  return results == expected();
} catch (const std::exception &error) {
  std::fprintf(stderr, "Mux: %s\n", error.what());
  return false;
}
