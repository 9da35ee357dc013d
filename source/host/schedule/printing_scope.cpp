#include "host/schedule/printing_scope.h"

#include "host/schedule/callback_scope.h"

namespace mux::host {

bool PrintingScope::send_to_callback(void *scope, std::string_view text) {
  const auto &printing = *static_cast<PrintingScope *>(scope);
  const Run &run = printing.run_;
  const CallbackScope callback(printing.workers_, run);
  run.messages().send_printed_text(text);
  return true;
}

PrintingScope::PrintingScope(Run &run, Workers &workers) : run_(run), workers_(workers) {
  if (run.messages().kernel_output() == mux_kernel_output_callback) {
    to_callback_.emplace(send_to_callback, this);
  }
}

}  // namespace mux::host
