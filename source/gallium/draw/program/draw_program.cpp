#include "gallium/draw/program/draw_program.h"

#include <algorithm>
#include <cstring>

#include "gallium/support/compilation.h"

namespace mux::gallium {
namespace {

/// Code that is kept for a shader. A shader is seldom used with more states in turn.
constexpr size_t max_variants = 32;

std::vector<std::byte> linked(mux_allocator_info_t allocator,
                              std::span<const std::span<const std::byte>> objects) {
  std::vector<const void *> binaries;
  std::vector<uint64_t> lengths;
  for (const std::span<const std::byte> object : objects) {
    binaries.push_back(object.data());
    lengths.push_back(object.size());
  }
  mux_link_info_t info{};
  info.binaries = binaries.data();
  info.binary_lengths = lengths.data();
  info.binary_count = objects.size();
  Compilation compilation(allocator);
  check(compilation.link(info));
  const auto *bytes = static_cast<const std::byte *>(compilation.binary());
  return {bytes, bytes + compilation.size()};
}

}  // namespace

DrawKernel::DrawKernel(const Screen &screen, std::span<const std::byte> binary, const char *name,
                       std::span<const mux_constant_value_t> constants)
    : screen_(screen) {
  mux_executable_options_t options{};
  options.constants = constants.data();
  options.constant_count = constants.size();
  check(muxCreateExecutableWithOptions(screen.device(), binary.data(), binary.size(), &options,
                                       screen.allocator(), &executable_));
  const mux_result_t result = muxCreateKernel(screen.device(), executable_, name, std::strlen(name),
                                              screen.allocator(), &kernel_);
  if (result != mux_success) {
    destroy();
    check(result);
  }
}

DrawKernel::~DrawKernel() {
  destroy();
}

void DrawKernel::destroy() noexcept {
  if (kernel_ != nullptr) {
    muxDestroyKernel(screen_.device(), kernel_, screen_.allocator());
  }
  muxDestroyExecutable(screen_.device(), executable_, screen_.allocator());
}

DrawProgram::DrawProgram(const Screen &screen, std::span<const std::span<const std::byte>> objects,
                         const char *kernel_name, const char *code_name)
    : screen_(screen),
      kernel_name_(kernel_name),
      code_name_(code_name),
      binary_(linked(screen.allocator(), objects)) {
  const DrawKernel without_values(screen, binary_, kernel_name, {});
  bound_constants_ = find_bound_constants(without_values.executable());
}

Ref<DrawKernel> DrawProgram::kernel_for(std::span<const std::byte> code,
                                        std::span<const uint32_t> bound) {
  std::vector<std::byte> key(code.begin(), code.end());
  const std::span<const std::byte> numbers = std::as_bytes(bound);
  key.insert(key.end(), numbers.begin(), numbers.end());
  const auto found = std::ranges::find(variants_, key, &Variant::key);
  if (found != variants_.end()) {
    std::rotate(variants_.begin(), found, found + 1);
    return variants_.front().kernel;
  }
  std::vector<mux_constant_value_t> values;
  values.push_back({code_name_, 0, code.size(), code.data()});
  add_values(bound_constants_, bound, values);
  Ref<DrawKernel> made = make_ref<DrawKernel>(screen_, binary_, kernel_name_, values);
  if (variants_.size() == max_variants) {
    variants_.pop_back();
  }
  variants_.insert(variants_.begin(), Variant{std::move(key), made});
  return made;
}

}  // namespace mux::gallium
