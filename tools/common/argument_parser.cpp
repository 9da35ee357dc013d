#include "common/argument_parser.h"

#include <CLI/CLI.hpp>
#include <map>

#include "common/command_line.h"

namespace mux::tools {

Argument &Argument::required() {
  option_->required();
  return *this;
}

Argument &Argument::placeholder(const std::string &text) {
  option_->type_name(text);
  return *this;
}

Argument &Argument::show_default() {
  option_->capture_default_str();
  return *this;
}

Argument &Argument::one_value() {
  option_->allow_extra_args(false);
  return *this;
}

Argument &Argument::separated_by(char separator) {
  option_->delimiter(separator);
  return *this;
}

Argument &Argument::one_of(const std::vector<std::string> &values) {
  option_->check(CLI::IsMember(values));
  return *this;
}

Argument &Argument::between(int smallest, int largest) {
  option_->check(CLI::Range(smallest, largest));
  return *this;
}

Argument &Argument::between(double smallest, double largest) {
  option_->check(CLI::Range(smallest, largest));
  return *this;
}

Argument &Argument::environment_variable(const std::string &name) {
  option_->envname(name);
  return *this;
}

Argument &Argument::excludes(const Argument &other) {
  option_->excludes(other.option_);
  return *this;
}

Argument &Argument::hidden() {
  option_->group("");
  return *this;
}

ArgumentParser::ArgumentParser(const std::string &purpose, const std::string &program)
    : program_(std::make_shared<CLI::App>(purpose, program)), app_(program_.get()) {}

void ArgumentParser::footer(const std::string &text) {
  app_->footer(text);
}

Argument ArgumentParser::add(const std::string &names, std::string &variable,
                             const std::string &text) {
  return Argument(*app_->add_option(names, variable, text));
}

Argument ArgumentParser::add(const std::string &names, std::vector<std::string> &variable,
                             const std::string &text) {
  return Argument(*app_->add_option(names, variable, text));
}

Argument ArgumentParser::add(const std::string &names, int &variable, const std::string &text) {
  return Argument(*app_->add_option(names, variable, text));
}

Argument ArgumentParser::add(const std::string &names, unsigned &variable,
                             const std::string &text) {
  return Argument(*app_->add_option(names, variable, text));
}

Argument ArgumentParser::add(const std::string &names, uint64_t &variable,
                             const std::string &text) {
  return Argument(*app_->add_option(names, variable, text));
}

Argument ArgumentParser::add(const std::string &names, double &variable, const std::string &text) {
  return Argument(*app_->add_option(names, variable, text));
}

Argument ArgumentParser::add_flag(const std::string &names, bool &variable,
                                  const std::string &text) {
  return Argument(*app_->add_flag(names, variable, text));
}

Argument ArgumentParser::add_flag(const std::string &names, std::string &variable,
                                  const std::string &text) {
  return Argument(*app_->add_flag(names, variable, text));
}

Argument ArgumentParser::add_flag(const std::string &names, std::function<void()> function,
                                  const std::string &text) {
  return Argument(*app_->add_flag_callback(names, std::move(function), text));
}

Argument ArgumentParser::add_choice(const std::string &names, std::function<void(int)> set,
                                    const std::vector<std::pair<std::string, int>> &choices,
                                    const std::string &placeholder, const std::string &text) {
  const std::map<std::string, int> map(choices.begin(), choices.end());
  CLI::Option *const option = app_->add_option_function<int>(names, std::move(set), text);
  option->transform(CLI::CheckedTransformer(map).description(""));
  option->type_name(placeholder);
  return Argument(*option);
}

ArgumentParser ArgumentParser::add_command(const std::string &name, const std::string &text) {
  CLI::App *const command = app_->add_subcommand(name, text);
  command->fallthrough();
  return ArgumentParser(*command);
}

void ArgumentParser::require_command() {
  app_->require_subcommand(1);
}

bool ArgumentParser::was_given() const {
  return app_->parsed();
}

void ArgumentParser::end_at_first_word() {
  app_->prefix_command();
}

std::vector<std::string> ArgumentParser::rest() const {
  return app_->remaining();
}

std::optional<int> ArgumentParser::parse(int argc, const char *const *argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    write_output(app_->help());
    return exit_success;
  } catch (const CLI::RequiredError &error) {
    // Report a mistyped option rather than a missing one, which it may be the cause of.
    const std::vector<std::string> unknown = app_->remaining(true);
    throw UsageError((unknown.empty() ? std::string(error.what())
                                      : "The following argument was not expected: " + unknown[0]) +
                     " (see " + app_->get_name() + " --help)");
  } catch (const CLI::ParseError &error) {
    throw UsageError(std::string(error.what()) + " (see " + app_->get_name() + " --help)");
  }
  return std::nullopt;
}

}  // namespace mux::tools
