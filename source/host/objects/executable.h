/// @file
/// An executable: a loaded program. Its kernels refer to it, so it must outlive them and every
/// command buffer that runs them. Thread-safe.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "compiler/program/program.h"
#include "host/specialize/kernel_variants.h"
#include "host/support/allocator.h"

namespace mux::host {

class Executable : public mux_executable_s {
 public:
  Executable(mux_device_t device, const Allocator &allocator) noexcept;

  void set_program(std::unique_ptr<compiler::Program> program) {
    program_ = std::move(program);
    variants_.emplace(*program_, allocator_);
  }
  /// Variants of its kernels. Precondition: a program is loaded, as it is for any kernel.
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  KernelVariants &variants() { return *variants_; }
  const compiler::Program &program() const { return *program_; }
  const Allocator &allocator() const { return allocator_; }

 private:
  Allocator allocator_;
  std::unique_ptr<compiler::Program> program_;
  std::optional<KernelVariants> variants_;
};

mux_result_t create_executable(mux_device_t device, const void *binary, uint64_t binary_length,
                               mux_allocator_info_t allocator_info,
                               mux_executable_t *out_executable);
mux_result_t create_executable_with_options(mux_device_t device, const void *binary,
                                            uint64_t binary_length,
                                            const mux_executable_options_t *options,
                                            mux_allocator_info_t allocator_info,
                                            mux_executable_t *out_executable);
void destroy_executable(mux_device_t device, mux_executable_t executable,
                        mux_allocator_info_t allocator_info);
mux_result_t get_executable_info(mux_executable_t executable, mux_executable_info_t *out_info);
mux_result_t get_executable_constant_count(mux_executable_t executable, uint64_t *out_count);
mux_result_t get_executable_constant_info(mux_executable_t executable, uint64_t index,
                                          mux_constant_info_t *out_info);
mux_result_t get_executable_kernel_count(mux_executable_t executable, uint64_t *out_count);
mux_result_t get_executable_kernel_name(mux_executable_t executable, uint64_t index,
                                        const char **out_name);

}  // namespace mux::host
