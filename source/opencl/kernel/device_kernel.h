/// @file
/// A kernel on one device: its code, argument descriptors and the last suggested local size.
#pragma once

#include <mux/mux.h>

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "opencl/program/executable.h"

namespace mux::opencl {

/// Sizes in three dimensions; 1 in unused ones.
using Size3 = std::array<size_t, 3>;

class DeviceKernel {
 public:
  /// @param uniform_groups whether local sizes must divide global sizes.
  DeviceKernel(Ref<Executable> executable, const std::string &name, bool uniform_groups)
      : executable_(std::move(executable)),
        code_(executable_->kernel(name)),
        uniform_groups_(uniform_groups),
        descriptors(code_.arguments.size()) {}
  DeviceKernel(const DeviceKernel &) = delete;
  DeviceKernel &operator=(const DeviceKernel &) = delete;

  /// Owns the code.
  Executable &executable() const { return *executable_; }
  const KernelCode &code() const { return code_; }
  bool uniform_groups() const { return uniform_groups_; }

  /// The local size for an ND-range without one. The last result is cached. Fails with
  /// CL_INVALID_WORK_GROUP_SIZE if there is none.
  Size3 suggest(size_t dimensions, const Size3 &global);

 private:
  Ref<Executable> executable_;
  const KernelCode &code_;
  bool uniform_groups_;

  /// Guards the cached result; if it is contended, the cache is bypassed.
  std::atomic_flag taken_;
  size_t last_dimensions_ = 0;
  Size3 last_global_{};
  Size3 last_local_{};

 public:
  /// The argument descriptors for mux.
  std::vector<mux_descriptor_info_t> descriptors;
};

}  // namespace mux::opencl
