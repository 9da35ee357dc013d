#include "host/record/argument_checks.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "host/objects/buffer.h"
#include "host/objects/image.h"
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

bool is_nothing(const mux_descriptor_info_t &descriptor) {
  return descriptor.type == mux_descriptor_info_type_null_buffer ||
         (descriptor.type == mux_descriptor_info_type_custom_buffer &&
          descriptor.custom_buffer_descriptor.data == nullptr);
}

}  // namespace

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

}  // namespace mux::host
