/// @file
/// An executable of mux on one device, and the code of its kernels.
///
/// Code is generated when a kernel is first asked for, and then shared by all kernels of its name.
/// All of this may be called from any thread; kernels of different names are made side by side.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/platform/device.h"
#include "opencl/support/kernel_cost.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// A kernel on one device. Never changes, but for what is found out about it.
struct KernelCode {
  mux_kernel_t kernel;
  mux_kernel_info_t info;
  std::vector<mux_kernel_argument_info_t> arguments;
  mutable KernelCost cost;
};

class Executable final : public Object {
 public:
  /// Loads code. Fails with CL_INVALID_BINARY if mux does not take it.
  /// @param initialized what its kernels find filled with zeros.
  Executable(Device &device, std::string_view code, cl_context_memory_initialize_khr initialized);
  /// Some of the kernels that the device has built in.
  Executable(Device &device, std::span<const std::string> built_in_kernels);
  ~Executable() override;

  /// Bytes of variables in global memory that its kernels share.
  size_t global_variable_size() const { return global_variable_size_; }
  const std::vector<std::string> &kernel_names() const { return names_; }
  bool has(std::string_view name) const;
  /// The code of a kernel that it has. If it cannot be made, the log says why.
  const KernelCode &kernel(std::string_view name);
  /// Why there is no code of some kernels: a line for each that was asked for.
  std::string log() const;

 private:
  struct Entry {
    std::mutex lock;
    std::atomic<bool> made{false};
    KernelCode code{};
    /// Why not, if it was tried and failed. Under the lock of all of them.
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
  /// In the order of the names.
  std::deque<Entry> entries_;
  mutable std::mutex log_lock_;
};

}  // namespace mux::opencl
