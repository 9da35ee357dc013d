#include "muxrun/argument.h"

#include <limits>
#include <optional>
#include <string_view>

#include "common/command_line.h"

namespace mux::run {

namespace {

constexpr const char *forms =
    "an argument is buffer:TYPE:COUNT[:zero|iota|random[=SEED]|file=PATH], scalar:TYPE:VALUE, "
    "local:BYTES or null";

// Cuts the text up to the next colon off its front.
std::string_view next_field(std::string_view &text) {
  const size_t colon = std::min(text.find(':'), text.size());
  const std::string_view field = text.substr(0, colon);
  text.remove_prefix(std::min(colon + 1, text.size()));
  return field;
}

// What follows `prefix`, if the text starts with it.
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
                          "' is not a content: zero, iota, random, random=SEED or file=PATH");
}

BufferArgument parse_buffer(std::string_view text) {
  BufferArgument buffer = {parse_type(next_field(text)), 0, Zeros()};
  buffer.count = parse_count(next_field(text), "number of elements");
  // A path may hold colons, so the content is all the rest.
  buffer.content = parse_content(text);
  if (buffer.count == 0) {
    throw tools::UsageError("a buffer has at least one element");
  }
  if (buffer.count > std::numeric_limits<int64_t>::max() / buffer.type.size()) {
    throw tools::UsageError("that many elements fit in no memory");
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
    throw tools::UsageError("local memory has at least one byte");
  }
  return local;
}

}  // namespace

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
    if (text == "null") {
      return {text, NullArgument()};
    }
    throw tools::UsageError(forms);
  } catch (const tools::UsageError &error) {
    throw tools::UsageError("argument '" + text + "': " + error.what());
  }
}

}  // namespace mux::run
