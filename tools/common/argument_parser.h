/// @file
/// A command line parser: the part of CLI11 that the tools use, without its header, which takes 8 s
/// to compile in each file that includes it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mux::tools {

/// An option, flag or positional argument. Refers to an `ArgumentParser`, which has to exist.
class Argument {
 public:
  explicit Argument(CLI::Option &option) : option_(&option) {}

  Argument &required();
  /// What stands for the value in the help text.
  Argument &placeholder(const std::string &text);
  /// Prints the present value of the variable as the default in the help text.
  Argument &show_default();
  /// Takes one value each time it is given; otherwise all words that follow it are its values.
  Argument &one_value();
  /// Several values may be in one word, with `separator` between them.
  Argument &separated_by(char separator);
  Argument &one_of(const std::vector<std::string> &values);
  Argument &between(int smallest, int largest);
  Argument &between(double smallest, double largest);
  /// The environment variable that gives the value if the command line does not.
  Argument &environment_variable(const std::string &name);
  /// Is an error beside `other`.
  Argument &excludes(const Argument &other);
  /// Is not in the help text.
  Argument &hidden();

 private:
  CLI::Option *option_;
};

/// The arguments that a program, or a command of a program, accepts. A copy refers to the same
/// arguments. Variables are written when the command line is parsed, and have to exist until then.
class ArgumentParser {
 public:
  ArgumentParser(const std::string &purpose, const std::string &program);

  /// Printed after the help text.
  void footer(const std::string &text);

  /// Adds an option, such as "-o,--output", or without dashes the next positional argument.
  Argument add(const std::string &names, std::string &variable, const std::string &text);
  Argument add(const std::string &names, std::vector<std::string> &variable,
               const std::string &text);
  Argument add(const std::string &names, int &variable, const std::string &text);
  Argument add(const std::string &names, unsigned &variable, const std::string &text);
  Argument add(const std::string &names, uint64_t &variable, const std::string &text);
  Argument add(const std::string &names, double &variable, const std::string &text);

  Argument add_flag(const std::string &names, bool &variable, const std::string &text);
  /// A flag that may have a value: "--name{value without one}".
  Argument add_flag(const std::string &names, std::string &variable, const std::string &text);
  /// A flag that calls a function.
  Argument add_flag(const std::string &names, std::function<void()> function,
                    const std::string &text);

  /// Adds an option whose value is one of the words of `choices`; `placeholder` is what stands for
  /// it in the help text.
  template <class Enumeration>
  Argument add_choice(const std::string &names, Enumeration &variable,
                      const std::vector<std::pair<std::string, Enumeration>> &choices,
                      const std::string &placeholder, const std::string &text) {
    std::vector<std::pair<std::string, int>> numbers;
    for (const auto &[word, value] : choices) {
      numbers.emplace_back(word, static_cast<int>(value));
    }
    return add_choice(
        names, [&variable](int number) { variable = static_cast<Enumeration>(number); }, numbers,
        placeholder, text);
  }

  /// Adds a command of the program. Options of the program are also accepted after it.
  ArgumentParser add_command(const std::string &name, const std::string &text);
  /// It is an error to give no command.
  void require_command();
  /// Whether the command line that was parsed has this command.
  bool was_given() const;

  /// The first word that is no option ends the command line; it and what follows is in `rest()`.
  void end_at_first_word();
  std::vector<std::string> rest() const;

  /// Parses a command line, whose first element is the program.
  ///
  /// @return nothing if the program should continue; the exit code after --help.
  /// Throws UsageError with one line if the command line is invalid.
  std::optional<int> parse(int argc, const char *const *argv);

 private:
  explicit ArgumentParser(CLI::App &command) : app_(&command) {}

  Argument add_choice(const std::string &names, std::function<void(int)> set,
                      const std::vector<std::pair<std::string, int>> &choices,
                      const std::string &placeholder, const std::string &text);

  /// Of a program; commands belong to their program's.
  std::shared_ptr<CLI::App> program_;
  CLI::App *app_;
};

}  // namespace mux::tools
