#include "muxbench/start/process.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "muxbench/start/clock.h"

namespace mux::bench {
namespace {

// Captured output of a process: in a file rather than a pipe, so that output cannot block the
// process, and in memory, so that measurements do not depend on a disk.
class CapturedOutput {
 public:
  explicit CapturedOutput(const std::string &process)
      : process_(process), file_(memfd_create("muxbench", MFD_CLOEXEC)) {
    if (file_ < 0) {
      throw ProcessError(process +
                         ": cannot create a file for its output: " + std::strerror(errno));
    }
  }
  CapturedOutput(const CapturedOutput &) = delete;
  CapturedOutput &operator=(const CapturedOutput &) = delete;
  ~CapturedOutput() { close(file_); }

  int file() const { return file_; }

  std::string text() const {
    std::string text;
    char part[4096];
    for (;;) {
      const ssize_t count = pread(file_, part, sizeof part, static_cast<off_t>(text.size()));
      if (count > 0) {
        text.append(part, static_cast<size_t>(count));
      } else if (count == 0) {
        return text;
      } else if (errno != EINTR) {
        throw ProcessError(process_ + ": cannot read its output: " + std::strerror(errno));
      }
    }
  }

 private:
  const std::string &process_;
  int file_;
};

std::vector<std::string> changed_environment(const EnvironmentChanges &changes) {
  std::vector<std::string> variables;
  for (char **each = environ; *each != nullptr; ++each) {
    const std::string_view variable = *each;
    if (!changes.contains(std::string(variable.substr(0, variable.find('='))))) {
      variables.emplace_back(variable);
    }
  }
  for (const auto &[name, value] : changes) {
    if (value) {
      variables.push_back(name);
      variables.back().append("=").append(*value);
    }
  }
  return variables;
}

std::vector<char *> pointers_to(std::vector<std::string> &words) {
  std::vector<char *> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string &word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  SpawnActions(const SpawnActions &) = delete;
  SpawnActions &operator=(const SpawnActions &) = delete;
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }

  // Returns an error number, or 0.
  int redirect(int from, const CapturedOutput &to) {
    return posix_spawn_file_actions_adddup2(&actions_, to.file(), from);
  }
  const posix_spawn_file_actions_t *get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

// The status of waitpid().
int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void check_end(const std::string &name, int status, const std::string &errors) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    return;
  }
  std::string message = name + ": the process ";
  if (WIFSIGNALED(status)) {
    message.append("was ended by a signal: ").append(strsignal(WTERMSIG(status)));
  } else {
    message.append("ended with exit code ").append(std::to_string(WEXITSTATUS(status)));
  }
  // The last line, since implementations may print warnings before.
  const size_t end = errors.find_last_not_of('\n');
  if (end != std::string::npos) {
    const size_t begin = errors.rfind('\n', end) + 1;
    message.append(": ").append(errors, begin, end + 1 - begin);
  }
  throw ProcessError(message);
}

}  // namespace

EndedProcess run_this_program(const std::string &name, std::vector<std::string> arguments,
                              const EnvironmentChanges &changes) {
  const CapturedOutput output(name);
  const CapturedOutput errors(name);
  SpawnActions actions;
  std::vector<std::string> variables = changed_environment(changes);
  arguments.insert(arguments.begin(), "muxbench");
  const std::vector<char *> argument_pointers = pointers_to(arguments);
  const std::vector<char *> variable_pointers = pointers_to(variables);
  int error = actions.redirect(STDOUT_FILENO, output);
  if (error == 0) {
    error = actions.redirect(STDERR_FILENO, errors);
  }
  StageClock clock;
  pid_t process = 0;
  if (error == 0) {
    error = posix_spawn(&process, "/proc/self/exe", actions.get(), nullptr,
                        argument_pointers.data(), variable_pointers.data());
  }
  if (error != 0) {
    throw ProcessError(name + ": cannot start the process: " + std::strerror(error));
  }
  const int status = wait_for(process);
  EndedProcess ended{.output = {}, .errors = {}, .wall_ns = clock.lap()};
  ended.output = output.text();
  ended.errors = errors.text();
  check_end(name, status, ended.errors);
  return ended;
}

}  // namespace mux::bench
