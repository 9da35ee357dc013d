#include "fixtures.h"
#include "threads/program.h"

namespace mux::test {

const std::string &thread_program() {
  static const std::string binary = compile(R"(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    kernel void increment(global int *data) { ++data[get_global_id(0)]; }
    kernel void count(global volatile ulong *total) { atom_inc(total); })");
  return binary;
}

}  // namespace mux::test
