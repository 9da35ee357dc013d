/// @file
/// One call of an entry point: its name, the target and device its objects belong to, its result.
///
/// An entry point makes a Call, validates with the checks of validation.h, which learn the target
/// and the device from the objects they see, and hands over to the target's hook with dispatch():
///
///   Call call("muxResetFence");
///   const bool valid = check::object(call, "muxResetFence.fence", "fence", fence);
///   return call.dispatch(valid, &mux_target_hooks_t::reset_fence, fence);
///
/// A Call lives on the stack of its entry point and is used by that thread alone. Nothing here
/// allocates or throws. With MUX_LOG=debug every call is logged with its result.
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

  /// Every rule that is broken comes through here: records the result and the text of the error.
  /// `rule` is the id of the broken rule, see validation.h. Returns false, for use in a condition.
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

  /// Calls a hook of `target` and keeps its result. A hook that is NULL is a feature that the
  /// target does not have.
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
    // mux_fence_not_ready is an answer, not an error.
    if (result_ != mux_success && result_ != mux_fence_not_ready) {
      explain_failed_hook();
    }
    return result_;
  }

  /// Ends a call: hands over to the hook of the objects' target if the arguments are valid. They
  /// are references so that nobody reads an enumerator that is not one.
  template <typename... Parameters>
  mux_result_t dispatch(bool valid, mux_result_t (*mux_target_hooks_t::*hook)(Parameters...),
                        const std::type_identity_t<Parameters> &...arguments) {
    if (valid) {
      call_hook(target_, hook, arguments...);
    }
    return finish();
  }

  /// The same for a hook that cannot fail; without a hook there is nothing to do.
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

  /// Ends a call that does not end with dispatch(): logs it and returns its result.
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

/// The enumerator's name, for messages.
const char *result_name(mux_result_t result);

}  // namespace mux::core
