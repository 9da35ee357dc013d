/// @file
/// muxdemo_opencl: muxdemo implemented with OpenCL, on the first implementation that the ICD loader
/// finds.

#include "muxdemo/demonstration.h"
#include "muxdemo_opencl/pipeline.h"

int main(int argc, char **argv) {
  return mux::demo::run(
      {"muxdemo_opencl", "Develops a photograph with OpenCL and checks the result.",
       "an in-order OpenCL queue", mux::demo::develop_with_opencl},
      argc, argv);
}
