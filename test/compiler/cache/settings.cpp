// Environment variables of the cache.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <string>

#include "compiler/cache/settings.h"

using namespace mux::compiler;

namespace {

using Variables = std::map<std::string, std::string>;

/// Sets variables, and unsets the others that name a folder, during its lifetime.
class Environment {
 public:
  explicit Environment(const Variables &values) {
    for (const char *name :
         {"MUX_CACHE", "MUX_CACHE_DIR", "MUX_CACHE_MAX", "XDG_CACHE_HOME", "HOME"}) {
      const char *value = std::getenv(name);
      if (value != nullptr) {
        before_[name] = value;
      }
      unsetenv(name);
    }
    for (const auto &[name, value] : values) {
      setenv(name.c_str(), value.c_str(), 1);
      set_.push_back(name);
    }
  }
  ~Environment() {
    for (const std::string &name : set_) {
      unsetenv(name.c_str());
    }
    for (const auto &[name, value] : before_) {
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  Environment(const Environment &) = delete;
  Environment &operator=(const Environment &) = delete;

 private:
  std::map<std::string, std::string> before_;
  std::vector<std::string> set_;
};

std::string folder_with(const Variables &values) {
  const Environment environment(values);
  std::string problem;
  const auto settings = cache_settings_of_environment(problem);
  CHECK(problem.empty());
  return settings ? settings->directory : "";
}

}  // namespace

TEST_CASE("the folder is MUX_CACHE_DIR, else below XDG_CACHE_HOME, else below HOME", "[cache]") {
  CHECK(folder_with({{"HOME", "/home/a"}}) == "/home/a/.cache/mux");
  CHECK(folder_with({{"HOME", "/home/a"}, {"XDG_CACHE_HOME", "/x"}}) == "/x/mux");
  CHECK(folder_with({{"HOME", "/home/a"}, {"XDG_CACHE_HOME", ""}}) == "/home/a/.cache/mux");
  CHECK(folder_with({{"HOME", "/home/a"}, {"XDG_CACHE_HOME", "x"}}) == "/home/a/.cache/mux");
  CHECK(folder_with({{"HOME", "/home/a"}, {"XDG_CACHE_HOME", "/x"}, {"MUX_CACHE_DIR", "here"}}) ==
        "here");
}

TEST_CASE("MUX_CACHE=0 disables the cache, without a message", "[cache]") {
  CHECK(folder_with({{"HOME", "/home/a"}, {"MUX_CACHE", "0"}}).empty());
  CHECK(folder_with({{"HOME", "/home/a"}, {"MUX_CACHE", "1"}}) == "/home/a/.cache/mux");
}

TEST_CASE("without HOME there is no cache, with a message", "[cache]") {
  for (const char *home : {"", "relative"}) {
    const Environment environment(Variables{{"HOME", home}});
    std::string problem;
    CHECK_FALSE(cache_settings_of_environment(problem).has_value());
    CHECK(problem.find("HOME") != std::string::npos);
  }
}

TEST_CASE("sizes have units of 1024", "[cache]") {
  CHECK(parse_cache_size("0") == 0);
  CHECK(parse_cache_size("4096") == 4096);
  CHECK(parse_cache_size("3K") == 3072);
  CHECK(parse_cache_size("2M") == uint64_t{2} << 20);
  CHECK(parse_cache_size("1G") == uint64_t{1} << 30);
  CHECK(parse_cache_size("5T") == uint64_t{5} << 40);
  CHECK(parse_cache_size("18446744073709551615") == UINT64_MAX);
  CHECK(parse_cache_size("16777215T") == uint64_t{16777215} << 40);
  for (const char *text : {"", "K", "1k", "1KB", "-1", "+1", " 1", "1 ", "0x10", "1.5G",
                           "18446744073709551616", "16777216T"}) {
    INFO(text);
    CHECK_FALSE(parse_cache_size(text).has_value());
  }
}

TEST_CASE("an invalid size is reported, and the default used", "[cache]") {
  std::string problem;
  uint64_t usual = 0;
  {
    const Environment environment(Variables{{"HOME", "/home/a"}});
    usual = cache_settings_of_environment(problem)->max_bytes;
    CHECK(problem.empty());
  }
  {
    const Environment environment(Variables{{"HOME", "/home/a"}, {"MUX_CACHE_MAX", "a lot"}});
    CHECK(cache_settings_of_environment(problem)->max_bytes == usual);
    CHECK(problem.find("a lot") != std::string::npos);
  }
  const Environment environment(Variables{{"HOME", "/home/a"}, {"MUX_CACHE_MAX", "7M"}});
  CHECK(cache_settings_of_environment(problem)->max_bytes == uint64_t{7} << 20);
}
