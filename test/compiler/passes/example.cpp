#include "example.h"

#include <llvm/FileCheck/FileCheck.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace mux::test {

namespace {

std::string read_text(const std::filesystem::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

ExampleOptions::ExampleOptions(const std::vector<std::string> &words) {
  for (const std::string &word : words) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    INFO("option " << name);
    REQUIRE(values_.emplace(name, value).second);
  }
}

bool ExampleOptions::has(const std::string &name) const {
  asked_for_.insert(name);
  return values_.count(name) != 0;
}

std::optional<std::string> ExampleOptions::text(const std::string &name) const {
  return has(name) ? std::optional(values_.at(name)) : std::nullopt;
}

std::vector<unsigned> ExampleOptions::numbers(const std::string &name) const {
  std::vector<unsigned> result;
  std::istringstream values(text(name).value_or(""));
  for (std::string value; std::getline(values, value, ',');) {
    unsigned number = 0;
    const char *end = value.data() + value.size();
    const std::from_chars_result read = std::from_chars(value.data(), end, number);
    INFO("option " << name << "=" << value);
    REQUIRE((read.ec == std::errc() && read.ptr == end));
    result.push_back(number);
  }
  return result;
}

unsigned ExampleOptions::number(const std::string &name) const {
  const std::vector<unsigned> values = numbers(name);
  INFO("option " << name << " is one number");
  REQUIRE(values.size() == 1);
  return values.front();
}

unsigned ExampleOptions::number(const std::string &name, unsigned otherwise) const {
  return has(name) ? number(name) : otherwise;
}

std::vector<std::string> ExampleOptions::unknown() const {
  std::vector<std::string> names;
  for (const auto &[name, value] : values_) {
    if (asked_for_.count(name) == 0) {
      names.push_back(name);
    }
  }
  return names;
}

Example read_example(const std::string &name, const std::string &text) {
  std::istringstream line(text.substr(0, text.find('\n')));
  std::string semicolon;
  std::string keyword;
  std::string pass;
  line >> semicolon >> keyword >> pass;
  INFO(name);
  REQUIRE(semicolon + keyword == ";PASS:");
  const std::vector<std::string> words{std::istream_iterator<std::string>(line), {}};
  return {name, pass, ExampleOptions(words), text};
}

std::vector<Example> read_examples() {
  std::vector<Example> examples;
  for (const auto &entry : std::filesystem::directory_iterator(MUX_TEST_EXAMPLES)) {
    examples.push_back(read_example(entry.path().filename().string(), read_text(entry.path())));
  }
  std::sort(examples.begin(), examples.end(),
            [](const Example &a, const Example &b) { return a.name < b.name; });
  return examples;
}

std::string check(const std::string &text, const std::string &result) {
  llvm::SourceMgr sources;
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  sources.setDiagHandler(
      [](const llvm::SMDiagnostic &problem, void *context) {
        problem.print("FileCheck", *static_cast<llvm::raw_ostream *>(context),
                      /*ShowColors=*/false);
      },
      &stream);
  llvm::FileCheckRequest request;
  request.CheckPrefixes = {"CHECK"};
  request.CommentPrefixes = {"COM"};
  llvm::FileCheck file_check(request);
  const auto add = [&sources](const std::string &buffer_text, const char *name) {
    const unsigned buffer = sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(buffer_text, name), llvm::SMLoc());
    return sources.getMemoryBuffer(buffer)->getBuffer();
  };
  if (file_check.readCheckFile(sources, add(text, "example"))) {
    return "the checks cannot be read: " + problems;
  }
  return file_check.checkInput(sources, add(result, "result")) ? ""
                                                               : "the checks fail: " + problems;
}

}  // namespace mux::test
