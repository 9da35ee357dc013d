#include "muxbench/start/runtimes.h"

#include <algorithm>
#include <cstdio>

#include "common/command_line.h"

namespace mux::bench {
namespace {

namespace fs = std::filesystem;

bool is_icd(const fs::path &file) {
  return file.extension() == ".icd";
}

// The ICD files of the loader's folder. Empty if the folder does not exist.
std::vector<fs::path> find_icd_files() {
  const char *const chosen = std::getenv("OCL_ICD_VENDORS");
  const fs::path vendors =
      chosen == nullptr || *chosen == '\0' ? "/etc/OpenCL/vendors" : fs::path(chosen);
  std::error_code problem;
  if (is_icd(vendors) && fs::is_regular_file(vendors, problem)) {
    return {vendors};
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry &each : fs::directory_iterator(vendors, problem)) {
    if (is_icd(each.path())) {
      files.push_back(each.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Creates an ICD folder with only this file.
EnvironmentChanges alone(const fs::path &icd, const fs::path &folder) {
  std::error_code problem;
  fs::create_directory(folder, problem);
  if (!problem) {
    fs::copy_file(icd, folder / icd.filename(), problem);
  }
  if (problem) {
    throw mux::tools::UsageError(icd.string() + " cannot be copied to " + folder.string() + ": " +
                                 problem.message());
  }
  // OCL_ICD_FILENAMES would add more implementations.
  return {{"OCL_ICD_VENDORS", folder.string() + "/"}, {"OCL_ICD_FILENAMES", std::nullopt}};
}

}  // namespace

std::vector<StartRuntime> find_runtimes(const ScratchFolder &folder) {
  std::vector<StartRuntime> runtimes = {{.name = "mux", .is_mux = true, .environment = {}}};
  size_t number = 0;
  for (const fs::path &icd : find_icd_files()) {
    try {
      const EnvironmentChanges environment = alone(icd, folder.path(std::to_string(number++)));
      if (const auto platform = request_platform(icd.string(), environment)) {
        runtimes.push_back({.name = *platform, .is_mux = false, .environment = environment});
      }
    } catch (const ProcessError &error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
  }
  return runtimes;
}

}  // namespace mux::bench
