/// @file
/// muxdemo_opencl: the same as muxdemo by the functions of OpenCL, on whatever implementation the
/// ICD loader finds first.

#include "muxdemo/demonstration.h"
#include "muxdemo_opencl/pipeline.h"

int main(int argc, char **argv) {
  return mux::demo::run(
      {"muxdemo_opencl", "Develops a photograph with OpenCL and checks the result.",
       "an OpenCL queue in order", mux::demo::develop_with_opencl},
      argc, argv);
}
