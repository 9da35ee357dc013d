/// @file
/// Examples of passes: IR as text whose first line has the pass and its options, followed by the
/// expected output as FileCheck directives.
///
///     ; PASS: widen lanes=4 parts=2
///
/// Options of all examples:
///
///     unchanged           the pass does not change the IR; there are no directives
///     processor=avx512vl  for processors with a feature; skipped for others
///     without=avx512f     for processors without it
///
/// A module for spir64 is compiled by the whole compiler (kernel_passes.h), others are run through
/// the pass alone (passes.h).

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mux::test {

/// The options after the pass: words, or names with values.
class ExampleOptions {
 public:
  /// Ends the test if one is repeated.
  explicit ExampleOptions(const std::vector<std::string> &words);

  /// Whether the option exists, with or without a value.
  bool has(const std::string &name) const;
  /// The text after `name=`; nothing if there is none.
  std::optional<std::string> text(const std::string &name) const;
  /// Numbers separated by commas. Ends the test if they are invalid.
  std::vector<unsigned> numbers(const std::string &name) const;
  /// Ends the test if it is missing.
  unsigned number(const std::string &name) const;
  unsigned number(const std::string &name, unsigned otherwise) const;
  /// Options that were not queried, so no pass has them.
  std::vector<std::string> unknown() const;

 private:
  std::map<std::string, std::string> values_;
  mutable std::set<std::string> asked_for_;
};

struct Example {
  /// The file name.
  std::string name;
  std::string pass;
  ExampleOptions options;
  std::string text;
};

/// Ends the test if the first line is invalid.
Example read_example(const std::string &name, const std::string &text);

/// All examples, sorted by name.
std::vector<Example> read_examples();

/// The output of FileCheck: empty if the result matches.
std::string check(const std::string &text, const std::string &result);

/// The state before and after a pass, mostly IR.
struct PassResult {
  std::string before;
  std::string after;
};

}  // namespace mux::test
