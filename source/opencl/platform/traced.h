/// @file
/// Entry points that write what they are called with, for MUX_LOG=trace: loaders get them instead
/// of the entry points themselves, which therefore know nothing of it.
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

/// A function that calls an entry point and writes a line about it.
/// @tparam signature the entry point's; an object, so that it can be an argument of a template.
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
