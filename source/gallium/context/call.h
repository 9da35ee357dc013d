/// @file
/// The frame of entry points of a context: fails after a reset, and reports failures to the
/// context's debug callback.
///
///     return context_call("muxGalliumTextureBarrier", context, arguments(flags),
///                         [&](Context &on) { on.record_barrier(); });
#pragma once

#include <string>

#include "gallium/context/context.h"
#include "gallium/support/call.h"

namespace mux::gallium {

/// Runs the body, and passes its failure to the context's debug callback as well.
template <typename Body>
void run_and_tell(Context &context, Body &body) {
  try {
    body(context);
  } catch (const client::Failure &failure) {
    if (failure.result != mux_fence_not_ready) {
      context.messages().tell(failure.result == mux_error_out_of_memory
                                  ? mux_gallium_debug_out_of_memory
                                  : mux_gallium_debug_error,
                              failure.text);
    }
    throw;
  } catch (const std::bad_alloc &) {
    context.messages().tell(mux_gallium_debug_out_of_memory, "out of memory");
    throw;
  }
}

/// @param values the arguments after the context, for the trace.
template <typename... Values, typename Body>
mux_result_t context_call(const char *entry_point, mux_gallium_context_t handle,
                          const std::tuple<Values...> &values, Body body) noexcept {
  return call(entry_point, std::tuple_cat(std::make_tuple(handle), values),
              [&] { run_and_tell(live(handle), body); });
}

/// The same for calls that work after a reset.
template <typename... Values, typename Body>
mux_result_t any_context_call(const char *entry_point, mux_gallium_context_t handle,
                              const std::tuple<Values...> &values, Body body) noexcept {
  return call(entry_point, std::tuple_cat(std::make_tuple(handle), values),
              [&] { run_and_tell(checked<Context>(handle), body); });
}

/// Creates an object that compiles a program, and passes the compiler's log to the context's debug
/// callback, also if it fails.
template <typename T, typename Description>
T *add_compiled(Context &on, const Description &description) {
  std::string log;
  const auto tell_log = [&] {
    if (!log.empty()) {
      on.messages().tell(mux_gallium_debug_shader_info, log.c_str());
    }
  };
  T *made = nullptr;
  try {
    made = on.add(make_ref<T>(&on, on.screen(), description, log));
  } catch (...) {
    tell_log();
    throw;
  }
  tell_log();
  return made;
}

}  // namespace mux::gallium
