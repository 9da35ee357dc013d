/// @file
/// Redirects the output of kernels.
///
/// Kernels that print (KernelDescription::prints) output the text of one printf call at a time. It
/// goes to the innermost KernelOutput of the thread that executes the kernel, or to the standard
/// output if there is none. Other kernels never access it.
///
/// Thread-safe; no function throws.

#pragma once

#include <string_view>

namespace mux::compiler {

/// Redirects the output of kernels on this thread during its lifetime. Must be a local variable.
class KernelOutput {
 public:
  /// Receives the text of one printf call, which is null-terminated and valid during the call.
  /// Called on the thread that executes the kernel, within a work-item; must not throw.
  /// @return false on failure: printf then returns -1.
  using Write = bool (*)(void *user_data, std::string_view text);

  KernelOutput(Write write, void *user_data);
  ~KernelOutput();
  KernelOutput(const KernelOutput &) = delete;
  KernelOutput &operator=(const KernelOutput &) = delete;

  /// Outputs a null-terminated text; called by kernels. Texts on the standard output are not
  /// interleaved.
  static bool write(std::string_view text);

  /// Flushes the standard output.
  static void flush_standard_output();

 private:
  Write write_;
  void *user_data_;
  const KernelOutput *outer_;
};

}  // namespace mux::compiler
