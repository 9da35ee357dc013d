#include "opencl/kernel/arguments.h"

#include <cstdint>
#include <cstring>
#include <string_view>

#include "opencl/context/shared_allocations.h"
#include "opencl/memory/buffer.h"
#include "opencl/memory/image.h"
#include "opencl/memory/pipe.h"

namespace mux::opencl {
namespace {

/// An image type of OpenCL C and the memory objects it accepts.
struct ImageType {
  std::string_view name;
  cl_mem_object_type type;
  bool depth;
};

constexpr ImageType image_types[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, false},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, false},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false},
    {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true},
    {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, false},
};

void require_image(const mux_kernel_argument_info_t &info, MemObject &memory) {
  const Image *image = memory.as_image();
  require(image != nullptr, CL_INVALID_MEM_OBJECT,
          "the argument is an image, and the memory object is not");
  const bool depth = image->shape().format.image_channel_order == CL_DEPTH;
  for (const ImageType &type : image_types) {
    require(type.name != info.type_name || (type.type == memory.type() && (!type.depth || depth)),
            CL_INVALID_MEM_OBJECT,
            "the image type of the argument and that of the memory object differ");
  }
  require(info.image_access != mux_kernel_argument_image_access_read_only ||
              (memory.flags() & CL_MEM_WRITE_ONLY) == 0,
          CL_INVALID_ARG_VALUE,
          "the argument is a read_only image, and the memory object is CL_MEM_WRITE_ONLY");
  require(info.image_access != mux_kernel_argument_image_access_write_only ||
              (memory.flags() & CL_MEM_READ_ONLY) == 0,
          CL_INVALID_ARG_VALUE,
          "the argument is a write_only image, and the memory object is CL_MEM_READ_ONLY");
}

void require_pipe(const mux_kernel_argument_info_t &info, MemObject &memory) {
  const Pipe *pipe = memory.as_pipe();
  require(pipe != nullptr, CL_INVALID_MEM_OBJECT,
          "the argument is a pipe, and the memory object is not");
  require(info.packet_size == 0 || info.packet_size == pipe->packet_size(), CL_INVALID_MEM_OBJECT,
          "the packet size of the pipe argument and that of the memory object differ");
}

mux_descriptor_info_t null_buffer() {
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_null_buffer;
  return descriptor;
}

mux_descriptor_info_t buffer_at(mux_buffer_t buffer, uint64_t offset) {
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_buffer;
  descriptor.buffer_descriptor = {buffer, offset};
  return descriptor;
}

mux_descriptor_info_t local_memory_of(size_t size) {
  if (size == 0) {
    return null_buffer();
  }
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_shared_local_buffer;
  descriptor.shared_local_buffer_descriptor.size = size;
  return descriptor;
}

/// Describes memory that was not allocated through the API: its size is unknown, so it extends to
/// the end of the address space.
mux_descriptor_info_t memory_from(const void *pointer) {
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_custom_buffer;
  descriptor.custom_buffer_descriptor = {pointer,
                                         UINTPTR_MAX - reinterpret_cast<uintptr_t>(pointer), 0};
  return descriptor;
}

mux_descriptor_info_t buffer_of(const Argument &argument, size_t device) {
  if (argument.memory != nullptr) {
    const Pipe *pipe = argument.memory->as_pipe();
    return buffer_at(pipe != nullptr ? pipe->on(device) : argument.memory->as_buffer()->on(device),
                     0);
  }
  if (argument.allocation != nullptr) {
    const auto *base = static_cast<const std::byte *>(argument.allocation->base());
    return buffer_at(
        argument.allocation->on(device),
        static_cast<uint64_t>(static_cast<const std::byte *>(argument.pointer) - base));
  }
  return argument.pointer != nullptr ? memory_from(argument.pointer) : null_buffer();
}

template <typename T>
T handle_at(const void *value) {
  T handle = nullptr;
  if (value != nullptr) {
    std::memcpy(&handle, value, sizeof handle);
  }
  return handle;
}

}  // namespace

Arguments::Arguments(Context &context, std::span<const mux_kernel_argument_info_t> infos)
    : context_(&context), infos_(infos), arguments_(infos.size()), unset_(infos.size()) {
  size_t size = 0;
  for (const mux_kernel_argument_info_t &info : infos) {
    offsets_.push_back(size);
    size += info.kind == mux_kernel_argument_kind_plain_old_data ? info.size : 0;
  }
  values_.resize(size);
}

size_t Arguments::local_memory() const {
  size_t size = 0;
  for (const Argument &argument : arguments_) {
    size += argument.local_size;
  }
  return size;
}

Argument &Arguments::at(cl_uint index) {
  require(index < arguments_.size(), CL_INVALID_ARG_INDEX,
          "arg_index is not less than the number of the kernel's arguments");
  return arguments_[index];
}

