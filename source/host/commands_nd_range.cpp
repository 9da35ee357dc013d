// Recording ND-ranges: checks the descriptors and sizes against the kernel and packs the arguments.

#include <algorithm>
#include <limits>

#include "host/buffer.h"
#include "host/command_buffer.h"
#include "host/commands.h"
#include "host/device_info.h"
#include "host/error.h"
#include "host/kernel.h"

namespace mux::host {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;
using compiler::KernelDescription;
using compiler::local_memory_alignment;
using compiler::NdRange;

const char *name_of(uint32_t descriptor_type) {
  switch (descriptor_type) {
    case mux_descriptor_info_type_buffer:
      return "a buffer";
    case mux_descriptor_info_type_image:
      return "an image";
    case mux_descriptor_info_type_sampler:
      return "a sampler";
    case mux_descriptor_info_type_plain_old_data:
      return "plain old data";
    case mux_descriptor_info_type_shared_local_buffer:
      return "a shared local buffer";
    case mux_descriptor_info_type_null_buffer:
      return "a null buffer";
    default:
      return "a custom buffer";
  }
}

const char *name_of(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::buffer:
      return "a buffer";
    case ArgumentKind::plain_old_data:
      return "plain old data";
    case ArgumentKind::local_buffer:
      return "a shared local buffer";
    case ArgumentKind::image:
      return "an image";
    case ArgumentKind::sampler:
      break;
  }
  return "a sampler";
}

bool fits(ArgumentKind kind, uint32_t descriptor_type) {
  switch (kind) {
    case ArgumentKind::buffer:
      return descriptor_type == mux_descriptor_info_type_buffer ||
             descriptor_type == mux_descriptor_info_type_null_buffer;
    case ArgumentKind::plain_old_data:
      return descriptor_type == mux_descriptor_info_type_plain_old_data;
    case ArgumentKind::local_buffer:
      return descriptor_type == mux_descriptor_info_type_shared_local_buffer;
    case ArgumentKind::image:
      return descriptor_type == mux_descriptor_info_type_image;
    case ArgumentKind::sampler:
      break;
  }
  return descriptor_type == mux_descriptor_info_type_sampler;
}

constexpr uint64_t align_up(uint64_t value) {
  return (value + local_memory_alignment - 1) / local_memory_alignment * local_memory_alignment;
}

// Packs the arguments of one ND-range. On an error, the text is set.
class ArgumentPacker {
 public:
  ArgumentPacker(const KernelDescription &kernel, NdRangeRecord &record)
      : kernel_(kernel), record_(record) {}

  mux_result_t pack(const mux_ndrange_options_t &options, Arena &arena) {
    if (options.descriptors_length != kernel_.arguments.size()) {
      return fail(mux_error_invalid_value,
                  "kernel '%s' has %zu arguments, but got %llu descriptors", kernel_.name.c_str(),
                  kernel_.arguments.size(),
                  static_cast<unsigned long long>(options.descriptors_length));
    }
    arguments_ = static_cast<std::byte *>(arena.allocate(std::max<size_t>(kernel_.packed_size, 1),
                                                         compiler::packed_argument_alignment));
    addresses_ = arena.allocate_array<ArgumentAddress>(kernel_.arguments.size());
    if (!arguments_ || !addresses_) {
      return fail(mux_error_out_of_memory, "no memory for a command");
    }
    std::fill_n(arguments_, kernel_.packed_size, std::byte{0});
    for (size_t index = 0; index < kernel_.arguments.size(); ++index) {
      const mux_result_t result = pack_argument(index, options.descriptors[index]);
      if (result != mux_success) {
        return result;
      }
    }
    record_.arguments = arguments_;
    record_.arguments_size = kernel_.packed_size;
    record_.addresses = addresses_;
    record_.address_count = address_count_;
    return mux_success;
  }

  // Local memory that the kernel declares or was given.
  uint64_t local_size() const { return local_size_; }

