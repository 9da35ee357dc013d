/// @file
/// Examples of passes: IR as text that says in its first line which pass it is for and with which
/// options, and in lines that LLVM's FileCheck reads what must come out.
///
///     ; PASS: widen lanes=4 parts=2
///
/// Every example may have these options:
///
///     unchanged           the pass leaves the IR as it is; there is nothing else to look for
///     processor=avx512vl  for code of processors with a feature; left out for others
///     without=avx512f     for code of processors without it
///
/// A module for spir64 goes through the whole compiler (kernel_passes.h), any other one through the
/// pass alone (passes.h).

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mux::test {

/// What stands behind the pass: words, or names with values.
class ExampleOptions {
 public:
  /// Ends the test if there is one twice.
  explicit ExampleOptions(const std::vector<std::string> &words);

  /// Whether the word is there, with a value or without one.
  bool has(const std::string &name) const;
  /// The text behind `name=`; nothing if it is not there.
  std::optional<std::string> text(const std::string &name) const;
  /// One number, or several with commas between them. Ends the test if they are none.
  std::vector<unsigned> numbers(const std::string &name) const;
  /// Ends the test if there is none.
  unsigned number(const std::string &name) const;
  unsigned number(const std::string &name, unsigned otherwise) const;
  /// Those that nobody has asked for: no pass has them.
  std::vector<std::string> unknown() const;

 private:
  std::map<std::string, std::string> values_;
  mutable std::set<std::string> asked_for_;
};

struct Example {
  /// Of the file.
  std::string name;
  std::string pass;
  ExampleOptions options;
  std::string text;
};

/// Ends the test if the first line is not as above.
Example read_example(const std::string &name, const std::string &text);

/// All that there are, sorted by their names.
std::vector<Example> read_examples();

/// What FileCheck would write: empty if the result holds what the text says.
std::string check(const std::string &text, const std::string &result);

/// What there is to see of a pass before and after it: mostly IR.
struct PassResult {
  std::string before;
  std::string after;
};

}  // namespace mux::test
