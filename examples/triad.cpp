// Compiles an OpenCL C kernel, runs it on the first device and reads the result back.
#include <iostream>
#include <mux/mux.hpp>
#include <numeric>
#include <vector>

constexpr const char *source = R"(
  kernel void triad(global float *a, global const float *b, global const float *c, float s) {
    size_t i = get_global_id(0);
    a[i] = b[i] + s * c[i];
  })";

int main() try {
  constexpr size_t count = 1024;
  std::vector<float> a(count), b(count), c(count, 2.0f);
  std::iota(b.begin(), b.end(), 0.0f);

  mux::Device device;
  mux::Executable executable(device, mux::Compilation(source).binary());
  mux::Kernel triad(executable, "triad");

  mux::Buffer buffer_a(device, count * sizeof(float));
  mux::Buffer buffer_b(device, count * sizeof(float));
  mux::Buffer buffer_c(device, count * sizeof(float));
  buffer_b.write(std::span(b));
  buffer_c.write(std::span(c));

  mux::CommandBuffer commands(device);
  commands.nd_range(triad,
                    {mux::argument(buffer_a), mux::argument(buffer_b), mux::argument(buffer_c),
                     mux::argument(3.0f)},
                    mux::NdRange({count}, {64}));
  commands.finalize();
  device.queue().run(commands);

  buffer_a.read(std::span(a));
  std::cout << b[1000] << " + 3 * " << c[1000] << " = " << a[1000] << '\n';
  return a[1000] == 1006.0f ? 0 : 1;
} catch (const mux::Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
