// The programs muxvtest and muxgl, run as processes.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "process.h"

namespace {

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

const std::string muxgl = MUX_TEST_MUXGL;
const std::string muxvtest = MUX_TEST_MUXVTEST;
const std::string client = MUX_TEST_CLIENT;

/// A process whose end the test awaits itself.
class Process {
 public:
  explicit Process(const std::vector<std::string> &command, const std::string &output) {
    std::vector<char *> arguments;
    for (const std::string &argument : command) {
      arguments.push_back(const_cast<char *>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    REQUIRE(posix_spawn(&process_, arguments[0], &actions, nullptr, arguments.data(), environ) ==
            0);
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Process() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
  }
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;

  /// Sends a signal and returns the exit code, or the negated number of the signal that ended it.
  int end_by(int signal) {
    ::kill(process_, signal);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t process_ = 0;
};

template <class Condition>
bool becomes(Condition condition) {
  for (int attempt = 0; attempt < 3000; ++attempt) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

bool exists(const std::string &path) {
  return std::filesystem::exists(path);
}

bool mesa_is_missing(const char *program) {
  if (access(program, X_OK) == 0) {
    return false;
  }
  WARN("skipped: " << program << " is not installed");
  return true;
}

}  // namespace

TEST_CASE("muxvtest ends cleanly when it is asked to, and removes its socket") {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const ScratchDirectory folder;
    const std::string socket = folder.path("socket");
    Process server({muxvtest, "--socket", socket}, folder.path("output"));
    REQUIRE(becomes([&] { return exists(socket); }));
    CHECK(server.end_by(signal) == 0);
    CHECK_FALSE(exists(socket));
  }
}

TEST_CASE("muxvtest says why it cannot listen") {
  const ScratchDirectory folder;
  const std::string socket = folder.path("socket");
  Process server({muxvtest, "--socket", socket}, folder.path("output"));
  REQUIRE(becomes([&] { return exists(socket); }));
  const ProcessResult second = run_process({muxvtest, "--socket", socket});
  CHECK(second.exit_code == 1);
  CHECK(second.errors == "muxvtest: another server listens at '" + socket + "'\n");
  const ProcessResult absent = run_process({muxvtest, "--socket", folder.path("no/socket")});
  CHECK(absent.exit_code == 1);
  CHECK(absent.errors.find("No such file or directory") != std::string::npos);
}

TEST_CASE("muxvtest and muxgl refuse wrong options") {
  for (const std::string &tool : {muxvtest, muxgl}) {
    CHECK(run_process({tool, "--log", "loud"}).exit_code == 2);
    CHECK(run_process({tool, "--level", "9.9"}).exit_code == 2);
    const ProcessResult help = run_process({tool, "--help"});
    CHECK(help.exit_code == 0);
    CHECK(help.output.find("--level") != std::string::npos);
  }
  const ProcessResult nothing = run_process({muxgl});
  CHECK(nothing.exit_code == 2);
  CHECK(nothing.errors == "muxgl: PROGRAM is missing (see muxgl --help)\n");
}

TEST_CASE("a program under muxgl reaches a server at Mesa's path") {
  const ProcessResult result = run_process({muxgl, client});
  INFO(result.errors);
  CHECK(result.exit_code == 0);
}

TEST_CASE("programs under several muxgl at once have servers of their own") {
  std::vector<std::thread> threads;
  std::atomic<int> answered = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { answered += run_process({muxgl, client}).exit_code == 0 ? 1 : 0; });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(answered == 8);
}

TEST_CASE("muxgl passes arguments, exit codes and signals on") {
  CHECK(run_process({muxgl, client, "exit", "7"}).exit_code == 7);
  CHECK(run_process({muxgl, "--log", "error", client, "exit", "0"}).exit_code == 0);
  CHECK(run_process({muxgl, "/bin/sh", "-c", "exit $1", "--log", "9"}).exit_code == 9);
  CHECK(run_process({muxgl, client, "kill", "9"}).exit_code == 128 + 9);
  CHECK(run_process({muxgl, "/no/such/program"}).exit_code == 127);
  CHECK(run_process({muxgl, "/etc/passwd"}).exit_code == 126);
  // The end of the program is noticed even if this signal was ignored.
  CHECK(run_process({"/bin/sh", "-c", "trap '' CHLD; exec " + muxgl + " " + client + " exit 4"})
            .exit_code == 4);
  const ScratchDirectory folder;
  const std::string output = folder.path("output");
  Process process({muxgl, client, "wait"}, output);
  REQUIRE(becomes([&] { return mux::test::read_file(output) == "ready\n"; }));
  CHECK(process.end_by(SIGTERM) == 5);
}

TEST_CASE("muxgl sets Mesa's variables, and removes its folder in the end") {
  const ScratchDirectory folder;
  setenv("XDG_RUNTIME_DIR", folder.path("").c_str(), 1);
  setenv("LD_PRELOAD", "libm.so.6", 1);
  setenv("GALLIUM_DRIVER", "another", 1);
  const ProcessResult result = run_process({muxgl, "/usr/bin/env"});
  unsetenv("GALLIUM_DRIVER");
  unsetenv("LD_PRELOAD");
  unsetenv("XDG_RUNTIME_DIR");
  CHECK(result.exit_code == 0);
  CHECK(result.output.find("GALLIUM_DRIVER=virpipe\n") != std::string::npos);
  CHECK(result.output.find("GALLIUM_DRIVER=another") == std::string::npos);
  CHECK(result.output.find("LIBGL_ALWAYS_SOFTWARE=1\n") != std::string::npos);
  CHECK(result.output.find("libmuxgl_redirect.so:libm.so.6\n") != std::string::npos);
  CHECK(result.output.find("MUXGL_SOCKET=" + folder.path("")) != std::string::npos);
  CHECK(std::filesystem::is_empty(folder.path("")));
}

TEST_CASE("Mesa reports OpenGL versions on Mux", "[mesa]") {
  if (mesa_is_missing("/usr/bin/wflinfo")) {
    return;
  }
  const ProcessResult core = run_process({muxgl, "/usr/bin/wflinfo", "-p", "surfaceless_egl", "-a",
                                          "gl", "-V", "3.2", "--profile", "core"});
  INFO(core.errors);
  CHECK(core.exit_code == 0);
  CHECK(core.output.find("renderer string: virgl (Mux") != std::string::npos);
  CHECK(core.output.find("OpenGL version string: 4.3") != std::string::npos);
  const ProcessResult es = run_process(
      {muxgl, "--level", "3.3", "/usr/bin/wflinfo", "-p", "surfaceless_egl", "-a", "gles3"});
  CHECK(es.exit_code == 0);
  CHECK(es.output.find("OpenGL ES 3.1") != std::string::npos);
}
