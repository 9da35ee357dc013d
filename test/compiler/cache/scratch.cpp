#include "scratch.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace mux::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> problems;

std::vector<fs::path> files_with(const fs::path &cache, const std::string &extension) {
  std::vector<fs::path> found;
  if (fs::exists(cache)) {
    for (const fs::directory_entry &file : fs::directory_iterator(cache)) {
      if (file.path().extension() == extension) {
        found.push_back(file.path());
      }
    }
  }
  return found;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "mux-cache-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no folder for temporary files");
  }
  path_ = name;
  compiler::set_cache_problem_reporter([](const char *problem) { problems.emplace_back(problem); });
  problems.clear();
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<fs::path> entries(const fs::path &cache) {
  return files_with(cache, ".entry");
}

std::vector<fs::path> unfinished(const fs::path &cache) {
  return files_with(cache, ".new");
}

std::string read(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const fs::path &file, const std::string &bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

void make_older(const fs::path &file, std::chrono::hours age) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - age);
}

bool is_young(const fs::path &file) {
  return fs::file_time_type::clock::now() - fs::last_write_time(file) < std::chrono::hours(1);
}

std::vector<std::string> reported_problems() {
  return std::exchange(problems, {});
}

}  // namespace mux::test
