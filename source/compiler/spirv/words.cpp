#include "compiler/spirv/words.h"

#include <cstring>
#include <string>

#include "compiler/spirv/module_error.h"

namespace mux::compiler::spirv {
namespace {

constexpr uint32_t magic_number = 0x07230203;
/// The limit of ids in the specification's universal limits.
constexpr uint32_t largest_bound = 4194304;

uint32_t read_word(std::string_view bytes, size_t index) {
  uint32_t word = 0;
  std::memcpy(&word, bytes.data() + index * sizeof(word), sizeof(word));
  return word;
}

void check_version(uint32_t version, uint32_t &minor_version) {
  const uint32_t major = version >> 16 & 0xff;
  minor_version = version >> 8 & 0xff;
  if ((version & 0xff0000ff) != 0 || major != 1 || minor_version > last_minor_version) {
    throw ModuleError(1, "header",
                      "version " + std::to_string(major) + "." + std::to_string(minor_version) +
                          " of SPIR-V is not supported; 1.0 to 1." +
                          std::to_string(last_minor_version) + " are");
  }
}

}  // namespace

bool is_spirv(std::string_view bytes) {
  if (bytes.size() < sizeof(uint32_t)) {
    return false;
  }
  const uint32_t first = read_word(bytes, 0);
  return first == magic_number || first == __builtin_bswap32(magic_number);
}

Words read_words(std::string_view bytes) {
  if (!is_spirv(bytes)) {
    throw ModuleError(0, "header", "the magic number of SPIR-V is missing");
  }
  if (bytes.size() % sizeof(uint32_t) != 0) {
    throw ModuleError("the module has " + std::to_string(bytes.size()) +
                      " bytes, which is no multiple of 4");
  }
  Words module;
  module.words.resize(bytes.size() / sizeof(uint32_t));
  std::memcpy(module.words.data(), bytes.data(), bytes.size());
  if (module.words[0] != magic_number) {
    for (uint32_t &word : module.words) {
      word = __builtin_bswap32(word);
    }
  }
  if (module.words.size() < header_words) {
    throw ModuleError(static_cast<uint32_t>(module.words.size()), "header", "is truncated");
  }
  check_version(module.words[1], module.minor_version);
  module.bound = module.words[3];
  if (module.bound == 0 || module.bound > largest_bound) {
    throw ModuleError(3, "header",
                      "the id bound is " + std::to_string(module.bound) + ", not 1 to " +
                          std::to_string(largest_bound));
  }
  if (module.words[4] != 0) {
    throw ModuleError(4, "header",
                      "the instruction schema is " + std::to_string(module.words[4]) + ", not 0");
  }
  return module;
}

}  // namespace mux::compiler::spirv
