#include "codegen/passes/pass_settings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cstdlib>

#include "codegen/ir/failure.h"

namespace mux::compiler {

namespace {

/// Longer values are truncated in messages.
constexpr size_t longest_quotation = 64;

llvm::StringRef value_of(const char *variable) {
  const char *value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

llvm::Expected<size_t> read_name(const char *variable, llvm::StringRef name) {
  const auto *const found = llvm::find(pass_list, std::string_view(name));
  if (found != std::end(pass_list)) {
    return found - std::begin(pass_list);
  }
  const auto *const nearest = std::min_element(
      std::begin(pass_list), std::end(pass_list), [name](std::string_view a, std::string_view b) {
        return name.edit_distance(a) < name.edit_distance(b);
      });
  return failure(llvm::Twine(variable) + " names '" + name.take_front(longest_quotation) +
                 "', which is no pass; the nearest is '" + *nearest + "'");
}

llvm::Error read_names(const char *variable, std::bitset<std::size(pass_list)> &passes) {
  const llvm::StringRef value = value_of(variable);
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
  if (const llvm::StringRef name = value_of("MUX_STOP_AFTER"); !name.empty()) {
    llvm::Expected<size_t> pass = read_name("MUX_STOP_AFTER", name);
    if (!pass) {
      return pass.takeError();
    }
    settings.stop_after = *pass;
  }
  const llvm::StringRef time = value_of("MUX_TIME_PASSES");
  if (!time.empty() && time != "0" && time != "1") {
    return failure("MUX_TIME_PASSES is '" + time.take_front(longest_quotation) + "', not 0 or 1");
  }
  settings.time_passes = time == "1";
  return settings;
}

}  // namespace mux::compiler
