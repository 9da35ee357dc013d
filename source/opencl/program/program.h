/// @file
/// A program: source, or a binary for each of its devices, and what was built of it.
///
/// What was built for a device is replaced as a whole, under the program's lock, and never while
/// the program holds kernels of it; what still runs keeps what it uses. Devices are told by their
/// index among those of the context.
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
  /// Values for specialization constants, by their ids.
  using Specialization = std::map<cl_uint, std::string>;

  /// @param devices indices of the context's.
  Program(Context &context, std::vector<size_t> devices, Origin origin, std::string source = {});

  Context &context() const { return *context_; }
  Origin origin() const { return origin_; }
  /// A module in an intermediate language is a source, too.
  const std::string &source() const { return source_; }
  bool can_be_compiled() const {
    return origin_ == Origin::source || origin_ == Origin::intermediate_language;
  }
  std::span<const size_t> devices() const { return devices_; }
  Device &device(size_t index) const { return *context_->devices()[index]; }
  bool has(size_t device) const;

  /// Of one of the program's devices.
  BuildResult build(size_t device) const;
  /// The same, or of the device that one is a part of, if nothing was built for the part itself.
  BuildResult build_used_on(size_t device) const;
  void set(size_t device, BuildResult build);

  /// For the builds to come.
  void specialize(cl_uint id, std::string value);
  Specialization specialization() const;

  /// Marks some devices as being built for. Fails with CL_INVALID_OPERATION if one is already, or
  /// if there are kernels. Returns what there was before.
  std::vector<BuildResult> begin(std::span<const size_t> devices, const BuildResult &mark);

  /// A kernel of the program's is there, or no longer; nothing is built as long as there is one.
  /// Fails with CL_INVALID_PROGRAM_EXECUTABLE if nothing was built, or is being built.
  void attach_kernel();
  void detach_kernel() noexcept;

  /// The executable for a device, or that of the device it is a part of; NULL if there is none.
  Ref<Executable> executable_on(size_t device);
  /// What became of the last build, and of kernels that were created since.
  std::string log(size_t device) const;
  /// Any executable there is; NULL if there is none.
  Ref<Executable> any_executable() const;
  /// Whether all executables come of the same code.
  bool same_on_all_devices() const;
  /// Whether local sizes have to divide global sizes.
  bool uniform_groups(size_t device) const;
  /// Whether the arguments of its kernels are told.
  bool has_argument_info() const;

 private:
  /// The device itself or the closest it is a part of that has an executable; the number of the
  /// context's devices if there is none. Under the lock.
  size_t owner_of_executable(size_t device) const;

  Ref<Context> context_;
  std::vector<size_t> devices_;
  Origin origin_;
  std::string source_;

  mutable std::mutex lock_;
  /// One for each device of the context.
  std::vector<BuildResult> builds_;
  /// Executables of parts of a device, made from its binary when they are first needed.
  std::vector<Ref<Executable>> inherited_;
  uint32_t kernels_ = 0;
  Specialization specialization_;
};

}  // namespace mux::opencl
