// Writes arguments for Clang and lines to append to opencl-c-base.h, which select the OpenCL C
// features of the device.
//
//   write_features arguments.rsp features.h

#include <fstream>
#include <iostream>

#include "codegen/clang/sub_group_declarations.h"
#include "compiler/features/device_features.h"

int main(int count, char **arguments) {
  if (count != 3) {
    std::cerr << "usage: write_features arguments.rsp features.h\n";
    return 2;
  }
  std::ofstream(arguments[1]) << mux::compiler::extension_argument() << "\n";
  std::ofstream lines(arguments[2]);
  lines << "#pragma GCC system_header\n#include <opencl-c-base.h>\n"
        << mux::compiler::correct_features() << mux::compiler::sub_group_declarations;
  return lines ? 0 : 1;
}
