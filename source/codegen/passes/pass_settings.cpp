#include "codegen/passes/pass_settings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

#include "codegen/ir/failure.h"
#include "support/environment.h"

namespace mux::compiler {

namespace {

llvm::Expected<size_t> read_name(const char *variable, llvm::StringRef name) {
  const auto *const found = llvm::find(pass_list, std::string_view(name));
  if (found != std::end(pass_list)) {
    return found - std::begin(pass_list);
  }
  const auto *const nearest = std::min_element(
      std::begin(pass_list), std::end(pass_list), [name](std::string_view a, std::string_view b) {
        return name.edit_distance(a) < name.edit_distance(b);
      });
  return failure(llvm::Twine(variable) + " names '" +
                 name.take_front(environment::Problem::longest_quotation) +
                 "', which is no pass; the nearest is '" + *nearest + "'");
}

llvm::Error read_names(const char *variable, std::bitset<std::size(pass_list)> &passes) {
  const llvm::StringRef value = environment::text(variable);
  if (value == "all") {
    passes.set();
    return llvm::Error::success();
  }
  for (const llvm::StringRef name : llvm::split(value, ',')) {
    if (value.empty()) {
      break;
    }
    llvm::Expected<size_t> pass = read_name(variable, name);
    if (!pass) {
      return pass.takeError();
    }
    passes.set(*pass);
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<PassSettings> pass_settings_of_environment() {
  PassSettings settings;
  if (llvm::Error error = read_names("MUX_PRINT_BEFORE", settings.print_before)) {
    return error;
  }
  if (llvm::Error error = read_names("MUX_PRINT_AFTER", settings.print_after)) {
    return error;
  }
  if (const llvm::StringRef name = environment::text("MUX_STOP_AFTER"); !name.empty()) {
    llvm::Expected<size_t> pass = read_name("MUX_STOP_AFTER", name);
    if (!pass) {
      return pass.takeError();
    }
    settings.stop_after = *pass;
  }
  environment::Problem problem;
  settings.time_passes = environment::flag("MUX_TIME_PASSES", problem).value_or(false);
  if (problem) {
    return failure(problem.text());
  }
  return settings;
}

}  // namespace mux::compiler
