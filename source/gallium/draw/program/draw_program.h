/// @file
/// A kernel of draws, joined with a shader, and its code for values of its constants.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "client/kernel_cost.h"
#include "gallium/state/bound_constants.h"
#include "gallium/state/kernel_device.h"

namespace mux::gallium {

/// A kernel with values for the constants of its program. Immutable but for the measured cost.
class DrawKernel final : public RefCounted {
 public:
  DrawKernel(const KernelDevice &device, std::span<const std::byte> binary, const char *name,
             std::span<const mux_constant_value_t> constants);
  ~DrawKernel() override;

  mux_kernel_t kernel() const { return kernel_; }
  client::KernelCost &cost() { return cost_; }

 private:
  void destroy() noexcept;

  KernelDevice device_;
  mux_executable_t executable_ = nullptr;
  mux_kernel_t kernel_ = nullptr;
  client::KernelCost cost_;
};

/// A program with one kernel. For the thread of its context.
class DrawProgram {
 public:
  /// Links objects.
  /// @param kernel_name the kernel; lives as long as the program.
  /// @param code_name the constant that has what the code of draws depends on; the same.
  DrawProgram(const KernelDevice &device, std::span<const std::span<const std::byte>> objects,
              const char *kernel_name, const char *code_name);

  /// The constants for what is bound that the shader has.
  std::span<const BoundConstant> bound_constants() const { return bound_constants_; }
  /// The kernel for values of its constants, which is compiled when it is first recorded. The least
  /// recently used kernel is dropped when there are too many.
  /// @param code the value of the constant `code_name`.
  /// @param bound the numbers of bound_constants().
  Ref<DrawKernel> kernel_for(std::span<const std::byte> code, std::span<const uint32_t> bound);

 private:
  struct Variant {
    std::vector<std::byte> key;
    Ref<DrawKernel> kernel;
  };

  Variant &find(std::span<const std::byte> code, std::span<const uint32_t> bound);

  KernelDevice device_;
  const char *kernel_name_;
  const char *code_name_;
  std::vector<std::byte> binary_;
  std::vector<BoundConstant> bound_constants_;
  /// The most recently used first.
  std::vector<Variant> variants_;
  /// Draws for each set of numbers of bound_constants().
  std::map<std::vector<uint32_t>, uint32_t> uses_;
};

}  // namespace mux::gallium
