/// @file
/// A kernel: an entry point of an executable, with its description. It refers to the executable.
/// Thread-safe.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "host/specialize/kernel_variants.h"
#include "host/support/allocator.h"

namespace mux::host {

class Kernel : public mux_kernel_s {
 public:
  Kernel(mux_device_t device, const Allocator &allocator,
         const compiler::KernelDescription &description) noexcept;

  const compiler::KernelDescription &description() const { return description_; }
  /// Returns the code for commands of an ND-range; compiles it if necessary. On failure the code's
  /// function is NULL, and `error` is the reason. Throws nothing but std::bad_alloc.
  ChosenCode choose_code(const CommandRange &range, std::string &error) const;
  /// Has no variants for a built-in kernel.
  const CodeSource &code_source() const { return code_source_; }
  /// For kernels of a program.
  void set_code_source(const CodeSource &source) { code_source_ = source; }
  /// For built-in kernels.
  void set_function(compiler::KernelFunction function) { function_ = function; }
  /// Whether to send the hint that the kernel is not vectorized. Returns true once.
  bool take_vectorization_hint() {
    return description_.has_scalar_code &&
           !vectorization_hint_sent_.exchange(true, std::memory_order_relaxed);
  }
  const Allocator &allocator() const { return allocator_; }

 private:
  Allocator allocator_;
  const compiler::KernelDescription &description_;
  /// NULL for kernels of a program.
  compiler::KernelFunction function_ = nullptr;
  CodeSource code_source_;
  std::atomic<bool> vectorization_hint_sent_{false};
};

mux_result_t create_kernel(mux_device_t device, mux_executable_t executable, const char *name,
                           uint64_t name_length, mux_allocator_info_t allocator_info,
                           mux_kernel_t *out_kernel);
void destroy_kernel(mux_device_t device, mux_kernel_t kernel, mux_allocator_info_t allocator_info);
mux_result_t get_kernel_argument_count(mux_kernel_t kernel, uint64_t *out_count);
mux_result_t get_kernel_info(mux_kernel_t kernel, mux_kernel_info_t *out_info);
mux_result_t get_kernel_vectorization(mux_kernel_t kernel, const char **out_text);
mux_result_t get_kernel_argument_info(mux_kernel_t kernel, uint64_t index,
                                      mux_kernel_argument_info_t *out_info);

}  // namespace mux::host
