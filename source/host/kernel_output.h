// Where the text goes that the kernels of a command buffer print (extensions.h,
// muxSetKernelOutput()).
#pragma once

#include <mux/extensions.h>

#include <optional>

#include "compiler/kernel_output.h"

namespace mux::host {

class Run;

// While it lives, what a kernel prints on this thread goes where the run's command buffer wants it.
// Never made for kernels that do not print.
class PrintingScope {
 public:
  explicit PrintingScope(Run &run);

 private:
  // Nothing where the text goes to the standard output.
  std::optional<compiler::KernelOutput> to_callback_;
};

mux_result_t set_kernel_output(mux_command_buffer_t command_buffer, mux_kernel_output_e output);

}  // namespace mux::host
