/// @file
/// What the program is told of a command buffer while it is recorded and runs: texts of errors,
/// hints, and what its kernels print, through the callback that the command buffer was made with.
///
/// Belongs to a command buffer. Any thread may send, without any lock of ours held; where kernels
/// print changes only while nothing runs.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <string>
#include <string_view>

#include "host/support/lock.h"

namespace mux::host {

class Messages {
 public:
  /// `callback_info` may be NULL.
  explicit Messages(mux_callback_info_t callback_info) noexcept
      : callback_info_(callback_info != nullptr ? *callback_info : mux_callback_info_s{}) {}
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;

  const mux_callback_info_s &callback_info() const { return callback_info_; }
  bool has_callback() const { return callback_info_.callback != nullptr; }

  /// About an error while commands ran.
  void send(const char *message) const;
  /// With data, because it is not about an error. There must be a callback.
  void send(const std::string &message, mux_message_kind_e kind) const;

  /// Where kernels print; see muxSetKernelOutput().
  mux_kernel_output_e kernel_output() const { return kernel_output_; }
  void set_kernel_output(mux_kernel_output_e output) { kernel_output_ = output; }
  /// Hands over the text of a printf call, with a null character behind it. There must be a
  /// callback.
  void send_printed_text(std::string_view text);

 private:
  const mux_callback_info_s callback_info_;
  mux_kernel_output_e kernel_output_ = mux_kernel_output_stdout;
  /// Held while the program's callback has a printed text.
  Lock text_lock_;
};

}  // namespace mux::host
