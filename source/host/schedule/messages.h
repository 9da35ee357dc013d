/// @file
/// Messages to the program about a command buffer, through the callback that it was created with:
/// error texts, hints, and the output of kernels.
///
/// Belongs to a command buffer. Any thread may send, without holding a lock of the library. The
/// destination of kernel output changes only while nothing runs.
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

  /// Sends an error message of running commands.
  void send(const char *message) const;
  /// Sends a message that is not an error, with a message info that says so. Precondition:
  /// has_callback().
  void send(const std::string &message, mux_message_kind_e kind) const;

  /// Destination of kernel output; see muxSetKernelOutput().
  mux_kernel_output_e kernel_output() const { return kernel_output_; }
  void set_kernel_output(mux_kernel_output_e output) { kernel_output_ = output; }
  /// Sends the null-terminated text of a printf call. Precondition: has_callback().
  void send_printed_text(std::string_view text);

 private:
  const mux_callback_info_s callback_info_;
  mux_kernel_output_e kernel_output_ = mux_kernel_output_stdout;
  /// Held while the callback runs for a printed text.
  Lock text_lock_;
};

}  // namespace mux::host
