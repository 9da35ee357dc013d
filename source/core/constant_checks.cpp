#include "core/constant_checks.h"

#include <cinttypes>
#include <cstring>

#include "core/validation.h"

namespace mux::core::check {
namespace {

bool is_same_constant(const mux_constant_value_t &one, const mux_constant_value_t &other) {
  if (one.name == nullptr || other.name == nullptr) {
    return one.name == other.name && one.id == other.id;
  }
  return std::strcmp(one.name, other.name) == 0;
}

bool entry(Call &call, uint64_t index, const mux_constant_value_t &constant) {
  if (constant.name != nullptr && constant.name[0] == '\0') {
    return call.fail("muxCreateExecutableWithOptions.constant_name", mux_error_invalid_value,
                     "options->constants[%" PRIu64 "].name is empty", index);
  }
  return constant.value != nullptr ||
         call.fail("muxCreateExecutableWithOptions.constant_value", mux_error_invalid_value,
                   "options->constants[%" PRIu64 "].value is NULL", index);
}

/// Programs have a handful of constants, so that comparing all pairs is the quickest.
bool is_first(Call &call, const mux_constant_value_t *constants, uint64_t index) {
  for (uint64_t earlier = 0; earlier < index; ++earlier) {
    if (is_same_constant(constants[earlier], constants[index])) {
      const char *name = constants[index].name;
      return name != nullptr ? call.fail("muxCreateExecutableWithOptions.constant_once",
                                         mux_error_invalid_value,
                                         "options->constants[%" PRIu64 "] and [%" PRIu64
                                         "] are both for constant '%s'",
                                         earlier, index, name)
                             : call.fail("muxCreateExecutableWithOptions.constant_once",
                                         mux_error_invalid_value,
                                         "options->constants[%" PRIu64 "] and [%" PRIu64
                                         "] are both for specialization constant %" PRIu32,
                                         earlier, index, constants[index].id);
    }
  }
  return true;
}

}  // namespace

bool constants(Call &call, const mux_executable_options_t &options) {
  if (options.constants == nullptr) {
    return holds(call, "muxCreateExecutableWithOptions.constants", options.constant_count == 0,
                 "options->constants is NULL, and options->constant_count is not 0");
  }
  for (uint64_t i = 0; i < options.constant_count; ++i) {
    if (!entry(call, i, options.constants[i]) || !is_first(call, options.constants, i)) {
      return false;
    }
  }
  // A target of an older header would ignore them.
  return options.constant_count == 0 ||
         feature(call, "muxCreateExecutableWithOptions.takes_constants",
                 call.target()->get_executable_constant_count != nullptr, "values of constants");
}

}  // namespace mux::core::check
