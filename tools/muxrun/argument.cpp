#include "muxrun/argument.h"

#include <limits>
#include <mux/mux.hpp>
#include <optional>
#include <string_view>

#include "common/command_line.h"

namespace mux::run {

namespace {

constexpr const char *forms =
    "an argument is buffer:TYPE:COUNT[:zero|iota|random[=SEED]|file=PATH], scalar:TYPE:VALUE, "
    "local:BYTES, image:FORMAT:W[xH[xD]][:zero|random[=SEED]|file=PATH], "
    "sampler:ADDRESS:FILTER:normalized|pixel or null";

// Removes and returns the text up to the next separator.
std::string_view next_field(std::string_view &text, char separator = ':') {
  const size_t end = std::min(text.find(separator), text.size());
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return field;
}

// The text after `prefix`, if it starts with that.
std::optional<std::string_view> after(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) {
    return std::nullopt;
  }
  return text.substr(prefix.size());
}

Content parse_content(std::string_view text) {
  if (text.empty() || text == "zero") {
    return Zeros();
  }
  if (text == "iota") {
    return Iota();
  }
  if (text == "random") {
    return Random{0};
  }
  if (const auto seed = after(text, "random=")) {
    return Random{parse_count(*seed, "seed")};
  }
  if (const auto path = after(text, "file=")) {
    return FileContent{std::string(*path)};
  }
  throw tools::UsageError("'" + std::string(text) +
                          "' is not a content; use zero, iota, random, random=SEED or file=PATH");
}

BufferArgument parse_buffer(std::string_view text) {
  BufferArgument buffer = {parse_type(next_field(text)), 0, Zeros()};
  buffer.count = parse_count(next_field(text), "number of elements");
  // A path may contain colons, so the content is the remaining text.
  buffer.content = parse_content(text);
  if (buffer.count == 0) {
    throw tools::UsageError("a buffer needs at least one element");
  }
  if (buffer.count > std::numeric_limits<int64_t>::max() / buffer.type.size()) {
    throw tools::UsageError("the size of the buffer exceeds the address space");
  }
  return buffer;
}

ScalarArgument parse_scalar(std::string_view text) {
  ScalarArgument scalar = {parse_type(next_field(text)), {}};
  scalar.value = parse_value(scalar.type, text);
  return scalar;
}

LocalArgument parse_local(std::string_view text) {
  const LocalArgument local = {parse_count(text, "number of bytes")};
  if (local.size == 0) {
    throw tools::UsageError("local memory needs at least one byte");
  }
  return local;
}

ImageArgument parse_image(std::string_view text) {
  ImageArgument image = {parse_format(next_field(text)), {1, 1, 1}, 0, Zeros()};
  std::string_view sizes = next_field(text);
  const std::string all_sizes(sizes);
  do {
    if (image.dimensions == image.sizes.size()) {
      throw tools::UsageError("'" + all_sizes + "' has more than three dimensions");
    }
    const uint64_t size = parse_count(next_field(sizes, 'x'), "size of an image");
    if (size == 0 || size > std::numeric_limits<uint32_t>::max()) {
      throw tools::UsageError("'" + all_sizes + "' is not an image size");
    }
    image.sizes[image.dimensions++] = static_cast<uint32_t>(size);
  } while (!sizes.empty());
  image.content = parse_content(text);
  if (std::holds_alternative<Iota>(image.content)) {
    throw tools::UsageError(
        "'iota' is not a content of images; use zero, random, random=SEED or file=PATH");
  }
  return image;
}

// The value of a name in a table.
template <class Value, size_t count>
Value find_name(std::string_view name, const std::pair<std::string_view, Value> (&names)[count],
                std::string_view what) {
  std::string known;
  for (const auto &[known_name, value] : names) {
    if (name == known_name) {
      return value;
    }
    known += (known.empty() ? "" : ", ") + std::string(known_name);
  }
  throw tools::UsageError("'" + std::string(name) + "' is not " + std::string(what) + ": " + known);
}

SamplerArgument parse_sampler(std::string_view text) {
  constexpr std::pair<std::string_view, mux_address_mode_e> addresses[] = {
      {"none", mux_address_mode_none},
      {"clamp", mux_address_mode_clamp},
      {"clamp_edge", mux_address_mode_clamp_edge},
      {"repeat", mux_address_mode_repeat},
      {"mirror", mux_address_mode_repeat_mirror},
  };
  constexpr std::pair<std::string_view, mux_filter_mode_e> filters[] = {
      {"nearest", mux_filter_mode_nearest},
      {"linear", mux_filter_mode_linear},
  };
  constexpr std::pair<std::string_view, bool> coordinates[] = {{"normalized", true},
                                                               {"pixel", false}};
  const mux_address_mode_e address = find_name(next_field(text), addresses, "an address mode");
  const mux_filter_mode_e filter = find_name(next_field(text), filters, "a filter");
  const bool normalized = find_name(text, coordinates, "a kind of coordinates");
  if (!normalized &&
      (address == mux_address_mode_repeat || address == mux_address_mode_repeat_mirror)) {
    throw tools::UsageError("repeat and mirror need normalized coordinates");
  }
  return {make_sampler(address, filter, normalized)};
}

}  // namespace

std::string ImageArgument::size_text() const {
  std::string text;
  for (size_t dimension = 0; dimension < dimensions; ++dimension) {
    text += (dimension == 0 ? "" : "x") + std::to_string(sizes[dimension]);
  }
  return text;
}

Argument parse_argument(const std::string &text) {
  try {
    std::string_view rest = text;
    const std::string_view form = next_field(rest);
    if (form == "buffer") {
      return {text, parse_buffer(rest)};
    }
    if (form == "scalar") {
      return {text, parse_scalar(rest)};
    }
    if (form == "local") {
      return {text, parse_local(rest)};
    }
    if (form == "image") {
      return {text, parse_image(rest)};
    }
    if (form == "sampler") {
      return {text, parse_sampler(rest)};
    }
    if (text == "null") {
      return {text, NullArgument()};
    }
    throw tools::UsageError(forms);
  } catch (const tools::UsageError &error) {
    throw tools::UsageError("argument '" + text + "': " + error.what());
  }
}

}  // namespace mux::run
