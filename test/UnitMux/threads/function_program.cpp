#include "threads/program.h"

namespace mux::test {

const std::string &thread_program() {
  // The stand-in for the kernel compiler has these kernels whatever it is handed.
  static const std::string binary = "increment, count";
  return binary;
}

}  // namespace mux::test
