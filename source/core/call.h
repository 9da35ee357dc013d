/// @file
/// State of one entry point call: its name, the target and device of its objects, its result.
///
/// An entry point constructs a Call, validates with the checks of validation.h, which get the
/// target and the device from the objects they check, and calls the target's hook with dispatch():
///
///   Call call("muxResetFence");
///   const bool valid = check::object(call, "muxResetFence.fence", "fence", fence);
///   return call.dispatch(valid, &mux_target_hooks_t::reset_fence, fence);
///
/// A Call is on the stack of its entry point and used only by that thread. Nothing here allocates
/// or throws. With MUX_LOG=debug every call is logged with its result.
#pragma once

#include <mux/target.h>

#include <type_traits>

#include "core/error_message.h"
#include "core/log.h"

namespace mux::core {

class Call {
 public:
  explicit Call(const char *entry_point) : entry_point_(entry_point) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  /// Records a rule violation: sets the result and the error text.
  /// @param rule id of the violated rule, see validation.h.
  /// @return false, for use in conditions.
  [[gnu::cold, gnu::noinline, gnu::format(printf, 4, 5)]] bool fail(const char *rule,
                                                                    mux_result_t result,
                                                                    const char *format, ...);

  /// The target of the objects checked so far; NULL before the first.
  const mux_target_hooks_t *target() const { return target_; }
  mux_target_id_t target_id() const { return target_id_; }
  void set_target(const mux_target_hooks_t *target, mux_target_id_t id) {
    target_ = target;
    target_id_ = id;
  }

  /// The device of the objects checked so far; NULL while none of them had one.
  mux_device_t device() const { return device_; }
  void set_device(mux_device_t device) { device_ = device; }

  mux_result_t result() const { return result_; }
  void set_result(mux_result_t result) { result_ = result; }

  /// Calls a hook of `target` and stores its result. A NULL hook is an unsupported feature.
  template <typename... Parameters>
  mux_result_t call_hook(const mux_target_hooks_t *target,
                         mux_result_t (*mux_target_hooks_t::*hook)(Parameters...),
                         const std::type_identity_t<Parameters> &...arguments) {
    target_ = target;
    const auto function = target->*hook;
    if (function == nullptr) {
      fail_without_hook();
      return result_;
    }
    begin_hook();
    result_ = function(arguments...);
    // mux_fence_not_ready is not an error.
    if (result_ != mux_success && result_ != mux_fence_not_ready) {
      explain_failed_hook();
    }
    return result_;
  }

  /// Ends a call: calls the hook of the objects' target if the arguments are valid. Arguments are
  /// passed by reference, so that invalid enumerators are not read.
  template <typename... Parameters>
  mux_result_t dispatch(bool valid, mux_result_t (*mux_target_hooks_t::*hook)(Parameters...),
                        const std::type_identity_t<Parameters> &...arguments) {
    if (valid) {
      call_hook(target_, hook, arguments...);
    }
    return finish();
  }

  /// The same for a hook that cannot fail; a NULL hook has no effect.
  template <typename... Parameters>
  void dispatch(bool valid, void (*mux_target_hooks_t::*hook)(Parameters...),
                const std::type_identity_t<Parameters> &...arguments) {
    if (valid) {
      if (const auto function = target_->*hook) {
        function(arguments...);
      }
    }
    finish();
  }

  /// Ends a call that does not use dispatch(): logs it and returns its result.
  mux_result_t finish() {
    if (log_enabled(LogLevel::debug)) {
      log_result();
    }
    return result_;
  }

 private:
  [[gnu::cold]] void fail_without_hook();
  [[gnu::cold]] void explain_failed_hook();
  [[gnu::cold]] void log_result() const;

  const char *entry_point_;
  const mux_target_hooks_t *target_ = nullptr;
  mux_target_id_t target_id_ = MUX_NULL_ID;
  mux_device_t device_ = nullptr;
  mux_result_t result_ = mux_success;
};

/// Returns the name of the enumerator, for messages.
const char *result_name(mux_result_t result);

}  // namespace mux::core
