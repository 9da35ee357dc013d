#include "common/command_line.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

namespace mux::tools {

int report(std::string_view tool, const std::exception &error) noexcept {
  const bool out_of_memory = dynamic_cast<const std::bad_alloc *>(&error) != nullptr;
  const char *message = out_of_memory ? "out of memory" : error.what();
  const size_t length = std::strlen(message);
  const bool ends_line = length != 0 && message[length - 1] == '\n';
  std::fprintf(stderr, "%.*s: %s%s", static_cast<int>(tool.size()), tool.data(), message,
               ends_line ? "" : "\n");
  return dynamic_cast<const UsageError *>(&error) != nullptr ? exit_wrong_usage : exit_failure;
}

void write_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw std::runtime_error(std::string("cannot write to standard output: ") +
                             std::strerror(errno));
  }
}

}  // namespace mux::tools
