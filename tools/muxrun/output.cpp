#include "muxrun/output.h"

#include "common/command_line.h"
#include "common/files.h"

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

void write_results(const Options &options, const Buffers &buffers) {
  for (const SaveRequest &request : options.saves) {
    tools::write_file(request.path, buffers[request.argument]->map().bytes());
  }
  for (const PrintRequest &request : options.prints) {
    const auto &argument = std::get<BufferArgument>(options.arguments[request.argument].value);
    const Mapping mapping = buffers[request.argument]->map();
    tools::write_output(print_line(request, argument, mapping.bytes()));
  }
}

}  // namespace mux::run
