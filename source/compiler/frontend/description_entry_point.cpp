/// muxDescribeTgsi(): validates its parameters and describes the shader.

#include <mux/gallium/shader_interface.h>

#include <string>

#include "compiler/frontend/compilation.h"
#include "compiler/frontend/tgsi_compiler.h"

namespace {

constexpr const char *description_name = "muxDescribeTgsi";

mux_result_t fail_to_describe(mux_result_t result, const std::string &message) {
  return mux::compiler::fail(description_name, result, message);
}

mux_result_t describe(const char *source, uint64_t source_length,
                      mux_shader_interface_t &out_interface) {
  if (source == nullptr) {
    return fail_to_describe(mux_error_invalid_value, "source is NULL");
  }
  if (source_length == 0) {
    return fail_to_describe(mux_error_invalid_value, "source_length is 0");
  }
  std::string error;
  return mux::compiler::describe_tgsi({source, source_length}, out_interface, error)
             ? mux_success
             : fail_to_describe(mux_error_failure, error);
}

}  // namespace

extern "C" mux_result_t muxDescribeTgsi(const char *source, uint64_t source_length,
                                        mux_shader_interface_t *out_interface) {
  if (out_interface == nullptr) {
    return fail_to_describe(mux_error_null_out_parameter, "out_interface is NULL");
  }
  *out_interface = {};
  return mux::compiler::catch_exceptions(
      description_name, [&] { return describe(source, source_length, *out_interface); });
}
