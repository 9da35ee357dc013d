#include "threads/program.h"

namespace mux::test {

const std::string &thread_program() {
  // The stand-in for the kernel compiler has these kernels for any binary.
  static const std::string binary = "increment, count";
  return binary;
}

}  // namespace mux::test
