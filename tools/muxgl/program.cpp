#include "muxgl/program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace mux::tools {

namespace {

constexpr const char *redirect_library = "libmuxgl_redirect.so";

/// Signals that end or notify programs.
constexpr std::array passed_signals{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH};

/// Returns this process's environment with the settings for Mesa.
std::vector<std::string> make_environment(const std::string &socket_path) {
  std::string preload = "LD_PRELOAD=" + find_redirect_library();
  std::vector<std::string> environment;
  for (char **variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('=') + 1);
    if (name == "LD_PRELOAD=") {
      preload.append(":").append(text.substr(name.size()));
    } else if (name != "LIBGL_ALWAYS_SOFTWARE=" && name != "GALLIUM_DRIVER=" &&
               name != "MUXGL_SOCKET=") {
      environment.emplace_back(text);
    }
  }
  environment.push_back(std::move(preload));
  environment.emplace_back("LIBGL_ALWAYS_SOFTWARE=1");
  environment.emplace_back("GALLIUM_DRIVER=virpipe");
  environment.push_back("MUXGL_SOCKET=" + socket_path);
  return environment;
}

std::vector<char *> pointers(const std::vector<std::string> &texts) {
  std::vector<char *> result;
  for (const std::string &text : texts) {
    // posix_spawnp() does not change them.
    result.push_back(const_cast<char *>(text.c_str()));
  }
  result.push_back(nullptr);
  return result;
}

/// Whether a signal came from a terminal, which sends it to the program as well.
bool is_from_terminal(const siginfo_t &info) {
  return info.si_code == SI_KERNEL;
}

}  // namespace

sigset_t handled_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  for (const int signal : passed_signals) {
    sigaddset(&signals, signal);
  }
  return signals;
}

std::string find_redirect_library() {
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char *place : {MUX_REDIRECT_BUILT, MUX_REDIRECT_INSTALLED, "."}) {
    const std::filesystem::path path = (folder / place / redirect_library).lexically_normal();
    if (std::filesystem::exists(path)) {
      if (path.string().find_first_of(": ") != std::string::npos) {
        throw std::runtime_error("cannot preload '" + path.string() +
                                 "': the path has a blank or a colon");
      }
      return path;
    }
  }
  throw std::runtime_error(std::string(redirect_library) + " is not installed");
}

pid_t start_program(const std::vector<std::string> &command, const std::string &socket_path,
                    const sigset_t &signals_before) {
  const std::vector<std::string> environment = make_environment(socket_path);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &signals_before);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  const int error = posix_spawnp(&process, command[0].c_str(), nullptr, &attributes,
                                 pointers(command).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot run '" + command[0] + "'");
  }
  return process;
}

int wait_for_program(pid_t process, const sigset_t &signals) {
  for (;;) {
    siginfo_t info{};
    const int signal = sigwaitinfo(&signals, &info);
    if (signal > 0 && signal != SIGCHLD) {
      if (!is_from_terminal(info)) {
        kill(process, signal);
      }
      continue;
    }
    int status = 0;
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended < 0) {
      throw std::system_error(errno, std::generic_category(), "cannot wait for the program");
    }
    if (ended == process) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
  }
}

}  // namespace mux::tools
