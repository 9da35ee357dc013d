#include "compiler/processor/host_target.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace mux::compiler {

namespace {

/// The levels of the x86-64 ABI that have the features that compiled kernels and the OpenCL C
/// library require.
constexpr std::string_view levels[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};

constexpr std::string_view native = "native";

/// Calls `function` with the sign and the name of each feature of a feature string.
template <class Function>
void for_each_feature(std::string_view features, Function function) {
  while (!features.empty()) {
    const size_t end = std::min(features.find(','), features.size());
    if (end != 0) {
      function(features[0], features.substr(1, end - 1));
    }
    features.remove_prefix(std::min(end + 1, features.size()));
  }
}

/// The sign of a feature in a feature string; a null character if it is not in the string.
char sign_of(std::string_view name, std::string_view features) {
  char found = '\0';
  for_each_feature(features, [&](char sign, std::string_view feature) {
    found = feature == name ? sign : found;
  });
  return found;
}

}  // namespace

bool HostTarget::has_feature(std::string_view name) const {
  return sign_of(name, features) == '+';
}

bool find_target(std::string_view name, const HostTarget &host, HostTarget &target,
                 std::string &error) {
  if (name.empty() || name == native) {
    target = host;
    return true;
  }
  const bool is_level = std::find(std::begin(levels), std::end(levels), name) != std::end(levels);
  if (!is_level || !llvm::Triple(host.triple).isX86()) {
    error = "is '" + std::string(name.substr(0, 64)) + "', not " + std::string(native);
    for (const std::string_view level : levels) {
      error += (level == std::end(levels)[-1] ? " or " : ", ") + std::string(level);
    }
    if (is_level) {
      error += " of x86-64, which this machine is not";
    }
    return false;
  }
  llvm::SmallVector<llvm::StringRef, 64> named;
  llvm::X86::getFeaturesForCPU(name, named);
  // LLVM's list has avx2, but not the features that it implies.
  llvm::StringMap<bool> all;
  for (const llvm::StringRef feature : named) {
    all[feature] = true;
    llvm::X86::updateImpliedFeatures(feature, true, all);
  }
  std::set<std::string> sorted;
  for (const auto &feature : all) {
    // Features that cannot be queried at run time, such as x87 and 64-bit code, are in every
    // processor.
    if (feature.getValue() && sign_of(feature.getKey(), host.features) != '\0') {
      sorted.insert(feature.getKey().str());
    }
  }
  target = {host.triple, std::string(name), ""};
  for (const std::string &feature : sorted) {
    append_feature(target.features, '+', feature);
  }
  return true;
}

unsigned vector_register_bits() {
  // Cached, since cost models call this for every value: parsing the feature string took 5 % of
  // compile time.
  static const unsigned bits = [] {
    const HostTarget &target = code_target();
    if (target.has_feature("avx512f") && target.has_feature("avx512vl") &&
        target.has_feature("avx512bw") && target.has_feature("avx512dq")) {
      return 512U;
    }
    return target.has_feature("avx2") ? 256U : 128U;
  }();
  return bits;
}

unsigned vector_register_count() {
  return vector_register_bits() == 512 ? 32 : 16;
}

bool has_processor_operations() {
  static const bool has =
      code_target().has_feature("avx512f") && code_target().has_feature("avx512vl");
  return has;
}

bool has_byte_operations() {
  return has_processor_operations() && code_target().has_feature("avx512vnni");
}

bool has_half_operations() {
  static const bool has = has_processor_operations() && code_target().has_feature("avx512bw") &&
                          code_target().has_feature("avx512fp16");
  return has;
}

void append_feature(std::string &features, char sign, std::string_view name) {
  if (!features.empty()) {
    features += ',';
  }
  features += sign;
  features += name;
}

std::string missing_features(std::string_view features, const HostTarget &processor) {
  constexpr size_t most_named = 8;
  std::string text;
  size_t missing = 0;
  for_each_feature(features, [&](char sign, std::string_view name) {
    if (sign == '+' && !processor.has_feature(name) && missing++ < most_named) {
      text += (text.empty() ? "'" : ", '") + std::string(name) + "'";
    }
  });
  if (missing > most_named) {
    text += " and " + std::to_string(missing - most_named) + " more";
  }
  return text;
}

}  // namespace mux::compiler
