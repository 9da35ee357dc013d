#include "host/record/kernel_arguments.h"

#include <algorithm>
#include <cstring>
#include <string_view>

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
             descriptor_type == mux_descriptor_info_type_null_buffer ||
             descriptor_type == mux_descriptor_info_type_custom_buffer;
    case ArgumentKind::plain_old_data:
      return descriptor_type == mux_descriptor_info_type_plain_old_data;
    case ArgumentKind::local_buffer:
      return descriptor_type == mux_descriptor_info_type_shared_local_buffer ||
             descriptor_type == mux_descriptor_info_type_null_buffer;
    case ArgumentKind::image:
      return descriptor_type == mux_descriptor_info_type_image;
    case ArgumentKind::sampler:
      break;
  }
  return descriptor_type == mux_descriptor_info_type_sampler;
}

/// Image type and array flag of an OpenCL C image type.
struct ImageShape {
  std::string_view type_name;
  mux_image_type_e type;
  bool array;
};

constexpr ImageShape image_shapes[] = {
    {"image1d_t", mux_image_type_1d, false},
    {"image1d_buffer_t", mux_image_type_1d, false},
    {"image1d_array_t", mux_image_type_1d, true},
    {"image2d_t", mux_image_type_2d, false},
    {"image2d_depth_t", mux_image_type_2d, false},
    {"image2d_array_t", mux_image_type_2d, true},
    {"image2d_array_depth_t", mux_image_type_2d, true},
    {"image3d_t", mux_image_type_3d, false},
};

const ImageShape *find_shape(const std::string &type_name) {
  const auto *found =
      std::find_if(std::begin(image_shapes), std::end(image_shapes),
                   [&](const ImageShape &shape) { return shape.type_name == type_name; });
  return found == std::end(image_shapes) ? nullptr : found;
}

const char *name_of(mux_image_type_e type) {
  switch (type) {
    case mux_image_type_1d:
      return "1D image";
    case mux_image_type_2d:
      return "2D image";
    default:
      return "3D image";
  }
}

mux_result_t fail_unbound(const KernelDescription &kernel, size_t index) {
  const KernelArgument &argument = kernel.arguments[index];
  return fail(mux_error_invalid_value,
              "%s for argument %zu ('%s') of kernel '%s' is not bound to memory",
              argument.kind == ArgumentKind::image ? "the image" : "the buffer", index,
              argument.name.c_str(), kernel.name.c_str());
}

mux_result_t check_image(const KernelDescription &kernel, size_t index, const Image &image,
                         mux_device_t device) {
  const KernelArgument &argument = kernel.arguments[index];
  if (image.device() != device) {
    return fail(mux_error_invalid_value,
                "the image for argument %zu ('%s') of kernel '%s' is of another device", index,
                argument.name.c_str(), kernel.name.c_str());
  }
  if (!image.bound()) {
    return fail_unbound(kernel, index);
  }
  // Binaries may lack the type names of arguments.
  const ImageShape *shape = find_shape(argument.type_name);
  if (shape != nullptr &&
      (shape->type != image.type || shape->array != (image.array_layers != 0))) {
    return fail(mux_error_invalid_value,
                "argument %zu ('%s') of kernel '%s' is an %s, but its descriptor is a %s%s", index,
                argument.name.c_str(), kernel.name.c_str(), argument.type_name.c_str(),
                name_of(image.type), image.array_layers != 0 ? " array" : "");
  }
  return mux_success;
}

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

bool is_nothing(const mux_descriptor_info_t &descriptor) {
  return descriptor.type == mux_descriptor_info_type_null_buffer ||
         (descriptor.type == mux_descriptor_info_type_custom_buffer &&
          descriptor.custom_buffer_descriptor.data == nullptr);
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

mux_result_t check_descriptor(const KernelDescription &kernel, size_t index,
                              const mux_descriptor_info_t &descriptor, mux_device_t device) {
  const KernelArgument &argument = kernel.arguments[index];
  if (!fits(argument.kind, descriptor.type)) {
    return fail(mux_error_invalid_value,
                "argument %zu ('%s') of kernel '%s' is %s, but its descriptor is %s", index,
                argument.name.c_str(), kernel.name.c_str(), name_of(argument.kind),
                name_of(descriptor.type));
  }
  if (argument.is_pipe && is_nothing(descriptor)) {
    return fail(mux_error_invalid_value,
                "argument %zu ('%s') of kernel '%s' is a pipe, but its descriptor is a null buffer",
                index, argument.name.c_str(), kernel.name.c_str());
  }
  switch (descriptor.type) {
    case mux_descriptor_info_type_buffer: {
      const auto &buffer = *static_cast<const Buffer *>(descriptor.buffer_descriptor.buffer);
      if (buffer.device() != device) {
        return fail(mux_error_invalid_value,
                    "the buffer for argument %zu ('%s') of kernel '%s' is of another device", index,
                    argument.name.c_str(), kernel.name.c_str());
      }
      return buffer.bound() ? mux_success : fail_unbound(kernel, index);
    }
    case mux_descriptor_info_type_image:
      return check_image(kernel, index, Image::of(descriptor.image_descriptor.image), device);
    case mux_descriptor_info_type_plain_old_data:
      return descriptor.plain_old_data_descriptor.length == argument.size
                 ? mux_success
                 : fail(mux_error_invalid_value,
                        "argument %zu ('%s') of kernel '%s' has %llu bytes, but its descriptor has "
                        "%zu",
                        index, argument.name.c_str(), kernel.name.c_str(),
                        static_cast<unsigned long long>(argument.size),
                        descriptor.plain_old_data_descriptor.length);
    default:
      return mux_success;
  }
}

mux_result_t check_changes(const KernelDescription &kernel, const mux_descriptor_info_t *recorded,
                           const ArgumentChanges &changes, mux_device_t device) {
  const auto is_buffer = [](uint32_t type) {
    return type == mux_descriptor_info_type_buffer ||
           type == mux_descriptor_info_type_null_buffer ||
           type == mux_descriptor_info_type_shared_local_buffer;
  };
  for (uint64_t change = 0; change < changes.count; ++change) {
    const uint64_t index = changes.indices[change];
    if (index >= kernel.arguments.size()) {
      return fail(mux_error_invalid_value,
                  "arg_indices[%llu] is %llu, but kernel '%s' has %zu arguments",
                  static_cast<unsigned long long>(change), static_cast<unsigned long long>(index),
                  kernel.name.c_str(), kernel.arguments.size());
    }
    const mux_descriptor_info_t &descriptor = changes.descriptors[change];
    const mux_result_t result = check_descriptor(kernel, index, descriptor, device);
    if (result != mux_success) {
      return result;
    }
    // Buffers and null buffers may replace each other; other kinds must stay the same.
    // check_descriptor() has distinguished the kinds of buffers.
    const uint32_t before = recorded[index].type;
    if (descriptor.type != before && !(is_buffer(descriptor.type) && is_buffer(before))) {
      return fail(mux_error_invalid_value,
                  "argument %llu ('%s') of kernel '%s' was recorded as %s and cannot become %s",
                  static_cast<unsigned long long>(index), kernel.arguments[index].name.c_str(),
                  kernel.name.c_str(), name_of(before), name_of(descriptor.type));
    }
  }
  return mux_success;
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
