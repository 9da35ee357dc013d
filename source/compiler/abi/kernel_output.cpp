#include "compiler/abi/kernel_output.h"

#include <cstdio>

namespace mux::compiler {
namespace {

thread_local const KernelOutput *innermost = nullptr;

}  // namespace

KernelOutput::KernelOutput(Write write, void *user_data)
    : write_(write), user_data_(user_data), outer_(innermost) {
  innermost = this;
}

KernelOutput::~KernelOutput() {
  innermost = outer_;
}

bool KernelOutput::write(std::string_view text) {
  if (innermost) {
    return innermost->write_(innermost->user_data_, text);
  }
  // A single call of the C library is atomic.
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

void KernelOutput::flush_standard_output() {
  std::fflush(stdout);
}

}  // namespace mux::compiler
