/// @file
/// Where the text goes that kernels print.
///
/// Kernels that print (KernelDescription::prints) hand over the text of one printf call at a time.
/// It goes to the innermost KernelOutput of the thread that runs the kernel, or to the standard
/// output where there is none. Kernels that do not print never look at any of this.
///
/// Every function may be called from any thread and none throws.

#pragma once

#include <string_view>

namespace mux::compiler {

/// Redirects what kernels print on this thread while it lives. Belongs on the stack.
class KernelOutput {
 public:
  /// Takes a whole text, which is valid during the call and followed by a null character. Called on
  /// the thread that runs the kernel, in the middle of a work-item; must not throw.
  /// @return false if it cannot: printf then returns -1.
  using Write = bool (*)(void *user_data, std::string_view text);

  KernelOutput(Write write, void *user_data);
  ~KernelOutput();
  KernelOutput(const KernelOutput &) = delete;
  KernelOutput &operator=(const KernelOutput &) = delete;

  /// What a kernel calls: hands a text on, followed by a null character. Texts for the standard
  /// output are never mixed with each other.
  static bool write(std::string_view text);

  /// Makes what kernels wrote to the standard output visible.
  static void flush_standard_output();

 private:
  Write write_;
  void *user_data_;
  const KernelOutput *outer_;
};

}  // namespace mux::compiler
