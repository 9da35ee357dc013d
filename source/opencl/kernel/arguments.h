/// @file
/// The argument values of a kernel object.
///
/// Mux descriptors are created for each device when an argument is set, so that an enqueue only
/// passes an array. Values are stored here, and descriptors point to them.
///
/// Memory objects and samplers are not retained, as the specification demands: if a program
/// releases a memory object before the command is enqueued, the enqueue fails. SVM allocations are
/// looked up again whenever one was freed.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <span>
#include <vector>

#include "opencl/context/context.h"
#include "opencl/memory/mem_object.h"
#include "opencl/memory/sampler.h"
#include "opencl/program/executable.h"

namespace mux::opencl {

inline bool is_pipe(const mux_kernel_argument_info_t &info) {
  return (info.type_qualifiers & mux_kernel_argument_type_qualifier_pipe) != 0;
}

/// The value of an argument.
struct Argument {
  bool set = false;
  /// Of buffers and images; NULL if it is not a memory object.
  MemObject *memory = nullptr;
  /// MemObject::number(), to detect whether the memory object still exists.
  uint64_t memory_number = 0;
  /// Of buffers: an address in host memory or in an SVM allocation.
  const void *pointer = nullptr;
  /// The allocation that contains `pointer`; looked up whenever descriptors are created.
  SharedAllocation *allocation = nullptr;
  mux_sampler_t sampler{};
  size_t local_size = 0;
};

class Arguments {
 public:
  Arguments(Context &context, std::span<const mux_kernel_argument_info_t> infos);
  /// Copies the values for a cloned kernel.
  Arguments(const Arguments &other) = default;
  Arguments &operator=(const Arguments &) = delete;

  size_t count() const { return arguments_.size(); }
  const Argument &operator[](size_t index) const { return arguments_[index]; }
  bool all_set() const { return unset_ == 0; }
  /// Bytes of local memory of all arguments.
  size_t local_memory() const;
  /// Whether an argument is an SVM or USM address.
  bool has_pointers() const { return pointers_ != 0; }

  /// Implements clSetKernelArg(). Changes nothing on failure.
  void set(cl_uint index, size_t size, const void *value);
  /// Implements clSetKernelArgSVMPointer().
  void set_pointer(cl_uint index, const void *pointer);

  /// The descriptor of an argument for a device. Samplers and values are the same for all devices.
  mux_descriptor_info_t descriptor(size_t index, size_t device);
  /// Looks up the allocations of all addresses again.
  void look_up_allocations();

 private:
  Argument &at(cl_uint index);
  Argument memory_argument(cl_uint index, size_t size, const void *value) const;
  Argument sampler_argument(size_t size, const void *value) const;
  static Argument local_argument(size_t size, const void *value);
  void set_value(cl_uint index, size_t size, const void *value);
  void replace(Argument &argument, const Argument &by);

  Context *context_;
  /// Of a kernel that outlives this object.
  std::span<const mux_kernel_argument_info_t> infos_;
  std::vector<Argument> arguments_;
  /// The offset of each argument's value in `values_`, for arguments by value.
  std::vector<size_t> offsets_;
  std::vector<std::byte> values_;
  size_t unset_;
  size_t pointers_ = 0;
};

}  // namespace mux::opencl
