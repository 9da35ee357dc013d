// Starts this program once more, for one start of a kernel, and waits until it has ended.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace mux::bench {

// A process did not do what it was started for. The text is one line that names the process.
class ProcessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What is to be different in the environment; without a value, a variable is absent.
using EnvironmentChanges = std::map<std::string, std::optional<std::string>>;

struct EndedProcess {
  std::string output;
  std::string errors;
  // From just before it was started until it was known to have ended.
  double wall_ns = 0;
};

// `name` is what errors call the process. The environment must not change meanwhile.
//
// Throws ProcessError if it cannot be started, is ended by a signal, or ends with another exit code
// than 0.
EndedProcess run_this_program(const std::string &name, std::vector<std::string> arguments,
                              const EnvironmentChanges &changes);

}  // namespace mux::bench
