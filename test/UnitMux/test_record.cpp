/// @file
/// Records the test cases that ran, their results and the entry points they checked, for
/// scripts/spec_coverage.
///
/// Two lines for each test case: process id, event, name and entry points, separated by tabs. The
/// events are
///
///   begun    the test case started; without a line after it the process ended in it
///   passed   it made assertions of its own, which all passed
///   failed   an assertion failed
///   empty    it made no assertion of its own
///
/// A test's own assertions are those outside of its fixture. The entry points, separated by spaces,
/// are those that the test called itself (calls/entry_point_calls.h) before one of its own
/// assertions passed.
///
/// The file is EXECUTABLE.STAMP.tsv in the directory test-record of the build. The stamp consists
/// of the modification times of the executable and the library, so that records of older builds do
/// not count; a run of a new build removes them. The environment variable MUX_TEST_RECORD names
/// another file. Concurrent processes may append: a line is a single write.

#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "calls/entry_point_calls.h"

namespace mux::test {

namespace {

std::string time_written(const char *path) {
  struct stat status{};
  if (stat(path, &status) != 0) {
    return "0";
  }
  const auto seconds = static_cast<long long>(status.st_mtim.tv_sec);
  return std::to_string(seconds * 1'000'000'000 + status.st_mtim.tv_nsec);
}

/// The file of the loaded library.
const char *library_path() {
  Dl_info info{};
  // By name: the address of the function is that of its wrapper.
  return dladdr(dlsym(RTLD_DEFAULT, "muxWait"), &info) != 0 ? info.dli_fname : "";
}

/// The file of this build; removes those of older builds on its first run.
std::string record_path() {
  if (const char *chosen = std::getenv("MUX_TEST_RECORD")) {
    return chosen;
  }
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path directory = MUX_TEST_RECORD_DIRECTORY;
  const std::string name = executable.filename().string() + ".";
  const fs::path path = directory / (name + time_written(executable.c_str()) + "-" +
                                     time_written(library_path()) + ".tsv");
  fs::create_directories(directory, ignored);
  for (const fs::directory_entry &entry : fs::directory_iterator(directory, ignored)) {
    // Never the file of this build: another process may have created it concurrently.
    if (entry.path() != path && entry.path().filename().string().starts_with(name)) {
      fs::remove(entry.path(), ignored);
    }
  }
  return path.string();
}

/// Files of fixtures: their assertions only check preconditions.
constexpr std::array<std::string_view, 8> fixture_files = {
    "fixtures.cpp",      "command_buffer_fixture.h", "fake_objects.h", "fake_target.h",
    "hostile_world.cpp", "hostile_world.h",          "images.h",       "query_pools.cpp"};

bool is_of_fixture(const Catch::SourceLineInfo &where) {
  const std::string_view path = where.file;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return NotTheTest::here() ||
         std::find(fixture_files.begin(), fixture_files.end(), name) != fixture_files.end();
}

std::string names_of(const EntryPoints &entry_points) {
  std::string names;
  const std::span<const char *const> all = entry_point_names();
  for (size_t i = 0; i < all.size(); ++i) {
    if (entry_points[i]) {
      names.append(names.empty() ? "" : " ").append(all[i]);
    }
  }
  return names;
}

class TestRecord : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;
  ~TestRecord() override {
    if (file_ >= 0) {
      close(file_);
    }
  }
  TestRecord(const TestRecord &) = delete;
  TestRecord &operator=(const TestRecord &) = delete;

  void testRunStarting(const Catch::TestRunInfo &) override {
    // Without a file nothing is recorded, and spec_coverage reports missing records.
    file_ = open(record_path().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  }
  void testCaseStarting(const Catch::TestCaseInfo &test_case) override {
    forget_calls();
    checked_.reset();
    asserted_ = false;
    write_line("begun", test_case.name);
  }
  bool assertionEnded(const Catch::AssertionStats &stats) override {
    const Catch::AssertionResult &result = stats.assertionResult;
    if (result.isOk() && !is_of_fixture(result.getSourceInfo())) {
      checked_ |= noted_calls();
      asserted_ = true;
    }
    return true;
  }
  void testCaseEnded(const Catch::TestCaseStats &stats) override {
    const char *const event = stats.totals.assertions.failed != 0 ? "failed"
                              : asserted_                         ? "passed"
                                                                  : "empty";
    write_line(event, stats.testInfo.name);
  }

 private:
  void write_line(const char *event, const std::string &name) const {
    const std::string line =
        std::to_string(getpid()) + '\t' + event + '\t' + name + '\t' + names_of(checked_) + '\n';
    if (file_ >= 0 && write(file_, line.data(), line.size()) < 0) {
      perror("test record");
    }
  }

  EntryPoints checked_;
  bool asserted_ = false;
  int file_ = -1;
};

CATCH_REGISTER_LISTENER(TestRecord)

}  // namespace

}  // namespace mux::test
