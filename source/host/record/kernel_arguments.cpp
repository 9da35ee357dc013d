#include "host/record/kernel_arguments.h"

#include <algorithm>
#include <cstring>

#include "host/objects/buffer.h"
#include "host/objects/image.h"
#include "host/objects/sampler.h"
#include "host/support/allocator.h"

namespace mux::host {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;
using compiler::KernelDescription;

template <typename T>
void pack(std::byte *arguments, const KernelArgument &argument, const T &value) {
  static_assert(sizeof(T) == sizeof(uint64_t));
  std::memcpy(arguments + argument.offset, &value, sizeof value);
}

/// Returns the placeholder descriptor type for an argument without a descriptor.
mux_descriptor_info_type_e empty_type(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::buffer:
      return mux_descriptor_info_type_null_buffer;
    case ArgumentKind::plain_old_data:
      return mux_descriptor_info_type_plain_old_data;
    case ArgumentKind::local_buffer:
      return mux_descriptor_info_type_shared_local_buffer;
    case ArgumentKind::image:
      return mux_descriptor_info_type_image;
    case ArgumentKind::sampler:
      break;
  }
  return mux_descriptor_info_type_sampler;
}

void replace(const KernelArgument &argument, mux_descriptor_info_t &recorded,
             const mux_descriptor_info_t &by) {
  if (by.type == mux_descriptor_info_type_plain_old_data) {
    // Recorded values are copies, made by copy_descriptors() or make_empty_descriptors().
    std::memcpy(const_cast<void *>(recorded.plain_old_data_descriptor.data),
                by.plain_old_data_descriptor.data, argument.size);
  } else {
    recorded = by;
  }
}

const void *address_of(const mux_descriptor_info_t &descriptor) {
  switch (descriptor.type) {
    case mux_descriptor_info_type_buffer:
      return static_cast<const Buffer *>(descriptor.buffer_descriptor.buffer)->address() +
             descriptor.buffer_descriptor.offset;
    case mux_descriptor_info_type_custom_buffer:
      return descriptor.custom_buffer_descriptor.data;
    default:
      return nullptr;
  }
}

}  // namespace

DescriptorStorage allocate_descriptors(const KernelDescription &kernel, Arena &arena) {
  // One allocation, which is most of the cost of copying short values.
  const size_t descriptor_bytes = kernel.arguments.size() * sizeof(mux_descriptor_info_t);
  size_t size = 0;
  const bool overflows = __builtin_add_overflow(descriptor_bytes, kernel.packed_size, &size);
  auto *memory = overflows ? nullptr
                           : static_cast<std::byte *>(arena.allocate(
                                 std::max<size_t>(size, 1), alignof(mux_descriptor_info_t)));
  if (memory == nullptr) {
    return {nullptr, nullptr};
  }
  return {reinterpret_cast<mux_descriptor_info_t *>(memory), memory + descriptor_bytes};
}

void copy_descriptor(const KernelDescription &kernel, size_t index,
                     const mux_descriptor_info_t &descriptor, const DescriptorStorage &storage) {
  mux_descriptor_info_t &copy = storage.descriptors[index];
  copy = descriptor;
  if (descriptor.type == mux_descriptor_info_type_plain_old_data) {
    const KernelArgument &argument = kernel.arguments[index];
    std::byte *value = storage.values + argument.offset;
    std::memcpy(value, descriptor.plain_old_data_descriptor.data, argument.size);
    copy.plain_old_data_descriptor.data = value;
  }
}

uint64_t local_size_of(const mux_descriptor_info_t &descriptor) {
  return descriptor.type == mux_descriptor_info_type_null_buffer
             ? 0
             : descriptor.shared_local_buffer_descriptor.size;
}

void apply_changes(const KernelDescription &kernel, mux_descriptor_info_t *recorded,
                   const ArgumentChanges &changes) {
  for (uint64_t change = 0; change < changes.count; ++change) {
    const uint64_t index = changes.indices[change];
    replace(kernel.arguments[index], recorded[index], changes.descriptors[change]);
  }
}

void replace_descriptors(const KernelDescription &kernel, mux_descriptor_info_t *recorded,
                         const mux_descriptor_info_t *descriptors) {
  for (size_t index = 0; index < kernel.arguments.size(); ++index) {
    replace(kernel.arguments[index], recorded[index], descriptors[index]);
  }
}

bool have_compatible_arguments(const KernelDescription &one, const KernelDescription &other) {
  return std::ranges::equal(one.arguments, other.arguments,
                            [](const KernelArgument &left, const KernelArgument &right) {
                              return left.kind == right.kind && left.size == right.size;
                            });
}

mux_descriptor_info_t *make_empty_descriptors(const KernelDescription &kernel, Arena &arena) {
  const DescriptorStorage storage = allocate_descriptors(kernel, arena);
  for (size_t index = 0; storage.descriptors != nullptr && index < kernel.arguments.size();
       ++index) {
    const KernelArgument &argument = kernel.arguments[index];
    mux_descriptor_info_t &descriptor = storage.descriptors[index];
    descriptor = {};
    descriptor.type = empty_type(argument.kind);
    if (argument.kind == ArgumentKind::plain_old_data) {
      std::byte *value = storage.values + argument.offset;
      std::fill_n(value, argument.size, std::byte{0});
      descriptor.plain_old_data_descriptor = {value, argument.size};
    }
  }
  return storage.descriptors;
}

mux_descriptor_info_t *copy_descriptors(const KernelDescription &kernel,
                                        const mux_descriptor_info_t *descriptors, Arena &arena) {
  const DescriptorStorage storage = allocate_descriptors(kernel, arena);
  for (size_t index = 0; storage.descriptors != nullptr && index < kernel.arguments.size();
       ++index) {
    copy_descriptor(kernel, index, descriptors[index], storage);
  }
  return storage.descriptors;
}

size_t count_images(const KernelDescription &kernel) {
  return static_cast<size_t>(std::count_if(
      kernel.arguments.begin(), kernel.arguments.end(),
      [](const KernelArgument &argument) { return argument.kind == ArgumentKind::image; }));
}

void pack_arguments(const KernelDescription &kernel, const mux_descriptor_info_t *descriptors,
                    std::byte *arguments, compiler::ImageView *views) {
  uint64_t local_offset = align_local(kernel.local_memory_size);
  for (size_t index = 0; index < kernel.arguments.size(); ++index) {
    const KernelArgument &argument = kernel.arguments[index];
    const mux_descriptor_info_t &descriptor = descriptors[index];
    switch (argument.kind) {
      case ArgumentKind::buffer:
        pack(arguments, argument, address_of(descriptor));
        break;
      case ArgumentKind::plain_old_data:
        std::memcpy(arguments + argument.offset, descriptor.plain_old_data_descriptor.data,
                    argument.size);
        break;
      case ArgumentKind::local_buffer:
        pack(arguments, argument, local_offset);
        local_offset += align_local(local_size_of(descriptor));
        break;
      case ArgumentKind::image:
        *views = Image::of(descriptor.image_descriptor.image).view();
        pack(arguments, argument, views++);
        break;
      case ArgumentKind::sampler:
        pack(arguments, argument, sampler_bits_of(descriptor.sampler_descriptor.sampler));
        break;
    }
  }
}

}  // namespace mux::host
