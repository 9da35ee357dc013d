#include "starts.h"

#include <algorithm>
#include <cstdlib>

#include "compiler/cache/entry.h"

namespace mux::test {
namespace {

/// Sets variables of this process and its children, during its lifetime.
class SetVariables {
 public:
  explicit SetVariables(const Variables &variables) {
    for (const auto &[name, value] : variables) {
      const char *before = std::getenv(name.c_str());
      before_[name] = before == nullptr ? "" : before;
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  ~SetVariables() {
    for (const auto &[name, value] : before_) {
      value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
    }
  }
  SetVariables(const SetVariables &) = delete;
  SetVariables &operator=(const SetVariables &) = delete;

 private:
  Variables before_;
};

std::string label_of(const std::filesystem::path &file) {
  const std::string bytes = read(file);
  compiler::CacheEntry entry;
  return compiler::read_cache_entry(bytes, entry) ? std::string(entry.label) : "damaged";
}

}  // namespace

ProcessResult start(const ScratchFolder &folder, const std::vector<std::string> &command,
                    const Variables &variables) {
  Variables all = variables;
  all.insert({{"MUX_CACHE", "1"}, {"MUX_CACHE_DIR", folder.cache().string()}});
  const SetVariables set(all);
  return run_process(command);
}

ProcessResult start_muxcc(const ScratchFolder &folder, std::vector<std::string> arguments,
                          const Variables &variables) {
  arguments.insert(arguments.begin(), MUX_TEST_MUXCC);
  return start(folder, arguments, variables);
}

ProcessResult start_fill(const ScratchFolder &folder, const std::filesystem::path &source,
                         const std::vector<std::string> &arguments, const Variables &variables) {
  std::vector<std::string> command = {
      MUX_TEST_MUXRUN, source.string(), "-k", "fill", "-g", "8", "-a",
      "buffer:int:8",  "--print",       "0"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return start(folder, command, variables);
}

std::filesystem::path write_fill(const ScratchFolder &folder, const std::string &value,
                                 const std::string &before) {
  std::filesystem::path file = folder.path() / "fill.cl";
  write(file,
        before + "\nkernel void fill(global int *a) { a[get_global_id(0)] = " + value + "; }\n");
  return file;
}

std::vector<std::string> labels(const ScratchFolder &folder) {
  std::vector<std::string> found;
  for (const std::filesystem::path &file : entries(folder.cache())) {
    found.push_back(label_of(file));
  }
  std::sort(found.begin(), found.end());
  return found;
}

size_t count(const ScratchFolder &folder, const std::string &beginning) {
  const std::vector<std::string> all = labels(folder);
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [&](const std::string &label) {
    return label.starts_with(beginning);
  }));
}

void forget_uses(const ScratchFolder &folder) {
  for (const std::filesystem::path &file : entries(folder.cache())) {
    make_older(file, std::chrono::hours(100));
  }
}

std::vector<std::string> used_labels(const ScratchFolder &folder) {
  std::vector<std::string> used;
  for (const std::filesystem::path &file : entries(folder.cache())) {
    if (is_young(file)) {
      used.push_back(label_of(file));
    }
  }
  std::sort(used.begin(), used.end());
  return used;
}

}  // namespace mux::test
