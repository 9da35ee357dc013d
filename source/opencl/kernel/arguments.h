/// @file
/// The arguments of a kernel, as the program has set them.
///
/// Descriptors for mux are made for each device when an argument is set, so that an enqueue only
/// hands over an array. Values stay here, and descriptors point to them.
///
/// Memory objects and samplers are not kept alive, as the specification demands: a program that
/// releases a memory object before the command is enqueued is told so. Shared memory is looked up
/// again whenever some was freed in between.
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

/// What an argument is set to.
struct Argument {
  bool set = false;
  /// Of buffers and images; NULL if it is no memory object.
  MemObject *memory = nullptr;
  /// MemObject::number(), by which one knows whether it still exists.
  uint64_t memory_number = 0;
  /// Of buffers: an address that the program gave.
  const void *pointer = nullptr;
  /// What the address belongs to; found whenever descriptors are made.
  SharedAllocation *allocation = nullptr;
  mux_sampler_t sampler{};
  size_t local_size = 0;
};

class Arguments {
 public:
  Arguments(Context &context, std::span<const mux_kernel_argument_info_t> infos);
  /// Of a clone: the same, set to the same.
  Arguments(const Arguments &other) = default;
  Arguments &operator=(const Arguments &) = delete;

  size_t count() const { return arguments_.size(); }
  const Argument &operator[](size_t index) const { return arguments_[index]; }
  bool all_set() const { return unset_ == 0; }
  /// Bytes of local memory that arguments ask for.
  size_t local_memory() const;
  /// Whether an argument is an address in memory that host and devices share.
  bool has_pointers() const { return pointers_ != 0; }

  /// As clSetKernelArg() says. Changes nothing if it fails.
  void set(cl_uint index, size_t size, const void *value);
  /// As clSetKernelArgSVMPointer() says.
  void set_pointer(cl_uint index, const void *pointer);

  /// What a device is to get for an argument. Samplers and values are the same for all.
  mux_descriptor_info_t descriptor(size_t index, size_t device);
  /// Finds out anew what the addresses belong to.
  void find_allocations();

 private:
  Argument &at(cl_uint index);
  Argument memory_argument(cl_uint index, size_t size, const void *value) const;
  Argument sampler_argument(size_t size, const void *value) const;
  static Argument local_argument(size_t size, const void *value);
  void set_value(cl_uint index, size_t size, const void *value);
  void replace(Argument &argument, const Argument &by);

  Context *context_;
  /// Those of a kernel that lives at least as long.
  std::span<const mux_kernel_argument_info_t> infos_;
  std::vector<Argument> arguments_;
  /// Where each argument's value is, for those that have one.
  std::vector<size_t> offsets_;
  std::vector<std::byte> values_;
  size_t unset_;
  size_t pointers_ = 0;
};

}  // namespace mux::opencl
