// What a process of `muxbench start` is asked for, and what it answers: one object of JSON.
#pragma once

#include <optional>
#include <string>

#include "muxbench/start/figures.h"
#include "muxbench/start/process.h"

namespace mux::bench {

// A way to run kernels, in processes of its own.
struct StartRuntime {
  // "mux", or what an OpenCL platform calls itself.
  std::string name;
  bool is_mux = false;
  EnvironmentChanges environment;
};

// In the process: does what --process asks for and prints the answer. Returns the exit code. Throws
// UsageError, mux::Error, OpenClError, or std::runtime_error if the answer cannot be written.
int answer_request(const std::string &request);

// In the process that asks; each starts another and waits for it. All throw ProcessError, also if
// the answer cannot be understood.

// The platform of the first CPU device that the ICD loader finds; nothing if there is none, or if
// it is Mux. `process` is what errors call it.
std::optional<std::string> ask_for_platform(const std::string &process,
                                            const EnvironmentChanges &environment);
// `moment` says in errors which start it is.
Start ask_for_start(const StartRuntime &runtime, const std::string &kernel,
                    const std::string &moment, const EnvironmentChanges &caches);
// What Mux's passes take in the first launch, in a start with an empty cache; only the stages that
// passes are part of.
CompileStages ask_for_passes(const StartRuntime &runtime, const std::string &kernel);

}  // namespace mux::bench
