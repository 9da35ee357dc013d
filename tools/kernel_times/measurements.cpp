#include "kernel_times/measurements.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mux::kernel_times {
namespace {

using nlohmann::json;

// After this many changes, writing is limited to this share of the time.
constexpr unsigned changes_written_at_once = 64;
constexpr double share_of_writing = 0.02;
constexpr double least_seconds_between_writes = 0.01;

// FNV-1a, which is the same in every process.
uint64_t hash(std::string_view text) {
  uint64_t value = 0xcbf29ce484222325;
  for (const char character : text) {
    value = (value ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  }
  return value;
}

// The environment variable as an absolute path; empty if it is unset.
std::string path_variable(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr || *value == '\0' ? "" : std::filesystem::absolute(value).string();
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
    : prefix_(path_variable("KERNEL_TIMES_FILE")), sources_(path_variable("KERNEL_TIMES_SOURCES")) {
  std::error_code error;
  if (!sources_.empty() && !std::filesystem::create_directories(sources_, error) && error) {
    report_failure("cannot make the folder '" + sources_ + "': " + error.message());
  }
}

std::string Measurements::add_source(std::string_view text, std::string_view suffix) {
  std::ostringstream key;
  key << std::hex << std::setw(16) << std::setfill('0') << hash(text);
  if (known_sources_.insert(key.str()).second && !sources_.empty()) {
    const std::string path = sources_ + "/" + key.str() + "." + std::string(suffix);
    if (!(std::ofstream(path, std::ios::binary) << text).flush()) {
      report_failure("cannot write '" + path + "'");
    }
  }
  return key.str();
}

void Measurements::write_at_end() {
  if (!file_.empty() || !programs_.empty() || untimed_ != 0) {
    write();
  }
}

void Measurements::write_after_change() {
  const double begin = now();
  if (++changes_ > changes_written_at_once && begin < next_write_) {
    return;
  }
  write();
  const double end = now();
  next_write_ = end + std::max(least_seconds_between_writes, (end - begin) / share_of_writing);
}

void Measurements::start_over_in_child() {
  file_.clear();
  programs_.clear();
  untimed_ = 0;
  changes_ = 0;
  next_write_ = 0;
}

// After exec() a process has the same id: the second file gets another name.
bool Measurements::choose_file() {
  constexpr int max_files = 1000;
  const std::string stem = prefix_ + "." + std::to_string(getpid());
  for (int i = 1; file_.empty() && i < max_files; ++i) {
    const std::string name = stem + (i == 1 ? "" : "-" + std::to_string(i)) + ".json";
    const int file = open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file >= 0) {
      close(file);
      file_ = name;
    } else if (errno != EEXIST) {
      report_failure("cannot write '" + name + "': " + std::strerror(errno));
      return false;
    }
  }
  return !file_.empty();
}

void Measurements::report_failure(const std::string &what) {
  if (!has_failed_) {
    std::fprintf(stderr, "kernel_times: %s\n", what.c_str());
  }
  has_failed_ = true;
}

void Measurements::write() {
  if (prefix_.empty() || !choose_file()) {
    return;
  }
  try {
    json programs = json::array();
    for (const auto &[build, program] : programs_) {
      json kernels = json::array();
      for (const auto &[name, kernel] : program.kernels) {
        kernels.push_back(kernel_json(name, kernel));
      }
      programs.push_back({{"source", build.source},
                          {"options", build.options},
                          {"builds", program.builds},
                          {"build", program.build},
                          {"kernels", kernels}});
    }
    // Written to a temporary file, so that a killed process leaves the previous version. Invalid
    // UTF-8 in names and options is replaced, so that it does not lose the measurements.
    const std::string unfinished = file_ + ".tmp";
    std::ofstream stream(unfinished);
    stream << json{{"programs", programs}, {"untimed", untimed_}}.dump(
        1, ' ', false, json::error_handler_t::replace);
    stream.close();
    if (!stream || std::rename(unfinished.c_str(), file_.c_str()) != 0) {
      report_failure("cannot write '" + file_ + "'");
    }
  } catch (const std::exception &) {
    // The measured program continues without the file.
  }
}

}  // namespace mux::kernel_times
