#include "muxbench/start/request.h"

#include <nlohmann/json.hpp>

#include "common/command_line.h"
#include "muxbench/kernels_command.h"
#include "muxbench/opencl.h"
#include "muxbench/start/passes.h"
#include "muxbench/start/runs.h"

namespace mux::bench {
namespace {

// Prefixes of requests, followed by the kernel.
constexpr std::string_view mux_request = "mux:";
constexpr std::string_view opencl_request = "opencl:";
constexpr std::string_view platform_request = "platform:";

constexpr const char *platform_key = "platform";
constexpr const char *parse_key = "parse_ns";

using Json = nlohmann::json;

Json platform_answer() {
  const std::vector<OpenClDevice> devices = find_opencl_devices();
  // Mux's own OpenCL platform has the same name.
  if (devices.empty() || devices.front().name() == "Mux") {
    return {{platform_key, nullptr}};
  }
  return {{platform_key, devices.front().name()}};
}

Workload workload_of(const std::string &kernel) {
  for (const KernelClass &each : wanted_kernel_classes(".*")) {
    if (each.name == kernel) {
      return each.make(Scale::quick);
    }
  }
  throw mux::tools::UsageError("no such kernel: '" + kernel + "'");
}

Json start_answer(const Start &start) {
  Json answer = {{parse_key, start.parse_ns}};
  for (const NamedFigure<Start> &each : start_figures) {
    answer[each.key] = start.*each.value;
  }
  return answer;
}

// Throws what nlohmann::json throws.
Start start_of_answer(const Json &answer) {
  Start start;
  start.parse_ns = answer.at(parse_key);
  for (const NamedFigure<Start> &each : start_figures) {
    start.*each.value = answer.at(each.key);
  }
  return start;
}

// Parses the answer with `read`.
template <typename Read>
auto read_answer(const std::string &process, const EndedProcess &ended, const Read &read) {
  try {
    return read(Json::parse(ended.output));
  } catch (const nlohmann::json::exception &error) {
    throw ProcessError(process + ": invalid answer of the process: " + error.what());
  }
}

std::string request_of(const StartRuntime &runtime, const std::string &kernel) {
  return std::string(runtime.is_mux ? mux_request : opencl_request) + kernel;
}

EndedProcess run_request(const std::string &process, const std::string &request,
                         const EnvironmentChanges &environment) {
  return run_this_program(process, {"start", "--process", request}, environment);
}

}  // namespace

int answer_request(const std::string &request) {
  const auto kernel_of = [&](std::string_view kind) { return request.substr(kind.size()); };
  Json answer;
  if (request == platform_request) {
    answer = platform_answer();
  } else if (request.starts_with(mux_request)) {
    const std::string kernel = kernel_of(mux_request);
    answer = start_answer(start_on_mux(kernel, workload_of(kernel)));
  } else if (request.starts_with(opencl_request)) {
    const std::string kernel = kernel_of(opencl_request);
    answer = start_answer(start_on_opencl(kernel, workload_of(kernel)));
  } else {
    throw mux::tools::UsageError("unknown request '" + request + "'");
  }
  mux::tools::write_output(answer.dump() + "\n");
  return mux::tools::exit_success;
}

std::optional<std::string> request_platform(const std::string &process,
                                            const EnvironmentChanges &environment) {
  const EndedProcess ended = run_request(process, std::string(platform_request), environment);
  return read_answer(process, ended, [](const Json &answer) -> std::optional<std::string> {
    const Json &platform = answer.at(platform_key);
    if (platform.is_null()) {
      return std::nullopt;
    }
    return platform.get<std::string>();
  });
}

Start request_start(const StartRuntime &runtime, const std::string &kernel,
                    const std::string &moment, const EnvironmentChanges &caches) {
  EnvironmentChanges environment = runtime.environment;
  environment.insert(caches.begin(), caches.end());
  const std::string process = kernel + " on " + runtime.name + ", " + moment;
  const EndedProcess ended = run_request(process, request_of(runtime, kernel), environment);
  Start start = read_answer(process, ended, start_of_answer);
  start.process_ns = ended.wall_ns;
  return start;
}

CompileStages request_passes(const StartRuntime &runtime, const std::string &kernel) {
  EnvironmentChanges environment = runtime.environment;
  environment["MUX_CACHE"] = "0";
  environment["MUX_TIME_PASSES"] = "1";
  const std::string process = kernel + " on " + runtime.name + ", its passes timed";
  const EndedProcess ended = run_request(process, request_of(runtime, kernel), environment);
  if (const std::optional<CompileStages> stages = read_pass_report(ended.errors, kernel)) {
    return *stages;
  }
  throw ProcessError(process + ": the process did not report pass times");
}

}  // namespace mux::bench
