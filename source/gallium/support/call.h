/// @file
/// The frame of every entry point: runs its body, converts exceptions to results, sets the text of
/// muxGetLastErrorMessage(), and logs.
///
///     mux_result_t muxGalliumRetainFence(mux_gallium_fence_t fence) {
///       return call("muxGalliumRetainFence", arguments(fence), [&] { ... });
///     }
#pragma once

#include <mux/mux.h>

#include <new>
#include <tuple>

#include "gallium/support/failure.h"
#include "gallium/support/log.h"
#include "gallium/support/trace_line.h"

namespace mux::gallium {

/// The arguments of a call, for the trace.
template <typename... Values>
std::tuple<Values...> arguments(Values... values) {
  return {values...};
}

/// Sets the error text, and logs it if failures are logged. Returns the result.
mux_result_t report(const char *entry_point, const client::Failure &failure) noexcept;

/// Runs `body`, which throws on failure.
template <typename Body>
mux_result_t run_guarded(const char *entry_point, Body &body) noexcept {
  try {
    body();
    return mux_success;
  } catch (const client::Failure &failure) {
    return report(entry_point, failure);
  } catch (const std::bad_alloc &) {
    return report(entry_point, {mux_error_out_of_memory, "out of memory"});
  } catch (...) {
    return report(entry_point, {mux_error_failure,
                                "the operating system refused a resource (a thread or a file)"});
  }
}

template <typename... Values, typename Body>
mux_result_t call(const char *entry_point, const std::tuple<Values...> &values,
                  Body body) noexcept {
  const mux_result_t result = run_guarded(entry_point, body);
  if (log_enabled(LogLevel::debug)) {
    TraceLine line(entry_point);
    if (log_enabled(LogLevel::trace)) {
      std::apply([&](auto... value) { (line.argument(value), ...); }, values);
    }
    line.result(result);
    write_line(line.c_str());
  }
  return result;
}

}  // namespace mux::gallium
