#include "gallium/draw/program/draw_program.h"

#include <algorithm>
#include <cstring>

#include "gallium/support/compilation.h"

namespace mux::gallium {
namespace {

/// Code that is kept for a shader. A shader is seldom used with more states in turn.
constexpr size_t max_variants = 32;

/// Different textures and samplers that a shader is compiled for when they are first used. With
/// more of them, as in tests of all formats, each must be used a few times before that; until then
/// code for any of them runs, which takes three times as long to compile, but once.
constexpr size_t max_quick_textures = 6;
constexpr uint32_t min_uses_of_textures = 12;

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

/// The constants for what is bound of a program. No kernel is made, which would be prepared for
/// compilation without values, so with the code of all formats.
std::vector<BoundConstant> constants_of(const KernelDevice &device,
                                        std::span<const std::byte> binary) {
  mux_executable_t executable = nullptr;
  check(muxCreateExecutable(device.device, binary.data(), binary.size(), device.allocator,
                            &executable));
  const auto destroy = [&](mux_executable_t made) {
    muxDestroyExecutable(device.device, made, device.allocator);
  };
  const std::unique_ptr<mux_executable_s, decltype(destroy)> owner(executable, destroy);
  return find_bound_constants(executable);
}

}  // namespace

DrawKernel::DrawKernel(const KernelDevice &device, std::span<const std::byte> binary,
                       const char *name, std::span<const mux_constant_value_t> constants)
    : device_(device) {
  mux_executable_options_t options{};
  options.constants = constants.data();
  options.constant_count = constants.size();
  check(muxCreateExecutableWithOptions(device.device, binary.data(), binary.size(), &options,
                                       device.allocator, &executable_));
  const mux_result_t result = muxCreateKernel(device.device, executable_, name, std::strlen(name),
                                              device.allocator, &kernel_);
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
    muxDestroyKernel(device_.device, kernel_, device_.allocator);
  }
  muxDestroyExecutable(device_.device, executable_, device_.allocator);
}

DrawProgram::DrawProgram(const KernelDevice &device,
                         std::span<const std::span<const std::byte>> objects,
                         const char *kernel_name, const char *code_name)
    : device_(device),
      kernel_name_(kernel_name),
      code_name_(code_name),
      binary_(linked(device.allocator, objects)) {
  bound_constants_ = constants_of(device, binary_);
}

Ref<DrawKernel> DrawProgram::kernel_for(std::span<const std::byte> code,
                                        std::span<const uint32_t> bound) {
  if (std::ranges::all_of(bound, [](uint32_t number) { return number == 0; })) {
    return find(code, bound).kernel;
  }
  uint32_t &uses = uses_[std::vector<uint32_t>(bound.begin(), bound.end())];
  ++uses;
  if (uses_.size() > max_quick_textures && uses < min_uses_of_textures) {
    const std::vector<uint32_t> any(bound.size(), 0);
    return find(code, any).kernel;
  }
  return find(code, bound).kernel;
}

DrawProgram::Variant &DrawProgram::find(std::span<const std::byte> code,
                                        std::span<const uint32_t> bound) {
  std::vector<std::byte> key(code.begin(), code.end());
  const std::span<const std::byte> numbers = std::as_bytes(bound);
  key.insert(key.end(), numbers.begin(), numbers.end());
  const auto found = std::ranges::find(variants_, key, &Variant::key);
  if (found != variants_.end()) {
    std::rotate(variants_.begin(), found, found + 1);
    return variants_.front();
  }
  std::vector<mux_constant_value_t> values;
  values.push_back({code_name_, 0, code.size(), code.data()});
  add_values(bound_constants_, bound, values);
  Ref<DrawKernel> made = make_ref<DrawKernel>(device_, binary_, kernel_name_, values);
  if (variants_.size() == max_variants) {
    variants_.pop_back();
  }
  variants_.insert(variants_.begin(), Variant{std::move(key), std::move(made)});
  return variants_.front();
}

}  // namespace mux::gallium
