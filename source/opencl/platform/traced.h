/// @file
/// Tracing wrappers of entry points for MUX_LOG=trace. Loaders get the wrappers instead of the
/// entry points, which contain no tracing code.
#pragma once

#include "opencl/headers/opencl.h"

#include <tuple>
#include <type_traits>

#include "opencl/support/log.h"
#include "opencl/support/trace_line.h"

namespace mux::opencl {

template <typename Result, typename... Parameters>
Result call_traced(const Signature &signature, Result (*function)(Parameters...),
                   std::type_identity_t<Parameters>... arguments) noexcept {
  TraceLine line(signature);
  (line.argument(arguments), ...);
  const auto end = [&] {
    if constexpr (sizeof...(arguments) != 0) {
      line.written(std::get<sizeof...(arguments) - 1>(std::tie(arguments...)));
    }
    write_line(line.c_str());
  };
  if constexpr (std::is_void_v<Result>) {
    function(arguments...);
    line.end_without_result();
    end();
  } else {
    const Result result = function(arguments...);
    line.result(result);
    end();
    return result;
  }
}

/// Calls an entry point and writes a line with its arguments and result.
/// @tparam signature of the entry point; an object, so that it can be a template argument.
template <auto function, const Signature &signature>
struct Traced;

template <typename Result, typename... Parameters, Result (*function)(Parameters...),
          const Signature &signature>
struct Traced<function, signature> {
  static Result CL_API_CALL call(Parameters... arguments) noexcept {
    return call_traced(signature, function, arguments...);
  }
};

}  // namespace mux::opencl
