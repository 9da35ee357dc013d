/// @file
/// A kernel: a function of a program with its arguments.
///
/// On each device of its program it has code, made when it is first needed there, and descriptors
/// of its arguments. As the specification says, a kernel's arguments are set by one thread at a
/// time, and not while another enqueues it; several threads may enqueue it. Commands use the
/// executable, not the kernel: it is gone when the program releases it.
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

/// Keeps a program alive, and from being built again.
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

  /// Fails with CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME or
  /// CL_INVALID_KERNEL_DEFINITION. Makes its code on one device.
  Kernel(Program &program, std::string name);
  /// A clone.
  explicit Kernel(const Kernel &other);
  ~Kernel() override;

  Program &program() const { return attachment_.program(); }
  Context &context() const { return program().context(); }
  const std::string &name() const { return name_; }
  /// What is the same on all devices.
  const KernelCode &code() const { return *code_; }
  const Arguments &arguments() const { return arguments_; }

  /// The kernel on a device of the context's, by its index. Fails with
  /// CL_INVALID_PROGRAM_EXECUTABLE if the program was not built for it.
  DeviceKernel &on(size_t device);

  void set_argument(cl_uint index, size_t size, const void *value);
  void set_argument_pointer(cl_uint index, const void *pointer);
  /// Addresses in shared allocations that the kernel may go to besides its arguments; there is a
  /// list of each kind.
  void set_reached(SharedKind kind, std::vector<const void *> pointers);

  /// Fails with CL_INVALID_KERNEL_ARGS if arguments are missing. Then the descriptors of every
  /// device are up to date.
  void require_ready();
  /// A number that stands for what a command of the kernel uses, of this kernel and no other: it is
  /// the same until an argument is set, or memory that it reaches is freed.
  uint64_t version();
  /// Adds every memory object and allocation that a command of the kernel uses. Fails with
  /// CL_INVALID_KERNEL_ARGS if the program has let one go that was set.
  void keep_used(std::vector<Ref<Object>> &kept);

 private:
  Ref<Executable> choose_executable() const;
  void describe(cl_uint index);
  bool reaches_any() const;
  void find_allocations();
  void require_same_definition() const;

  KernelAttachment attachment_;
  std::string name_;
  /// What code_ belongs to.
  Ref<Executable> executable_;
  const KernelCode *code_;
  Arguments arguments_;

  /// Guards what follows while it is made. Whoever enqueues goes without.
  std::mutex lock_;
  std::vector<std::unique_ptr<DeviceKernel>> owned_;
  std::vector<std::atomic<DeviceKernel *>> on_device_;
  /// For each kind of shared memory.
  std::array<std::vector<const void *>, shared_kinds> reached_;
  std::vector<SharedAllocation *> reached_allocations_;
  /// When addresses were last looked up, as SharedAllocations::freed() counts.
  std::atomic<uint64_t> looked_up_{0};
  /// When all memory objects were last there, as LiveObjects::View::gone() counts.
  std::atomic<uint64_t> seen_{UINT64_MAX};
  /// 0 if it has none yet.
  std::atomic<uint64_t> version_{0};
};

}  // namespace mux::opencl
