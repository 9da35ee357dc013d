#include "opencl/support/failure.h"

#include <mux/extensions.h>

#include <array>
#include <cstdio>

#include "opencl/support/registry_names.h"

namespace mux::opencl {

void fail(cl_int code, const char *text) {
  throw Failure{code, text != nullptr ? text : muxGetLastErrorMessage()};
}

void fail_unknown_info(const char *what, cl_uint name) {
  thread_local std::array<char, 200> text;
  const std::string_view known = name_of_number(name);
  std::snprintf(text.data(), text.size(), "unknown param_name 0x%x (%.*s) for %s", name,
                static_cast<int>(known.size()), known.data(), what);
  if (known.empty()) {
    std::snprintf(text.data(), text.size(), "unknown param_name 0x%x for %s", name, what);
  }
  throw Failure{CL_INVALID_VALUE, text.data(), true};
}

cl_int code_of(mux_result_t result) {
  switch (result) {
    case mux_success:
      return CL_SUCCESS;
    case mux_error_out_of_memory:
      return CL_OUT_OF_HOST_MEMORY;
    default:
      return CL_OUT_OF_RESOURCES;
  }
}

}  // namespace mux::opencl
