/// muxGetSpecializationConstants(): validates its parameters and lists the module's constants.

#include <mux/compiler.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/frontend/compilation.h"
#include "compiler/frontend/spirv_compiler.h"

namespace {

constexpr const char *specialization_name = "muxGetSpecializationConstants";

mux_result_t fail_to_list(mux_result_t result, const std::string &message) {
  return mux::compiler::fail(specialization_name, result, message);
}

mux_result_t validate_list(const void *module, uint64_t module_length, uint64_t capacity,
                           const mux_specialization_constant_t *out_constants) {
  if (module == nullptr) {
    return fail_to_list(mux_error_invalid_value, "module is NULL");
  }
  if (module_length == 0) {
    return fail_to_list(mux_error_invalid_value, "module_length is 0");
  }
  if (capacity != 0 && out_constants == nullptr) {
    return fail_to_list(mux_error_invalid_value, "out_constants is NULL, and capacity is not 0");
  }
  return mux_success;
}

mux_result_t list(std::string_view module, uint64_t capacity,
                  mux_specialization_constant_t *out_constants, uint64_t &out_count) {
  std::vector<mux::compiler::spirv::SpecializationConstant> constants;
  std::string error;
  if (!mux::compiler::list_constants(module, constants, error)) {
    return fail_to_list(mux_error_invalid_binary, error);
  }
  out_count = constants.size();
  for (uint64_t i = 0; i < std::min<uint64_t>(capacity, constants.size()); ++i) {
    const mux::compiler::spirv::SpecializationConstant &constant = constants[i];
    out_constants[i] = {constant.id, constant.size, constant.default_value};
  }
  return mux_success;
}

}  // namespace

extern "C" mux_result_t muxGetSpecializationConstants(const void *module, uint64_t module_length,
                                                      uint64_t capacity,
                                                      mux_specialization_constant_t *out_constants,
                                                      uint64_t *out_count) {
  if (out_count == nullptr) {
    return fail_to_list(mux_error_null_out_parameter, "out_count is NULL");
  }
  *out_count = 0;
  return mux::compiler::catch_exceptions(specialization_name, [&] {
    const mux_result_t result = validate_list(module, module_length, capacity, out_constants);
    return result != mux_success ? result
                                 : list({static_cast<const char *>(module), module_length},
                                        capacity, out_constants, *out_count);
  });
}
