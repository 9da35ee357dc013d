#include "muxrun/check_arguments.h"

#include <optional>
#include <string_view>

#include "common/command_line.h"

namespace mux::run {

namespace {

std::string bytes_text(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

// "a value of 4 bytes (float)", "a buffer (float*)".
std::string describe(const mux_kernel_argument_info_t &info) {
  std::string text;
  switch (info.kind) {
    case mux_kernel_argument_kind_buffer:
      text = "a buffer";
      break;
    case mux_kernel_argument_kind_plain_old_data:
      text = "a value of " + bytes_text(info.size);
      break;
    case mux_kernel_argument_kind_local_buffer:
      text = "local memory";
      break;
    case mux_kernel_argument_kind_image:
      text = "an image";
      break;
    default:
      text = "a sampler";
      break;
  }
  const std::string type_name = info.type_name;
  return type_name.empty() ? text : text + " (" + type_name + ")";
}

// An argument of the command line, and the kind of kernel argument it is valid for.
struct Given {
  std::string text;
  uint32_t kind;
};

struct DescribeGiven {
  Given operator()(const BufferArgument &) const {
    return {"a buffer", mux_kernel_argument_kind_buffer};
  }
  Given operator()(const ScalarArgument &scalar) const {
    return {"a value of " + bytes_text(scalar.value.size()),
            mux_kernel_argument_kind_plain_old_data};
  }
  Given operator()(const LocalArgument &) const {
    return {"local memory", mux_kernel_argument_kind_local_buffer};
  }
  Given operator()(const ImageArgument &) const {
    return {"an image", mux_kernel_argument_kind_image};
  }
  Given operator()(const SamplerArgument &) const {
    return {"a sampler", mux_kernel_argument_kind_sampler};
  }
  Given operator()(const NullArgument &) const {
    return {"a null buffer", mux_kernel_argument_kind_buffer};
  }
};

// The number of sizes of an OpenCL C image type; 0 for an unknown type.
size_t image_dimensions(std::string_view type_name) {
  const size_t layers = type_name.find("array") != std::string_view::npos ? 1 : 0;
  for (const auto &[prefix, dimensions] :
       {std::pair<std::string_view, size_t>{"image1d", 1}, {"image2d", 2}, {"image3d", 3}}) {
    if (type_name.starts_with(prefix)) {
      return dimensions + layers;
    }
  }
  return 0;
}

// The element type of a pointer type, if it is supported.
std::optional<ElementType> pointee(std::string_view type_name) {
  if (!type_name.ends_with('*')) {
    return std::nullopt;
  }
  type_name.remove_suffix(1);
  while (type_name.ends_with(' ')) {
    type_name.remove_suffix(1);
  }
  return find_type(type_name);
}

bool same_numbers(const ElementType &left, const ElementType &right) {
  const bool left_floats = left.kind == ScalarKind::floating_point;
  const bool right_floats = right.kind == ScalarKind::floating_point;
  return left.scalar_size == right.scalar_size && left_floats == right_floats;
}

// Whether the kernel's type contradicts that of the command line.
bool wrong_type(const mux_kernel_argument_info_t &info, const Argument &argument) {
  if (const auto *buffer = std::get_if<BufferArgument>(&argument.value)) {
    const std::optional<ElementType> expected = pointee(info.type_name);
    return expected && !same_numbers(*expected, buffer->type);
  }
  if (const auto *scalar = std::get_if<ScalarArgument>(&argument.value)) {
    const std::optional<ElementType> expected = find_type(info.type_name);
    return expected &&
           (!same_numbers(*expected, scalar->type) || expected->width != scalar->type.width);
  }
  return false;
}

bool wrong_size(const mux_kernel_argument_info_t &info, const Argument &argument) {
  const auto *scalar = std::get_if<ScalarArgument>(&argument.value);
  return scalar != nullptr && scalar->value.size() != info.size;
}

std::string signature(std::span<const mux_kernel_argument_info_t> infos) {
  std::string text;
  for (const mux_kernel_argument_info_t &info : infos) {
    const std::string name = info.name;
    text += (text.empty() ? "" : ", ") + (name.empty() ? "" : name + ": ") + describe(info);
  }
  return text;
}

void check_argument(const std::string &kernel_name, size_t index,
                    const mux_kernel_argument_info_t &info, const Argument &argument) {
  const Given given = std::visit(DescribeGiven(), argument.value);
  std::string mistake;
  if (given.kind != info.kind || wrong_size(info, argument)) {
    mistake = "is " + given.text;
  } else if (const auto *image = std::get_if<ImageArgument>(&argument.value);
             image != nullptr && image_dimensions(info.type_name) != 0 &&
             image_dimensions(info.type_name) != image->dimensions) {
    mistake = "has " + std::to_string(image->dimensions) +
              (image->dimensions == 1 ? " size, not " : " sizes, not ") +
              std::to_string(image_dimensions(info.type_name));
  } else if (wrong_type(info, argument)) {
    mistake = "has another type";
  } else {
    return;
  }
  const std::string name = info.name;
  throw tools::UsageError("argument " + std::to_string(index) +
                          (name.empty() ? "" : " ('" + name + "')") + " of kernel '" + kernel_name +
                          "' is " + describe(info) + "; '" + argument.text + "' " + mistake);
}

}  // namespace

void check_arguments(const std::string &kernel_name,
                     std::span<const mux_kernel_argument_info_t> expected,
                     std::span<const Argument> given) {
  if (given.size() != expected.size()) {
    throw tools::UsageError("kernel '" + kernel_name + "' has " + std::to_string(expected.size()) +
                            (expected.size() == 1 ? " argument" : " arguments") +
                            (expected.empty() ? "" : " (" + signature(expected) + ")") + ", but " +
                            std::to_string(given.size()) +
                            (given.size() == 1 ? " was given" : " were given"));
  }
  for (size_t index = 0; index < given.size(); ++index) {
    check_argument(kernel_name, index, expected[index], given[index]);
  }
}

}  // namespace mux::run
