#include "opencl/support/call.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace mux::opencl {
namespace {

bool log_wanted() {
  static const bool wanted = [] {
    const char *level = std::getenv("MUX_LOG");
    return level != nullptr && *level != '\0' && std::strcmp(level, "off") != 0 &&
           std::strcmp(level, "critical") != 0;
  }();
  return wanted;
}

}  // namespace

cl_int report(const char *entry_point, const Failure &failure) noexcept {
  if (log_wanted()) {
    std::fprintf(stderr, "mux: %s: error %d: %s\n", entry_point, failure.code, failure.text);
  }
  return failure.code;
}

}  // namespace mux::opencl
