/// @file
/// Redirects the output of a kernel on the calling thread.
#pragma once

#include <optional>

#include "compiler/abi/kernel_output.h"
#include "host/schedule/submission.h"
#include "host/schedule/workers.h"

namespace mux::host {

/// Scope in which output of a kernel on the calling thread goes to the destination that its command
/// buffer asks for (muxSetKernelOutput()). Only for kernels that print.
class PrintingScope {
 public:
  PrintingScope(Submission &submission, Workers &workers);
  PrintingScope(const PrintingScope &) = delete;
  PrintingScope &operator=(const PrintingScope &) = delete;

 private:
  static bool send_to_callback(void *scope, std::string_view text);

  Submission &submission_;
  Workers &workers_;
  /// Nothing if the text goes to standard output.
  std::optional<compiler::KernelOutput> to_callback_;
};

}  // namespace mux::host
