#include "host/schedule/printing_scope.h"

#include "host/schedule/callback_scope.h"

namespace mux::host {

bool PrintingScope::send_to_callback(void *scope, std::string_view text) {
  const auto &printing = *static_cast<PrintingScope *>(scope);
  const Submission &submission = printing.submission_;
  const CallbackScope callback(printing.workers_, submission);
  submission.messages().send_printed_text(text);
  return true;
}

PrintingScope::PrintingScope(Submission &submission, Workers &workers)
    : submission_(submission), workers_(workers) {
  if (submission.messages().kernel_output() == mux_kernel_output_callback) {
    to_callback_.emplace(send_to_callback, this);
  }
}

}  // namespace mux::host
