#include "opencl/support/failure.h"

#include <mux/extensions.h>

namespace mux::opencl {

void fail(cl_int code, const char *text) {
  throw Failure{code, text != nullptr ? text : muxGetLastErrorMessage()};
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
