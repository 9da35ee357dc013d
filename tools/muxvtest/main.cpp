/// @file
/// muxvtest: serves OpenGL programs on Mesa's virgl driver, until it is ended by a signal.

#include <csignal>
#include <exception>
#include <string>

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "common/server_options.h"
#include "common/server_thread.h"

namespace {

/// Where Mesa's client connects to: it has no setting for it.
constexpr const char *mesa_socket = "/tmp/.virgl_test";

/// Blocks the signals that end the server, for this thread and all that it starts.
sigset_t block_ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

}  // namespace

int main(int argc, char **argv) try {
  mux::tools::ArgumentParser parser(
      "Serves OpenGL programs that run with LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=virpipe, until "
      "it gets SIGINT or SIGTERM.",
      "muxvtest");
  std::string socket = mesa_socket;
  parser.add("--socket", socket, "The socket to listen at").show_default();
  mux::tools::ServerOptions options;
  mux::tools::add_server_options(parser, options);
  if (const auto exit_code = parser.parse(argc, argv)) {
    return *exit_code;
  }

  mux::tools::raise_file_limit();
  const sigset_t signals = block_ending_signals();
  {
    const mux::tools::ServerThread server(socket, options);
    int signal = 0;
    sigwait(&signals, &signal);
    // A second signal ends a server whose clients' work does not end.
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
  return mux::tools::exit_success;
} catch (const std::exception &error) {
  return mux::tools::report("muxvtest", error);
}
