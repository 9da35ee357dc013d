/// @file
/// Where the text goes that a kernel prints on this thread.
#pragma once

#include <optional>

#include "compiler/abi/kernel_output.h"
#include "host/schedule/submission.h"
#include "host/schedule/workers.h"

namespace mux::host {

/// While it lives, what a kernel prints on this thread goes where the submission's command buffer
/// wants it (muxSetKernelOutput()). Never made for kernels that do not print.
class PrintingScope {
 public:
  PrintingScope(Submission &submission, Workers &workers);
  PrintingScope(const PrintingScope &) = delete;
  PrintingScope &operator=(const PrintingScope &) = delete;

 private:
  static bool send_to_callback(void *scope, std::string_view text);

  Submission &submission_;
  Workers &workers_;
  /// Nothing where the text goes to the standard output.
  std::optional<compiler::KernelOutput> to_callback_;
};

}  // namespace mux::host
