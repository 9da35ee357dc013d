/// @file
/// Commands of sub-contexts, and commands without effect. See objects.h for describe_fields().
#pragma once

#include <cstdint>
#include <span>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

struct Nop {};

template <class Fields>
void describe_fields(Fields & /*fields*/, Nop & /*command*/) {}

struct SetSubContext {
  uint32_t id = 0;
};

struct CreateSubContext {
  uint32_t id = 0;
};

struct DestroySubContext {
  uint32_t id = 0;
};

template <class Fields>
void describe_fields(Fields &fields, SetSubContext &command) {
  fields("id", command.id);
}

template <class Fields>
void describe_fields(Fields &fields, CreateSubContext &command) {
  fields("id", command.id);
}

template <class Fields>
void describe_fields(Fields &fields, DestroySubContext &command) {
  fields("id", command.id);
}

struct SetDebugFlags {
  std::span<const uint32_t> text;
};

template <class Fields>
void describe_fields(Fields &fields, SetDebugFlags &command) {
  fields.text("text", command.text);
}

struct SetTweak {
  uint32_t id = 0;
  uint32_t value = 0;
};

template <class Fields>
void describe_fields(Fields &fields, SetTweak &command) {
  fields("id", command.id);
  fields("value", command.value);
}

struct GetMemoryInfo {
  /// A buffer of 24 bytes.
  Resource resource;
};

template <class Fields>
void describe_fields(Fields &fields, GetMemoryInfo &command) {
  fields("resource", command.resource);
}

struct EmitStringMarker {
  uint32_t bytes = 0;
  std::span<const uint32_t> text;
};

template <class Fields>
void describe_fields(Fields &fields, EmitStringMarker &command) {
  fields("bytes", command.bytes);
  fields.text("text", command.text);
}

}  // namespace mux::vtest::stream
