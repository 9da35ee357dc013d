/// @file
/// A program: source, or a binary for each of its devices, and the results of its builds.
///
/// The build of a device is replaced as a whole under the program's lock, and never while the
/// program has kernel objects; running commands retain what they use. Devices are identified by
/// their index in the context.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "opencl/context/context.h"
#include "opencl/program/build.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Program final : public Object, public _cl_program {
 public:
  using HandleType = cl_program;
  static constexpr Kind kind_of = Kind::program;
  static constexpr cl_int invalid = CL_INVALID_PROGRAM;
  static constexpr const char *invalid_text = "not a program of this platform";

  enum class Origin { source, intermediate_language, binary, built_in, linked };
  /// Values of specialization constants, by id.
  using Specialization = std::map<cl_uint, std::string>;

  /// @param devices indices in the context.
  Program(Context &context, std::vector<size_t> devices, Origin origin, std::string source = {});

  Context &context() const { return *context_; }
  Origin origin() const { return origin_; }
  /// Source text, or a SPIR-V module.
  const std::string &source() const { return source_; }
  bool can_be_compiled() const {
    return origin_ == Origin::source || origin_ == Origin::intermediate_language;
  }
  std::span<const size_t> devices() const { return devices_; }
  Device &device(size_t index) const { return *context_->devices()[index]; }
  bool has(size_t device) const;

  /// The build of one of the program's devices.
  BuildResult build(size_t device) const;
  /// The build of a device; for a sub-device without one, the build of its closest ancestor that
  /// has one.
  BuildResult build_used_on(size_t device) const;
  void set(size_t device, BuildResult build);

  /// Sets a specialization constant for later builds.
  void specialize(cl_uint id, std::string value);
  Specialization specialization() const;

  /// Marks devices as being built. Fails with CL_INVALID_OPERATION if one already is, or if there
  /// are kernel objects. Returns the previous builds.
  std::vector<BuildResult> begin(std::span<const size_t> devices, const BuildResult &mark);

  /// Counts kernel objects; the program cannot be built while there are any. Fails with
  /// CL_INVALID_PROGRAM_EXECUTABLE if there is no executable or a build is in progress.
  void attach_kernel();
  void detach_kernel() noexcept;

  /// The executable for a device or, for a sub-device, its ancestor; NULL if there is none.
  Ref<Executable> executable_on(size_t device);
  /// The log of the last build and of kernels created since.
  std::string log(size_t device) const;
  /// Any executable; NULL if there is none.
  Ref<Executable> any_executable() const;
  /// Whether all executables have the same code.
  bool same_on_all_devices() const;
  /// Whether local sizes must divide global sizes.
  bool uniform_groups(size_t device) const;
  /// Whether clGetKernelArgInfo() is available.
  bool has_argument_info() const;

 private:
  /// The device itself or its closest ancestor that has an executable; the number of the context's
  /// devices if there is none. Needs the lock.
  size_t owner_of_executable(size_t device) const;

  Ref<Context> context_;
  std::vector<size_t> devices_;
  Origin origin_;
  std::string source_;

  mutable std::mutex lock_;
  /// One for each device of the context.
  std::vector<BuildResult> builds_;
  /// Executables of sub-devices, created from the parent device's binary on first use.
  std::vector<Ref<Executable>> inherited_;
  uint32_t kernels_ = 0;
  Specialization specialization_;
};

}  // namespace mux::opencl
