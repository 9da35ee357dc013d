/// @file
/// muxgl: runs an OpenGL program on Mux, with a server of its own that ends with it.

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "common/server_options.h"
#include "common/server_thread.h"
#include "muxgl/program.h"
#include "support/environment.h"

namespace {

/// As shells have them.
constexpr int exit_not_executable = 126;
constexpr int exit_not_found = 127;

/// A folder for this user alone, which is removed in the end.
class PrivateFolder {
 public:
  PrivateFolder() {
    const std::string runtime(mux::environment::text("XDG_RUNTIME_DIR"));
    const bool exists = access(runtime.c_str(), W_OK | X_OK) == 0;
    path_ = (exists ? runtime : "/tmp") + "/muxgl-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot create '" + path_ + "'");
    }
  }
  ~PrivateFolder() { rmdir(path_.c_str()); }
  PrivateFolder(const PrivateFolder &) = delete;
  PrivateFolder &operator=(const PrivateFolder &) = delete;

  std::string socket() const { return path_ + "/socket"; }

 private:
  std::string path_;
};

int run(const std::vector<std::string> &command, const mux::tools::ServerOptions &options) {
  // Whoever started this process may have ignored it, in which case there is nothing to wait for.
  std::signal(SIGCHLD, SIG_DFL);
  // Blocked before any thread starts, so that signals wait for wait_for_program().
  const sigset_t signals = mux::tools::handled_signals();
  sigset_t signals_before;
  pthread_sigmask(SIG_BLOCK, &signals, &signals_before);
  const PrivateFolder folder;
  const mux::tools::ServerThread server(folder.socket(), options);
  pid_t process = 0;
  try {
    process = mux::tools::start_program(command, server.socket_path(), signals_before);
  } catch (const std::system_error &error) {
    mux::tools::report("muxgl", error);
    return error.code() == std::errc::no_such_file_or_directory ? exit_not_found
                                                                : exit_not_executable;
  }
  return mux::tools::wait_for_program(process, signals);
}

}  // namespace

int main(int argc, char **argv) try {
  mux::tools::ArgumentParser parser(
      "Runs an OpenGL program on Mux, through Mesa's virgl driver: muxgl [OPTIONS] PROGRAM "
      "[ARGUMENTS]",
      "muxgl");
  // The first word that is no option of ours begins the program's command line.
  parser.end_at_first_word();
  mux::tools::ServerOptions options;
  mux::tools::add_server_options(parser, options);
  if (const auto exit_code = parser.parse(argc, argv)) {
    return *exit_code;
  }
  const std::vector<std::string> command = parser.rest();
  if (command.empty()) {
    throw mux::tools::UsageError("PROGRAM is missing (see muxgl --help)");
  }
  return run(command, options);
} catch (const std::exception &error) {
  return mux::tools::report("muxgl", error);
}
