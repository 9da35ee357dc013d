// Runs this program again in a new process, for one start of a kernel.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace mux::bench {

// A process failed. The text is one line that names the process.
class ProcessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Changed environment variables; those without a value are unset.
using EnvironmentChanges = std::map<std::string, std::optional<std::string>>;

struct EndedProcess {
  std::string output;
  std::string errors;
  // From just before its creation until waitpid() has returned.
  double wall_ns = 0;
};

// `name` identifies the process in errors. The environment must not change concurrently.
//
// Throws ProcessError if it cannot be started, is killed by a signal, or returns a nonzero exit
// code.
EndedProcess run_this_program(const std::string &name, std::vector<std::string> arguments,
                              const EnvironmentChanges &changes);

}  // namespace mux::bench
