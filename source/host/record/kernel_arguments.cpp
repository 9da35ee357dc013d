#include "host/record/kernel_arguments.h"

#include <algorithm>
#include <cstring>

#include "host/objects/buffer.h"
#include "host/objects/device_info.h"
#include "host/objects/image.h"
#include "host/objects/sampler.h"
#include "host/support/allocator.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;
using compiler::KernelDescription;

/// Size of local memory that a descriptor requests.
uint64_t local_size_of(const mux_descriptor_info_t &descriptor) {
  return descriptor.type == mux_descriptor_info_type_null_buffer
             ? 0
             : descriptor.shared_local_buffer_descriptor.size;
}

constexpr uint64_t align_local(uint64_t size) {
  constexpr uint64_t alignment = compiler::local_memory_alignment;
  return (size + alignment - 1) / alignment * alignment;
}

/// Builds the layout of local memory blocks that are passed as arguments.
class LocalBlockLayout {
 public:
  /// @param start offset of the first block; aligned, as all sizes are.
  explicit LocalBlockLayout(uint64_t start) : end_(start) { blocks_.fill(in_units(start)); }

  void add(uint64_t size) {
    end_ += size;
    ++count_;
    if (count_ < blocks_.size()) {
      std::fill(blocks_.begin() + count_, blocks_.end(), in_units(end_));
    }
  }

  uint64_t end() const { return end_; }
  /// Empty if there are more blocks than LocalBlocks can describe.
  compiler::LocalBlocks blocks() const {
    return count_ == 0 || count_ >= blocks_.size() ? compiler::LocalBlocks() : blocks_;
  }

 private:
  static constexpr uint16_t in_units(uint64_t size) {
    static_assert(shared_local_memory_size / compiler::local_memory_alignment <= UINT16_MAX);
    return static_cast<uint16_t>(size / compiler::local_memory_alignment);
  }

  uint64_t end_;
  size_t count_ = 0;
  compiler::LocalBlocks blocks_;
};

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

const mux_descriptor_info_t &changed_descriptor(size_t argument,
                                                const mux_descriptor_info_t *recorded,
                                                const ArgumentChanges &changes) {
  for (uint64_t index = changes.count; index != 0; --index) {
    if (changes.indices[index - 1] == argument) {
      return changes.descriptors[index - 1];
    }
  }
  return recorded[argument];
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
  const size_t count = kernel.arguments.size();
  auto *descriptors = arena.allocate_array<mux_descriptor_info_t>(count);
  for (size_t index = 0; descriptors != nullptr && index < count; ++index) {
    const KernelArgument &argument = kernel.arguments[index];
    descriptors[index] = {};
    descriptors[index].type = empty_type(argument.kind);
    if (argument.kind == ArgumentKind::plain_old_data) {
      auto *value = arena.allocate_array<std::byte>(argument.size);
      if (value == nullptr) {
        return nullptr;
      }
      std::fill_n(value, argument.size, std::byte{0});
      descriptors[index].plain_old_data_descriptor = {value, argument.size};
    }
  }
  return descriptors;
}

mux_descriptor_info_t *copy_descriptors(const KernelDescription &kernel,
                                        const mux_descriptor_info_t *descriptors, Arena &arena) {
  const size_t count = kernel.arguments.size();
  mux_descriptor_info_t *copies = arena.copy_array(descriptors, count);
  for (size_t index = 0; copies != nullptr && index < count; ++index) {
    if (copies[index].type == mux_descriptor_info_type_plain_old_data) {
      mux_descriptor_info_plain_old_data_s &value = copies[index].plain_old_data_descriptor;
      value.data = arena.copy_bytes(value.data, value.length, 1);
      if (value.data == nullptr) {
        return nullptr;
      }
    }
  }
  return copies;
}

mux_result_t count_local_memory(const KernelDescription &kernel,
                                const mux_descriptor_info_t *recorded,
                                const ArgumentChanges &changes, LocalMemory &memory) {
  constexpr uint64_t available = shared_local_memory_size;
  if (kernel.local_memory_size > available) {
    return fail(mux_error_invalid_value,
                "kernel '%s' declares %llu bytes of local memory; the device has %llu",
                kernel.name.c_str(), static_cast<unsigned long long>(kernel.local_memory_size),
                static_cast<unsigned long long>(available));
  }
  LocalBlockLayout notes(align_local(kernel.local_memory_size));
  for (size_t index = 0; index < kernel.arguments.size(); ++index) {
    if (kernel.arguments[index].kind != ArgumentKind::local_buffer) {
      continue;
    }
    const uint64_t wanted = local_size_of(changed_descriptor(index, recorded, changes));
    if (wanted > available - std::min(notes.end(), available)) {
      return fail(mux_error_invalid_value,
                  "argument %zu ('%s') of kernel '%s' asks for %llu bytes of local memory; %llu of "
                  "the device's %llu are in use",
                  index, kernel.arguments[index].name.c_str(), kernel.name.c_str(),
                  static_cast<unsigned long long>(wanted),
                  static_cast<unsigned long long>(notes.end()),
                  static_cast<unsigned long long>(available));
    }
    notes.add(align_local(wanted));
  }
  memory = {notes.end(), notes.blocks()};
  return mux_success;
}

compiler::OpaqueArguments opaque_arguments_of(const KernelDescription &kernel,
                                              const mux_descriptor_info_t *recorded,
                                              const ArgumentChanges &changes) {
  compiler::OpaqueArguments known{};
  if (!kernel.opaque_arguments_matter) {
    return known;
  }
  size_t place = 0;
  for (size_t index = 0; index < kernel.arguments.size() && place < known.size(); ++index) {
    const ArgumentKind kind = kernel.arguments[index].kind;
    const mux_descriptor_info_t &descriptor = changed_descriptor(index, recorded, changes);
    if (kind == ArgumentKind::image) {
      const mux_image_t image = descriptor.image_descriptor.image;
      known[place++] = image == nullptr ? 0 : Image::of(image).packed_format();
    } else if (kind == ArgumentKind::sampler) {
      known[place++] =
          static_cast<uint16_t>(sampler_bits_of(descriptor.sampler_descriptor.sampler));
    }
  }
  return known;
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
