// Requests to a process of `muxbench start`, and its answer: one JSON object.
#pragma once

#include <optional>
#include <string>

#include "muxbench/start/figures.h"
#include "muxbench/start/process.h"

namespace mux::bench {

// A runtime, with the environment in which its processes run.
struct StartRuntime {
  // "mux", or the name of an OpenCL platform.
  std::string name;
  bool is_mux = false;
  EnvironmentChanges environment;
};

// In the started process: handles the request of --process and prints the answer. Returns the exit
// code. Throws UsageError, mux::Error, OpenClError, or std::runtime_error if the answer cannot be
// written.
int answer_request(const std::string &request);

// In the parent: each starts a process and waits for it. All throw ProcessError, also for an
// invalid answer.

// The platform of the first CPU device that the ICD loader finds; nothing if there is none, or if
// it is Mux. `process` identifies the process in errors.
std::optional<std::string> request_platform(const std::string &process,
                                            const EnvironmentChanges &environment);
// `moment` identifies the start in errors.
Start request_start(const StartRuntime &runtime, const std::string &kernel,
                    const std::string &moment, const EnvironmentChanges &caches);
// The times of Mux's passes in the first launch, in a start with an empty cache; only the stages
// that passes belong to.
CompileStages request_passes(const StartRuntime &runtime, const std::string &kernel);

}  // namespace mux::bench
