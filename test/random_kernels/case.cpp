#include "case.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace mux::random_kernels {
namespace {

constexpr std::pair<const char *, Content> contents[] = {{"random", Content::random},
                                                         {"permutation", Content::permutation},
                                                         {"scattered", Content::scattered},
                                                         {"fill", Content::fill}};

std::string print_argument(const Argument &argument) {
  std::ostringstream text;
  switch (argument.kind) {
    case ArgumentKind::local:
      text << "local " << argument.count;
      break;
    case ArgumentKind::value:
      text << "value " << name(argument.element) << " 0x" << std::hex << argument.number;
      break;
    case ArgumentKind::buffer:
      text << "buffer " << name(argument.element) << ' ' << argument.count << ' '
           << std::find_if(std::begin(contents), std::end(contents),
                           [&](const auto &entry) { return entry.second == argument.content; })
                  ->first
           << ' ' << argument.number;
      break;
  }
  return text.str();
}

/// The words of one line.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line), stream_(line_) {}

  std::string word() {
    std::string result;
    if (!(stream_ >> result)) {
      fail();
    }
    return result;
  }
  bool at_end() { return (stream_ >> std::ws).eof(); }
  uint64_t number() {
    const std::string text = word();
    try {
      return std::stoull(text, nullptr, 0);
    } catch (const std::logic_error &) {
      fail();
    }
  }
  Element element() {
    Element result{};
    if (!find_element(word(), result)) {
      fail();
    }
    return result;
  }
  [[noreturn]] void fail() const { throw std::runtime_error("not understood: " + line_); }

 private:
  std::string line_;
  std::istringstream stream_;
};

Argument parse_argument(Words &words) {
  Argument argument;
  const std::string kind = words.word();
  if (kind == "local") {
    argument.kind = ArgumentKind::local;
    argument.count = words.number();
  } else if (kind == "value") {
    argument.kind = ArgumentKind::value;
    argument.element = words.element();
    argument.number = words.number();
  } else if (kind == "buffer") {
    argument.element = words.element();
    argument.count = words.number();
    const std::string content = words.word();
    const auto *found = std::find_if(std::begin(contents), std::end(contents),
                                     [&](const auto &entry) { return entry.first == content; });
    if (found == std::end(contents)) {
      words.fail();
    }
    argument.content = found->second;
    argument.number = words.number();
  } else {
    words.fail();
  }
  return argument;
}

Range parse_range(std::string_view line) {
  Words words(line);
  Range range;
  range.dimensions = 0;
  size_t *sizes = nullptr;
  size_t dimension = 0;
  while (!words.at_end()) {
    const std::string word = words.word();
    if (word == "global" || word == "local" || word == "offset") {
      sizes = word == "global" ? range.global : word == "local" ? range.local : range.offset;
      dimension = 0;
    } else {
      if (sizes == nullptr || dimension == 3) {
        words.fail();
      }
      sizes[dimension++] = Words(word).number();
      range.dimensions = std::max(range.dimensions, dimension);
    }
  }
  if (range.dimensions == 0) {
    words.fail();
  }
  return range;
}

Result parse_result(std::string_view line) {
  Words words(line);
  Result result;
  result.argument = words.number();
  while (!words.at_end()) {
    result.elements.push_back(words.number());
  }
  return result;
}

void parse_fact(std::string_view key, std::string_view value, Case &kernel) {
  if (key == "options") {
    kernel.options = value;
  } else if (key == "argument") {
    Words words(value);
    kernel.arguments.push_back(parse_argument(words));
  } else if (key == "range") {
    kernel.ranges.push_back(parse_range(value));
  } else if (key == "groups") {
    kernel.groups_matter = value != "free";
  } else if (key == "result") {
    kernel.result = parse_result(value);
  }
}

/// Throws std::runtime_error unless the result is of a buffer after a single range.
void check_result(const Case &kernel) {
  if (!kernel.result) {
    return;
  }
  const Result &result = *kernel.result;
  if (kernel.ranges.size() != 1) {
    throw std::runtime_error("a result of several ranges");
  }
  if (result.argument >= kernel.arguments.size() ||
      kernel.arguments[result.argument].kind != ArgumentKind::buffer ||
      kernel.arguments[result.argument].count < result.elements.size()) {
    throw std::runtime_error("a result that no buffer holds: argument " +
                             std::to_string(result.argument));
  }
}

}  // namespace

std::string print_range(const Range &range) {
  std::ostringstream text;
  const auto print = [&](const char *what, const size_t *sizes) {
    text << what;
    for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
      text << ' ' << sizes[dimension];
    }
  };
  print("global", range.global);
  print(" local", range.local);
  print(" offset", range.offset);
  return text.str();
}

std::string print_case(const Case &kernel) {
  std::string text = "// options: " + kernel.options + "\n";
  for (const Argument &argument : kernel.arguments) {
    text += "// argument: " + print_argument(argument) + "\n";
  }
  for (const Range &range : kernel.ranges) {
    text += "// range: " + print_range(range) + "\n";
  }
  if (!kernel.groups_matter) {
    text += "// groups: free\n";
  }
  if (kernel.result) {
    text += "// result: " + std::to_string(kernel.result->argument);
    for (const uint64_t element : kernel.result->elements) {
      text += ' ' + std::to_string(element);
    }
    text += '\n';
  }
  return text + kernel.source;
}

Case parse_case(std::string_view text) {
  Case kernel;
  while (text.starts_with("//")) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(2, end - 2);
    // Comments without a known key are ignored.
    if (const size_t colon = line.find(": "); colon != std::string_view::npos) {
      parse_fact(line.substr(1, colon - 1), line.substr(colon + 2), kernel);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  kernel.source = text;
  if (kernel.ranges.empty()) {
    throw std::runtime_error("a kernel without a range");
  }
  check_result(kernel);
  return kernel;
}

Case read_case(const std::string &path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    throw std::runtime_error("cannot read " + path);
  }
  return parse_case(text.str());
}

}  // namespace mux::random_kernels
