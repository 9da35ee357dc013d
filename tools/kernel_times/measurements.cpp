#include "kernel_times/measurements.h"

#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mux::kernel_times {
namespace {

using nlohmann::json;

constexpr double seconds_between_writes = 1;

// FNV-1a, which is the same in every process.
uint64_t hash(std::string_view text) {
  uint64_t value = 0xcbf29ce484222325;
  for (const char character : text) {
    value = (value ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  }
  return value;
}

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

json launches_json(const NdRange &range, const Launches &launches) {
  const auto sizes = [&](const std::array<uint64_t, 3> &values) {
    return json(std::vector<uint64_t>(values.begin(), values.begin() + range.dimensions));
  };
  const auto seconds = [](const Seconds &value) { return json{value.wall, value.processor}; };
  return {{"global", sizes(range.global)},
          {"local", sizes(range.local)},
          {"launches", launches.count},
          {"first", seconds(launches.first)},
          {"repeated", seconds(launches.repeated)},
          {"others", seconds(launches.others)}};
}

json kernel_json(const std::string &name, const KernelMeasurements &kernel) {
  json ranges = json::array();
  for (const auto &[range, launches] : kernel.launches) {
    ranges.push_back(launches_json(range, launches));
  }
  return {{"name", name},
          {"created", kernel.created},
          {"creation", kernel.creation},
          {"ranges", ranges}};
}

}  // namespace

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processor_now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Measurements::Measurements()
    : file_(variable("KERNEL_TIMES_FILE")), sources_(variable("KERNEL_TIMES_SOURCES")) {}

Measurements::~Measurements() {
  write();
}

std::string Measurements::add_program(std::string_view text, std::string_view suffix) {
  std::ostringstream key;
  key << std::hex << std::setw(16) << std::setfill('0') << hash(text);
  if (programs_.try_emplace(key.str()).second && !sources_.empty()) {
    std::ofstream(sources_ + "/" + key.str() + "." + std::string(suffix), std::ios::binary) << text;
  }
  return key.str();
}

void Measurements::write_now_and_then() {
  if (now() - written_ > seconds_between_writes) {
    write();
    written_ = now();
  }
}

void Measurements::write() const {
  if (file_.empty() || programs_.empty()) {
    return;
  }
  try {
    json programs = json::array();
    for (const auto &[key, program] : programs_) {
      json kernels = json::array();
      for (const auto &[name, kernel] : program.kernels) {
        kernels.push_back(kernel_json(name, kernel));
      }
      programs.push_back({{"source", key},
                          {"options", program.options},
                          {"builds", program.builds},
                          {"build", program.build},
                          {"kernels", kernels}});
    }
    // Names and options are what a program says; what is not UTF-8 must not cost the measurements.
    std::ofstream(file_ + "." + std::to_string(getpid()) + ".json")
        << json{{"programs", programs}, {"untimed", untimed_}}.dump(1, ' ', false,
                                                                    json::error_handler_t::replace);
  } catch (const std::exception &) {
    // The program that is measured goes on without.
  }
}

}  // namespace mux::kernel_times