 private:
  mux_result_t pack_argument(size_t index, const mux_descriptor_info_t &descriptor) {
    const KernelArgument &argument = kernel_.arguments[index];
    if (!fits(argument.kind, descriptor.type)) {
      return fail(mux_error_invalid_value,
                  "argument %zu ('%s') of kernel '%s' is %s, but its descriptor is %s", index,
                  argument.name.c_str(), kernel_.name.c_str(), name_of(argument.kind),
                  name_of(descriptor.type));
    }
    switch (argument.kind) {
      case ArgumentKind::buffer:
        return pack_buffer(index, argument, descriptor);
      case ArgumentKind::plain_old_data:
        return pack_data(index, argument, descriptor.plain_old_data_descriptor);
      case ArgumentKind::local_buffer:
        return pack_local(index, argument, descriptor.shared_local_buffer_descriptor.size);
      case ArgumentKind::image:
      case ArgumentKind::sampler:
        break;
    }
    return fail(mux_error_feature_unsupported, "argument %zu of kernel '%s' is %s: not supported",
                index, kernel_.name.c_str(), name_of(argument.kind));
  }

  mux_result_t pack_buffer(size_t index, const KernelArgument &argument,
                           const mux_descriptor_info_t &descriptor) {
    if (descriptor.type == mux_descriptor_info_type_null_buffer) {
      return mux_success;
    }
    const auto &buffer = *static_cast<Buffer *>(descriptor.buffer_descriptor.buffer);
    const uint64_t offset = descriptor.buffer_descriptor.offset;
    if (!buffer.bound()) {
      return fail(mux_error_invalid_value,
                  "the buffer for argument %zu ('%s') of kernel '%s' is not bound to memory", index,
                  argument.name.c_str(), kernel_.name.c_str());
    }
    addresses_[address_count_++] = {argument.offset, {&buffer, offset}};
    return mux_success;
  }

  mux_result_t pack_data(size_t index, const KernelArgument &argument,
                         const mux_descriptor_info_plain_old_data_s &data) {
    if (data.length != argument.size) {
      return fail(mux_error_invalid_value,
                  "argument %zu ('%s') of kernel '%s' has %llu bytes, but its descriptor has %zu",
                  index, argument.name.c_str(), kernel_.name.c_str(),
                  static_cast<unsigned long long>(argument.size), data.length);
    }
    std::memcpy(arguments_ + argument.offset, data.data, data.length);
    return mux_success;
  }

  mux_result_t pack_local(size_t index, const KernelArgument &argument, size_t size) {
    if (size == 0) {
      return fail(mux_error_invalid_value,
                  "argument %zu ('%s') of kernel '%s' is local memory of size 0", index,
                  argument.name.c_str(), kernel_.name.c_str());
    }
    if (size > shared_local_memory_size - std::min(local_size_, shared_local_memory_size)) {
      return fail(mux_error_invalid_value,
                  "argument %zu ('%s') of kernel '%s' asks for %zu bytes of local memory; %llu of "
                  "the device's %llu are in use",
                  index, argument.name.c_str(), kernel_.name.c_str(), size,
                  static_cast<unsigned long long>(local_size_),
                  static_cast<unsigned long long>(shared_local_memory_size));
    }
    std::memcpy(arguments_ + argument.offset, &local_size_, sizeof local_size_);
    local_size_ = align_up(local_size_ + size);
    return mux_success;
  }

  const KernelDescription &kernel_;
  NdRangeRecord &record_;
  std::byte *arguments_ = nullptr;
  ArgumentAddress *addresses_ = nullptr;
  uint64_t address_count_ = 0;
  uint64_t local_size_ = align_up(kernel_.local_memory_size);
};

mux_result_t check_local_size(const KernelDescription &kernel, const NdRange &range) {
  uint64_t work_items = 1;
  for (int dimension = 0; dimension < 3; ++dimension) {
    const uint64_t size = range.local_size[dimension];
    const uint64_t required = kernel.required_local_size[dimension];
    if (required != 0 && size != required) {
      return fail(mux_error_invalid_value,
                  "local_size[%d] is %llu, but kernel '%s' requires a work-group size of %llu",
                  dimension, static_cast<unsigned long long>(size), kernel.name.c_str(),
                  static_cast<unsigned long long>(required));
    }
    work_items *= size;
  }
  if (work_items > max_work_group_size) {
    return fail(mux_error_invalid_value,
                "a work-group of %llu work-items is larger than the device's limit of %u",
                static_cast<unsigned long long>(work_items), max_work_group_size);
  }
  return mux_success;
}

