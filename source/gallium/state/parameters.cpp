#include "gallium/state/parameters.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

#include "gallium/support/failure.h"

namespace mux::gallium {
namespace {

struct Family {
  std::string_view name;
  Source source;
  /// NULL for those without a number.
  uint32_t mux_gallium_screen_info_t::*limit;
  bool has_size;
  bool has_layout;
};

constexpr std::array families = {
    Family{"const", Source::constants, &mux_gallium_screen_info_t::max_constant_buffers, true,
           false},
    Family{"buffer", Source::buffer, &mux_gallium_screen_info_t::max_shader_buffers, true, false},
    Family{"atomic", Source::atomic, &mux_gallium_screen_info_t::max_hw_atomic_buffers, true,
           false},
    Family{"global", Source::global, &mux_gallium_screen_info_t::max_global_bindings, true, false},
    Family{"input", Source::input, nullptr, true, false},
    Family{"shared", Source::shared, nullptr, true, false},
    Family{"view", Source::view, &mux_gallium_screen_info_t::max_sampler_views, false, true},
    Family{"image", Source::image, &mux_gallium_screen_info_t::max_shader_images, false, true},
    Family{"sampler", Source::sampler, &mux_gallium_screen_info_t::max_samplers, false, false},
};

struct Name {
  const Family *family;
  uint32_t slot;
  Property property;
};

/// Takes a prefix off a text.
bool take(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix)) {
    return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

/// Parses what follows the family's name: "_3_size".
std::optional<Name> parse_rest(const Family &family, std::string_view rest) {
  Name name{&family, 0, Property::address};
  if (family.limit != nullptr) {
    if (!take(rest, "_")) {
      return std::nullopt;
    }
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), name.slot);
    if (error != std::errc()) {
      return std::nullopt;
    }
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
  }
  if (rest.empty()) {
    return name;
  }
  if (rest == "_size" && family.has_size) {
    name.property = Property::size;
    return name;
  }
  if (rest == "_layout" && family.has_layout) {
    name.property = Property::layout;
    return name;
  }
  return std::nullopt;
}

std::optional<Name> parse(std::string_view text) {
  for (const Family &family : families) {
    std::string_view rest = text;
    if (take(rest, family.name)) {
      if (const std::optional<Name> name = parse_rest(family, rest)) {
        return name;
      }
    }
  }
  return std::nullopt;
}

[[noreturn]] void fail_parameter(const std::string &kernel, const char *parameter,
                                 const char *reason) {
  thread_local std::array<char, 300> text;
  std::snprintf(text.data(), text.size(), "parameter %s of kernel %s: %s", parameter,
                kernel.c_str(), reason);
  fail(mux_error_invalid_value, text.data());
}

/// Whether an argument is of the kind that a property needs.
bool has_kind(const mux_kernel_argument_info_t &argument, const Name &name) {
  if (name.property == Property::size) {
    return argument.kind == mux_kernel_argument_kind_plain_old_data &&
           (argument.size == sizeof(uint32_t) || argument.size == sizeof(uint64_t));
  }
  if (name.family->source == Source::shared) {
    return argument.kind == mux_kernel_argument_kind_local_buffer;
  }
  return argument.kind == mux_kernel_argument_kind_buffer;
}

}  // namespace

Parameter match_parameter(const mux_gallium_screen_info_t &limits, const std::string &kernel,
                          const mux_kernel_argument_info_t &argument) {
  const std::optional<Name> name = parse(argument.name);
  if (!name) {
    fail_parameter(kernel, argument.name, "nothing can be bound to this name");
  }
  if (name->family->limit != nullptr && name->slot >= limits.*name->family->limit) {
    fail_parameter(kernel, argument.name, "the slot is beyond the limit");
  }
  if (!has_kind(argument, *name)) {
    fail_parameter(kernel, argument.name, "it is not of the type that its name stands for");
  }
  return {name->family->source,
          name->property,
          name->slot,
          argument.size,
          (argument.access & mux_kernel_argument_access_read) != 0,
          (argument.access & mux_kernel_argument_access_write) != 0};
}

}  // namespace mux::gallium
