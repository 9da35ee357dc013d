/// @file
/// A mux executable on one device, and the code of its kernels.
///
/// Code is generated when a kernel is first requested, and shared by all kernel objects of that
/// name. All functions are thread-safe; kernels of different names are compiled in parallel.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "client/kernel_cost.h"
#include "opencl/platform/device.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// A kernel on one device. Immutable, except for its measured cost.
struct KernelCode {
  mux_kernel_t kernel;
  mux_kernel_info_t info;
  std::vector<mux_kernel_argument_info_t> arguments;
  mutable client::KernelCost cost;
};

class Executable final : public Object {
 public:
  /// Loads code. Fails with CL_INVALID_BINARY if mux rejects it.
  /// @param initialized the memory that is zero-initialized for its kernels.
  Executable(Device &device, std::string_view code, cl_context_memory_initialize_khr initialized);
  /// Wraps built-in kernels of the device.
  Executable(Device &device, std::span<const std::string> built_in_kernels);
  ~Executable() override;

  /// Size in bytes of its program-scope variables.
  size_t global_variable_size() const { return global_variable_size_; }
  const std::vector<std::string> &kernel_names() const { return names_; }
  bool has(std::string_view name) const;
  /// The code of one of its kernels. On failure the log has the reason.
  const KernelCode &kernel(std::string_view name);
  /// Errors of code generation: one line for each kernel that failed.
  std::string log() const;

 private:
  struct Entry {
    std::mutex lock;
    std::atomic<bool> made{false};
    KernelCode code{};
    /// The error of a failed attempt. Guarded by the lock for all entries.
    std::string failure;
  };

  void load_info();
  void make(Entry &entry, const std::string &name);
  mux_kernel_t create(const std::string &name);
  void describe(KernelCode &code) const;

  Ref<Device> device_;
  /// NULL for built-in kernels.
  mux_executable_t executable_ = nullptr;
  size_t global_variable_size_ = 0;
  std::vector<std::string> names_;
  /// In the order of `names_`.
  std::deque<Entry> entries_;
  mutable std::mutex log_lock_;
};

}  // namespace mux::opencl
