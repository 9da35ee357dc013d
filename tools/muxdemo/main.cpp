/// @file
/// muxdemo: develops a photograph with a pipeline of OpenCL C kernels, checks every stage against
/// plain C++ and writes the result.

#include <mux/mux.hpp>

#include "muxdemo/demonstration.h"
#include "muxdemo/pipeline.h"

int main(int argc, char **argv) {
  const mux::demo::Demonstration demonstration = {
      "muxdemo", "Develops a photograph with OpenCL C kernels and checks the result.",
      "one command buffer",
      [](const mux::demo::Picture &picture, unsigned repeat,
         const std::function<void(unsigned)> &before_run, mux::demo::Timings &timings,
         mux::demo::UsedDevice &used) {
        const mux::Device device;
        used = {device.info().device_name, device.info().compute_units};
        return mux::demo::develop(device, picture, repeat, before_run, timings);
      }};
  return mux::demo::run(demonstration, argc, argv);
}