void Arguments::replace(Argument &argument, const Argument &by) {
  unset_ -= argument.set ? 0 : 1;
  pointers_ += (by.pointer != nullptr ? 1U : 0U) - (argument.pointer != nullptr ? 1U : 0U);
  argument = by;
  argument.set = true;
}

void Arguments::set(cl_uint index, size_t size, const void *value) {
  Argument &argument = at(index);
  switch (infos_[index].kind) {
    case mux_kernel_argument_kind_buffer:
    case mux_kernel_argument_kind_image:
      return replace(argument, memory_argument(index, size, value));
    case mux_kernel_argument_kind_sampler:
      return replace(argument, sampler_argument(size, value));
    case mux_kernel_argument_kind_local_buffer:
      return replace(argument, local_argument(size, value));
    default:
      return set_value(index, size, value);
  }
}

Argument Arguments::memory_argument(cl_uint index, size_t size, const void *value) const {
  require(value == nullptr || size == sizeof(cl_mem), CL_INVALID_ARG_SIZE,
          "the argument is a memory object, and arg_size is not sizeof(cl_mem)");
  const mux_kernel_argument_info_t &info = infos_[index];
  const auto handle = handle_at<cl_mem>(value);
  Argument argument;
  if (handle == nullptr && info.kind == mux_kernel_argument_kind_buffer && !is_pipe(info)) {
    return argument;
  }
  MemObject &memory = checked<MemObject>(handle);
  require_same(memory.context(), *context_);
  if (info.kind == mux_kernel_argument_kind_image) {
    require_image(info, memory);
  } else if (is_pipe(info)) {
    require_pipe(info, memory);
  } else {
    require(memory.as_buffer() != nullptr, CL_INVALID_MEM_OBJECT,
            "the argument is a buffer, and the memory object is not");
  }
  argument.memory = &memory;
  argument.memory_number = memory.number();
  return argument;
}

Argument Arguments::sampler_argument(size_t size, const void *value) const {
  require(value != nullptr, CL_INVALID_SAMPLER, "the argument is a sampler, and arg_value is NULL");
  require(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE,
          "the argument is a sampler, and arg_size is not sizeof(cl_sampler)");
  const Sampler &sampler = checked<Sampler>(handle_at<cl_sampler>(value));
  require_same(sampler.context(), *context_);
  Argument argument;
  argument.sampler = sampler.value();
  return argument;
}

Argument Arguments::local_argument(size_t size, const void *value) {
  require(value == nullptr, CL_INVALID_ARG_VALUE,
          "the argument is in local memory, and arg_value is not NULL");
  Argument argument;
  argument.local_size = size;
  return argument;
}

void Arguments::set_value(cl_uint index, size_t size, const void *value) {
  require(value != nullptr, CL_INVALID_ARG_VALUE, "arg_value is NULL");
  require(size == infos_[index].size, CL_INVALID_ARG_SIZE,
          "arg_size is not the size of the argument's type");
  std::memcpy(values_.data() + offsets_[index], value, size);
  replace(arguments_[index], {});
}

void Arguments::set_pointer(cl_uint index, const void *pointer) {
  Argument &argument = at(index);
  require(infos_[index].kind == mux_kernel_argument_kind_buffer && !is_pipe(infos_[index]),
          CL_INVALID_ARG_VALUE, "the argument is not a pointer to global or constant memory");
  Argument by;
  by.pointer = pointer;
  by.allocation = context_->shared_allocations().find(pointer).get();
  replace(argument, by);
}

mux_descriptor_info_t Arguments::descriptor(size_t index, size_t device) {
  const Argument &argument = arguments_[index];
  mux_descriptor_info_t descriptor{};
  switch (infos_[index].kind) {
    case mux_kernel_argument_kind_buffer:
      return buffer_of(argument, device);
    case mux_kernel_argument_kind_image:
      descriptor.type = mux_descriptor_info_type_image;
      descriptor.image_descriptor.image =
          argument.memory != nullptr ? argument.memory->as_image()->on(device) : nullptr;
      break;
    case mux_kernel_argument_kind_sampler:
      descriptor.type = mux_descriptor_info_type_sampler;
      descriptor.sampler_descriptor.sampler = argument.sampler;
      break;
    case mux_kernel_argument_kind_local_buffer:
      return local_memory_of(argument.local_size);
    default:
      descriptor.type = mux_descriptor_info_type_plain_old_data;
      descriptor.plain_old_data_descriptor = {values_.data() + offsets_[index], infos_[index].size};
      break;
  }
  return descriptor;
}

void Arguments::look_up_allocations() {
  for (Argument &argument : arguments_) {
    if (argument.pointer != nullptr) {
      argument.allocation = context_->shared_allocations().find(argument.pointer).get();
    }
  }
}

}  // namespace mux::opencl
