/// @file
/// A kernel object: a function of a program with its argument values.
///
/// Its code for each device of the program is generated when it is first needed there, as are the
/// descriptors of its arguments. As the specification requires, arguments are set by one thread at
/// a time, and not while another thread enqueues the kernel; several threads may enqueue it.
/// Commands retain the executable, not the kernel, which is destroyed when the program releases it.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "opencl/context/shared_allocations.h"
#include "opencl/kernel/arguments.h"
#include "opencl/kernel/device_kernel.h"
#include "opencl/program/program.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// Retains a program, and prevents it from being rebuilt.
class KernelAttachment {
 public:
  explicit KernelAttachment(Program &program) : program_(program) { program_->attach_kernel(); }
  ~KernelAttachment() { program_->detach_kernel(); }
  KernelAttachment(const KernelAttachment &) = delete;
  KernelAttachment &operator=(const KernelAttachment &) = delete;

  Program &program() const { return *program_; }

 private:
  Ref<Program> program_;
};

class Kernel final : public Object, public _cl_kernel {
 public:
  using HandleType = cl_kernel;
  static constexpr Kind kind_of = Kind::kernel;
  static constexpr cl_int invalid = CL_INVALID_KERNEL;
  static constexpr const char *invalid_text = "not a kernel of this platform";

  /// Generates code for one device. Fails with CL_INVALID_PROGRAM_EXECUTABLE,
  /// CL_INVALID_KERNEL_NAME or CL_INVALID_KERNEL_DEFINITION.
  Kernel(Program &program, std::string name);
  /// Clones a kernel.
  explicit Kernel(const Kernel &other);
  ~Kernel() override;

  Program &program() const { return attachment_.program(); }
  Context &context() const { return program().context(); }
  const std::string &name() const { return name_; }
  /// Properties that are the same on all devices.
  const KernelCode &code() const { return *code_; }
  const Arguments &arguments() const { return arguments_; }

  /// The kernel on a device, by its index in the context. Fails with CL_INVALID_PROGRAM_EXECUTABLE
  /// if the program was not built for that device.
  DeviceKernel &on(size_t device);

  void set_argument(cl_uint index, size_t size, const void *value);
  void set_argument_pointer(cl_uint index, const void *pointer);
  /// Sets the SVM allocations that the kernel accesses besides its arguments; one list for each
  /// kind.
  void set_indirect_pointers(SharedKind kind, std::vector<const void *> pointers);

  /// Fails with CL_INVALID_KERNEL_ARGS if arguments are missing. Updates the descriptors of all
  /// devices.
  void require_ready();
  /// A number, unique among all kernels, for the set of objects that a command of the kernel uses.
  /// It changes when an argument is set or an allocation used by the kernel is freed.
  uint64_t version();
  /// Retains every memory object and allocation that a command of the kernel uses. Fails with
  /// CL_INVALID_KERNEL_ARGS if a memory object that is an argument was released.
  void retain_used(std::vector<Ref<RefCounted>> &kept);

 private:
  Ref<Executable> choose_executable() const;
  void describe(cl_uint index);
  bool has_indirect_pointers() const;
  void look_up_allocations();
  void require_same_definition() const;

  KernelAttachment attachment_;
  std::string name_;
  /// Owner of `code_`.
  Ref<Executable> executable_;
  const KernelCode *code_;
  Arguments arguments_;

  /// Guards creation of the entries of `on_device_`, which are read without it.
  std::mutex lock_;
  std::vector<std::unique_ptr<DeviceKernel>> owned_;
  std::vector<std::atomic<DeviceKernel *>> on_device_;
  /// By kind of shared memory.
  std::array<std::vector<const void *>, shared_kinds> indirect_pointers_;
  std::vector<SharedAllocation *> indirect_allocations_;
  /// SharedAllocations::freed() when addresses were last looked up.
  std::atomic<uint64_t> looked_up_{0};
  /// LiveObjects::View::gone() when all memory objects were last seen alive.
  std::atomic<uint64_t> seen_{UINT64_MAX};
  /// 0 if none has been assigned.
  std::atomic<uint64_t> version_{0};
};

}  // namespace mux::opencl
