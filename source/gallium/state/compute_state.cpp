#include "gallium/state/compute_state.h"

#include <algorithm>
#include <cstdio>

#include "gallium/screen/capabilities.h"
#include "gallium/support/compilation.h"

namespace mux::gallium {
namespace {

/// The constants by which OpenCL C takes inlined values.
constexpr const char *count_name = "inlined_count";
constexpr const char *values_name = "inlined_values";

using InlinedValues = std::array<uint32_t, MUX_GALLIUM_MAX_INLINABLE_CONSTANTS>;

/// Executables for different values. Each is compiled, which takes longer than reading the
/// constants in many grids; a program whose values change that often gains nothing by more.
constexpr size_t max_variants = 16;

/// Fails with the first error of a log.
[[noreturn]] void fail_with_log(const std::string &log) {
  thread_local std::array<char, 400> text;
  const size_t error = log.find("error");
  const size_t line = error == std::string::npos ? 0 : log.rfind('\n', error);
  const size_t begin = line == std::string::npos ? 0 : line;
  const std::string first = log.substr(begin, log.find('\n', begin + 1) - begin);
  std::snprintf(text.data(), text.size(), "the program has errors: %s", first.c_str());
  fail(mux_error_failure, text.data());
}

uint32_t mux_language(uint32_t language) {
  switch (language) {
    case mux_gallium_language_tgsi:
      return mux_compile_language_tgsi;
    case mux_gallium_language_spirv:
      return mux_compile_language_spirv;
    default:
      return mux_compile_language_opencl_c;
  }
}

std::string options_of(const mux_gallium_compute_template_t &description) {
  const std::string given = description.options != nullptr ? description.options : "";
  const bool has_version = given.find("-cl-std=") != std::string::npos;
  return has_version || description.language != mux_gallium_language_opencl_c
             ? given
             : "-cl-std=CL3.0 " + given;
}

void check_description(const mux_gallium_compute_template_t &description,
                       const mux_gallium_screen_info_t &limits) {
  require_valid(description.language <= mux_gallium_language_binary, "an unknown language");
  require_valid(description.source != nullptr && description.source_length != 0,
                "there is no source");
  require_valid(description.input_size <= limits.max_compute_input_size, "INPUT is too large");
  require_valid(description.static_shared_memory <= limits.max_compute_shared_memory_size,
                "too much local memory");
  require_valid(description.inlinable_constant_count <= limits.max_inlinable_constants,
                "too many inlinable constants");
  for (uint32_t index = 0; index < description.inlinable_constant_count; ++index) {
    require_valid(
        description.inlinable_offsets[index] < limits.max_constant_buffer_size / sizeof(uint32_t),
        "an inlinable constant is beyond the constant buffer");
  }
}

}  // namespace

ComputeState::ComputeState(const void *context, Screen &screen,
                           const mux_gallium_compute_template_t &description, std::string &log)
    : OfContext(context),
      screen_(screen),
      static_shared_memory_(description.static_shared_memory),
      input_size_(description.input_size),
      inlinable_count_(description.inlinable_constant_count),
      samples_textures_(description.language == mux_gallium_language_tgsi) {
  check_description(description, screen.info());
  if (description.language == mux_gallium_language_binary) {
    load(description.source, description.source_length);
    return;
  }
  const std::string options = options_of(description);
  mux_compile_info_t info{};
  info.source = static_cast<const char *>(description.source);
  info.source_length = description.source_length;
  info.options = options.c_str();
  info.language = mux_language(description.language);
  Compilation compilation(screen.allocator());
  const mux_result_t result = compilation.compile(info);
  log = compilation.log();
  if (result == mux_error_failure) {
    fail_with_log(log);
  }
  check(result);
  load(compilation.binary(), compilation.size());
}

void ComputeState::load(const void *binary, uint64_t size) {
  const std::span<const std::byte> bytes(static_cast<const std::byte *>(binary), size);
  executable_ = std::make_unique<Executable>(*screen_, bytes, std::span<mux_constant_value_t>());
  if (!has_constant(executable_->handle(), count_name, sizeof(uint32_t)) ||
      !has_constant(executable_->handle(), values_name, sizeof(InlinedValues))) {
    inlinable_count_ = 0;
  }
  bound_constants_ = find_bound_constants(executable_->handle());
  samples_textures_ |= std::ranges::any_of(bound_constants_, [](const BoundConstant &constant) {
    return constant.kind == BoundConstant::Kind::view;
  });
  if (inlinable_count_ != 0 || !bound_constants_.empty()) {
    binary_.assign(bytes.begin(), bytes.end());
  }
}

const Executable &ComputeState::executable_for(std::span<const uint32_t> inlined,
                                               std::span<const uint32_t> bound) {
  const std::span<const uint32_t> taken =
      inlined.first(std::min<size_t>(inlined.size(), inlinable_count_));
  if (taken.empty() && std::ranges::all_of(bound, [](uint32_t number) { return number == 0; })) {
    return *executable_;
  }
  std::vector<uint32_t> values(taken.begin(), taken.end());
  values.insert(values.end(), bound.begin(), bound.end());
  const auto found = std::ranges::find(variants_, values, &Variant::values);
  if (found != variants_.end()) {
    return *found->executable;
  }
  if (variants_.size() == max_variants) {
    return *executable_;
  }
  std::unique_ptr<Executable> made = load_variant(taken, bound);
  return *variants_.emplace_back(Variant{std::move(values), std::move(made)}).executable;
}

std::unique_ptr<Executable> ComputeState::load_variant(std::span<const uint32_t> inlined,
                                                       std::span<const uint32_t> bound) const {
  const auto count = static_cast<uint32_t>(inlined.size());
  InlinedValues all{};
  std::ranges::copy(inlined, all.begin());
  std::vector<mux_constant_value_t> constants;
  if (count != 0) {
    constants.push_back({count_name, 0, sizeof count, &count});
    constants.push_back({values_name, 0, sizeof all, all.data()});
  }
  add_values(bound_constants_, bound, constants);
  return std::make_unique<Executable>(*screen_, binary_, constants);
}

}  // namespace mux::gallium