// Fills the range from the options. Dimensions beyond those given have size 1 and offset 0.
mux_result_t fill_range(const mux_ndrange_options_t &options, NdRange &range,
                        uint64_t &group_count) {
  range.dimensions = options.dimensions;
  group_count = 1;
  for (size_t dimension = 0; dimension < 3; ++dimension) {
    const bool given = dimension < options.dimensions;
    const uint64_t global = given ? options.global_size[dimension] : 1;
    const uint64_t local = given ? options.local_size[dimension] : 1;
    const uint64_t groups = global / local + (global % local != 0 ? 1 : 0);
    range.global_size[dimension] = global;
    range.local_size[dimension] = local;
    range.global_offset[dimension] = given ? options.global_offset[dimension] : 0;
    range.group_count[dimension] = groups;
    if (__builtin_mul_overflow(group_count, groups, &group_count)) {
      return fail(mux_error_invalid_value, "the ND-range has more than 2^64 work-groups");
    }
    if (range.global_offset[dimension] > std::numeric_limits<uint64_t>::max() - global) {
      return fail(mux_error_invalid_value,
                  "global_offset[%zu] plus global_size[%zu] does not fit 64 bits", dimension,
                  dimension);
    }
  }
  return mux_success;
}

mux_result_t build_record(const Kernel &kernel, const mux_ndrange_options_t &options, Arena &arena,
                          NdRangeRecord &record) {
  const KernelDescription &description = kernel.description();
  record.function = kernel.function();
  mux_result_t result = fill_range(options, record.range, record.group_count);
  if (result == mux_success) {
    result = check_local_size(description, record.range);
  }
  ArgumentPacker packer(description, record);
  if (result == mux_success) {
    result = packer.pack(options, arena);
  }
  if (result != mux_success) {
    return result;
  }
  if (packer.local_size() > align_up(shared_local_memory_size)) {
    return fail(mux_error_invalid_value,
                "kernel '%s' declares %llu bytes of local memory; the device has %llu",
                description.name.c_str(),
                static_cast<unsigned long long>(description.local_memory_size),
                static_cast<unsigned long long>(shared_local_memory_size));
  }
  const uint64_t work_items =
      record.range.local_size[0] * record.range.local_size[1] * record.range.local_size[2];
  record.range.work_item_storage_offset = packer.local_size();
  record.scratch_size = packer.local_size() + description.work_item_storage(work_items);
  record.kernel_name = reinterpret_cast<const char *>(
      arena.copy_bytes(description.name.c_str(), description.name.size() + 1, 1));
  return record.kernel_name ? mux_success
                            : fail(mux_error_out_of_memory, "no memory for a command");
}

}  // namespace

mux_result_t command_nd_range(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                              mux_ndrange_options_t options, uint32_t, const mux_sync_point_t *,
                              mux_sync_point_t *sync_point) {
  Recording recording(command_buffer);
  if (!recording.open()) {
    return mux_error_invalid_value;
  }
  NdRangeRecord record{};
  const mux_result_t result =
      build_record(*static_cast<Kernel *>(kernel), options, recording.arena(), record);
  if (result != mux_success) {
    return result;
  }
  RecordedCommand command{};
  if (record.group_count == 0) {
    // No work-items: the command takes its place in the order and does nothing.
    command.kind = CommandKind::nothing;
    return recording.commit(command, sync_point);
  }
  command.kind = CommandKind::nd_range;
  command.nd_range = recording.arena().copy(record);
  return command.nd_range ? recording.commit(command, sync_point)
                          : fail(mux_error_out_of_memory, "no memory for a command");
}

}  // namespace mux::host
