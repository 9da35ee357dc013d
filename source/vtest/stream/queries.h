/// @file
/// Commands of queries and conditional rendering. See objects.h for describe_fields().
#pragma once

#include <cstdint>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

struct BeginQuery {
  Object query;
};

struct EndQuery {
  Object query;
};

struct GetQueryResult {
  Object query;
  bool wait = false;
};

template <class Fields>
void describe_fields(Fields &fields, BeginQuery &command) {
  fields("query", command.query);
}

template <class Fields>
void describe_fields(Fields &fields, EndQuery &command) {
  fields("query", command.query);
}

template <class Fields>
void describe_fields(Fields &fields, GetQueryResult &command) {
  fields("query", command.query);
  fields("wait", command.wait);
}

/// Writes a result to a buffer.
struct GetQueryResultBuffer {
  Object query;
  Resource buffer;
  bool wait = false;
  ResultType type{};
  uint32_t offset = 0;
  /// -1 for whether the result is available.
  int32_t index = 0;
};

template <class Fields>
void describe_fields(Fields &fields, GetQueryResultBuffer &command) {
  fields("query", command.query);
  fields("buffer", command.buffer);
  fields("wait", command.wait);
  fields("result_type", command.type);
  fields("offset", command.offset);
  fields("index", command.index);
}

struct SetRenderCondition {
  Object query;
  bool condition = false;
  ConditionMode mode{};
};

template <class Fields>
void describe_fields(Fields &fields, SetRenderCondition &command) {
  fields("query", command.query);
  fields("condition", command.condition);
  fields("mode", command.mode);
}

}  // namespace mux::vtest::stream
