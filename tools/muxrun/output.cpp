#include "muxrun/output.h"

#include "common/command_line.h"
#include "common/files.h"
#include "muxrun/image_content.h"

namespace mux::run {

std::string print_line(const PrintRequest &request, const BufferArgument &argument,
                       std::span<const std::byte> bytes) {
  const uint64_t count = request.count.value_or(argument.count);
  std::string line = std::to_string(request.argument) + ":";
  for (uint64_t element = 0; element < count; ++element) {
    line += " " + format_element(argument.type, bytes.data() + element * argument.type.size());
  }
  return line + "\n";
}

std::string print_line(const PrintRequest &request, const ImageArgument &argument,
                       std::span<const std::byte> bytes) {
  const uint64_t count = request.count.value_or(argument.pixels());
  const ElementType type = argument.format.element_type();
  std::string line = std::to_string(request.argument) + ":";
  for (uint64_t pixel = 0; pixel < count; ++pixel) {
    const Color color = load_pixel(argument.format, bytes.data() + pixel * argument.format.size());
    std::vector<std::byte> element(type.size());
    for (size_t component = 0; component < color.size(); ++component) {
      std::byte *out = element.data() + component * type.scalar_size;
      if (type.kind == ScalarKind::floating_point) {
        store_scalar(type, color[component], out);
      } else {
        store_scalar(type, static_cast<uint64_t>(static_cast<int64_t>(color[component])), out);
      }
    }
    line += " " + format_element(type, element.data());
  }
  return line + "\n";
}

void write_results(const Options &options, const Objects &objects) {
  for (const SaveRequest &request : options.saves) {
    const Mapping mapping = map(objects[request.argument]);
    const auto *image = std::get_if<ImageArgument>(&options.arguments[request.argument].value);
    if (image != nullptr && request.as_picture()) {
      tools::write_png(request.path, to_picture(*image, mapping.bytes()));
    } else {
      tools::write_file(request.path, mapping.bytes());
    }
  }
  for (const PrintRequest &request : options.prints) {
    const Mapping mapping = map(objects[request.argument]);
    const Argument &argument = options.arguments[request.argument];
    const auto *image = std::get_if<ImageArgument>(&argument.value);
    tools::write_output(
        image != nullptr
            ? print_line(request, *image, mapping.bytes())
            : print_line(request, std::get<BufferArgument>(argument.value), mapping.bytes()));
  }
}

}  // namespace mux::run
