// Each file in ll/ says in its first line which pass it is for, and in lines that start with
// `; CHECK:` and `; CHECK-NOT:` what the result must hold, in this order, and what must not come
// before the next of them.

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "passes.h"

namespace mux::test {
namespace {

struct Check {
  bool is_forbidden = false;
  std::string text;
};

struct Example {
  std::string pass;
  PassOptions options;
  std::vector<Check> checks;
  std::string ir;
};

/// What follows a prefix, without the spaces around; false if the line does not start with it.
bool read_after(const std::string &line, const std::string &prefix, std::string &rest) {
  if (line.rfind(prefix, 0) != 0) {
    return false;
  }
  const size_t first = line.find_first_not_of(' ', prefix.size());
  rest =
      first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(' ') + 1 - first);
  return true;
}

Example read_example(const std::filesystem::path &path) {
  Example example;
  std::ifstream file(path);
  std::string line;
  std::string rest;
  while (std::getline(file, line)) {
    example.ir += line + "\n";
    if (read_after(line, "; PASS:", rest)) {
      std::istringstream words(rest);
      words >> example.pass;
      for (std::string word; words >> word;) {
        const size_t equals = word.find('=');
        REQUIRE(equals != std::string::npos);
        example.options[word.substr(0, equals)] = std::stoi(word.substr(equals + 1));
      }
    } else if (read_after(line, "; CHECK:", rest)) {
      example.checks.push_back({false, rest});
    } else if (read_after(line, "; CHECK-NOT:", rest)) {
      example.checks.push_back({true, rest});
    } else {
      // Anything else with that word in it would be a check that never fails.
      REQUIRE(line.find("CHECK") == std::string::npos);
    }
  }
  return example;
}

void match(const std::string &result, const std::vector<Check> &checks) {
  size_t position = 0;
  std::vector<std::string> forbidden;
  const auto forbid = [&](size_t end) {
    for (const std::string &text : forbidden) {
      INFO("must not be there: " << text);
      CHECK(result.substr(position, end - position).find(text) == std::string::npos);
    }
    forbidden.clear();
  };
  for (const Check &check : checks) {
    if (check.is_forbidden) {
      forbidden.push_back(check.text);
      continue;
    }
    INFO("missing: " << check.text);
    const size_t found = result.find(check.text, position);
    REQUIRE(found != std::string::npos);
    forbid(found);
    position = found + check.text.size();
  }
  forbid(result.size());
}

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(MUX_TEST_IR)) {
    if (entry.path().extension() == ".ll") {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST_CASE("passes turn the examples into what they say") {
  REQUIRE(!examples().empty());
  for (const std::filesystem::path &path : examples()) {
    DYNAMIC_SECTION(path.filename().string()) {
      const Example example = read_example(path);
      REQUIRE(!example.checks.empty());
      llvm::LLVMContext context;
      const auto module = read_ir(example.ir, context);
      const std::string result = run_pass(example.pass, example.options, *module);
      INFO(result);
      match(result, example.checks);
    }
  }
}

}  // namespace
}  // namespace mux::test
