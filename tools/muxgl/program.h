/// @file
/// Runs the program of muxgl: environment, start, signals, exit code.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <string>
#include <vector>

namespace mux::tools {

/// Returns the signals that muxgl passes on to the program, and SIGCHLD.
sigset_t handled_signals();

/// Returns the path of the library that redirects connections. Throws std::runtime_error if it is
/// neither where it was built, nor where it was installed, nor in the folder of this program, or
/// cannot be preloaded from there.
std::string find_redirect_library();

/// Starts a program with Mesa's settings for the server at `socket_path`. Signals are as in
/// `signals_before`.
///
/// @return the process. Throws std::system_error with the reason.
pid_t start_program(const std::vector<std::string> &command, const std::string &socket_path,
                    const sigset_t &signals_before);

/// Waits for a program, and passes signals of `signals`, which are blocked, on to it.
///
/// @return its exit code, or 128 plus the number of the signal that ended it, as shells do.
int wait_for_program(pid_t process, const sigset_t &signals);

}  // namespace mux::tools
