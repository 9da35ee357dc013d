// Entry points of queries and of the render condition.

#include <algorithm>
#include <cstring>
#include <limits>

#include "gallium/context/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateQuery(mux_gallium_context_t context, uint32_t type, uint32_t index,
                                   mux_gallium_query_t *out_query) {
  return context_call(
      "muxGalliumCreateQuery", context, arguments(type, index, out_query), [&](Context &on) {
        const Ref<Query> made = make_ref<Query>(&on, on.screen().info(), type, index);
        require_out(out_query, "out_query is NULL");
        *out_query = on.add(made);
      });
}

namespace {

/// Changes the number of active queries that count fragments.
void note_activity(Context &on, const Query &query, bool is_active) {
  if (query.counts_fragments()) {
    on.draw_counts().counting_queries += is_active ? 1 : -1;
  }
}

/// Copies the number of fragments so far to one of a query's two numbers.
void record_fragments(Context &on, Storage &to, uint32_t index) {
  Storage &from = *on.draw_counts().fragments;
  on.record({}, [&](Recording &recording) {
    recording.keep(from);
    recording.keep(to);
    return muxCommandCopyBuffer(recording.commands, from.buffer(), 0, to.buffer(),
                                index * sizeof(uint64_t), sizeof(uint64_t), recording.wait_count,
                                recording.waits, recording.sync_point);
  });
}

CountedRange begin_counting(Context &on, const Query &query) {
  CountedRange made;
  made.first = PrimitiveCounts(on.draw_counts());
  if (query.counts_fragments()) {
    DrawCounts &counts = on.draw_counts();
    if (!counts.fragments) {
      counts.fragments = make_ref<Storage>(on.screen(), sizeof(uint64_t));
      std::memset(counts.fragments->data(), 0, sizeof(uint64_t));
    }
    made.fragments = make_ref<Storage>(on.screen(), 2 * sizeof(uint64_t));
    record_fragments(on, *made.fragments, 0);
  }
  return made;
}

}  // namespace

mux_result_t muxGalliumDestroyQuery(mux_gallium_context_t context, mux_gallium_query_t query) {
  return any_context_call("muxGalliumDestroyQuery", context, arguments(query), [&](Context &on) {
    Query &of = checked<Query>(query, &on);
    if (of.is_active()) {
      note_activity(on, of, false);
    }
    on.remove(of);
  });
}

mux_result_t muxGalliumBeginQuery(mux_gallium_context_t context, mux_gallium_query_t query) {
  return context_call("muxGalliumBeginQuery", context, arguments(query), [&](Context &on) {
    Query &of = checked<Query>(query, &on);
    require_valid(of.has_begin(), "queries of this type have no begin");
    require_valid(!of.is_active(), "the query is active");
    CountedRange counted = begin_counting(on, of);
    of.begin(on.new_marker(), std::move(counted));
    note_activity(on, of, true);
  });
}

mux_result_t muxGalliumEndQuery(mux_gallium_context_t context, mux_gallium_query_t query) {
  return context_call("muxGalliumEndQuery", context, arguments(query), [&](Context &on) {
    Query &of = checked<Query>(query, &on);
    require_valid(!of.has_begin() || of.is_active(), "the query is not active");
    if (of.is_active()) {
      note_activity(on, of, false);
      if (of.counts_fragments()) {
        record_fragments(on, *of.counted().fragments, 1);
      }
    }
    of.end(on.new_marker(), on.draw_counts());
  });
}

mux_result_t muxGalliumGetQueryResult(mux_gallium_context_t context, mux_gallium_query_t query,
                                      bool wait, mux_gallium_query_result_t *out_result,
                                      bool *out_available) {
  return context_call("muxGalliumGetQueryResult", context,
                      arguments(query, wait, out_result, out_available), [&](Context &on) {
                        const Outcome of = checked<Query>(query, &on).outcome();
                        require_out(out_result, "out_result is NULL");
                        require_out(out_available, "out_available is NULL");
                        if (wait) {
                          on.stream().wait_for(of.end_event());
                        } else {
                          on.stream().flush();
                        }
                        require(!of.has_failed(), mux_error_failure,
                                "the commands of the query failed");
                        *out_available = of.is_available();
                        if (*out_available) {
                          *out_result = of.result();
                        }
                      });
}

namespace {

/// A number and where it is written, kept until the command has run.
class ResultWrite final : public RefCounted {
 public:
  ResultWrite(Outcome outcome, int32_t index, uint32_t type, std::byte *destination)
      : outcome_(std::move(outcome)), index_(index), type_(type), destination_(destination) {}

  static void run(mux_queue_t, mux_command_buffer_t, void *user_data) {
    static_cast<const ResultWrite *>(user_data)->write();
  }

 private:
  void write() const {
    // The query ended earlier in the stream, so the result is there.
    const uint64_t value = index_ < 0 ? 1 : outcome_.number(static_cast<uint32_t>(index_));
    switch (type_) {
      case mux_gallium_query_value_i32:
        return store(saturated<int32_t>(value));
      case mux_gallium_query_value_u32:
        return store(saturated<uint32_t>(value));
      case mux_gallium_query_value_i64:
        return store(saturated<int64_t>(value));
      default:
        return store(value);
    }
  }
  template <typename T>
  static T saturated(uint64_t value) {
    return static_cast<T>(std::min(value, static_cast<uint64_t>(std::numeric_limits<T>::max())));
  }
  template <typename T>
  void store(T value) const {
    std::memcpy(destination_, &value, sizeof value);
  }

  Outcome outcome_;
  int32_t index_;
  uint32_t type_;
  std::byte *destination_;
};

uint64_t size_of(uint32_t type) {
  return type == mux_gallium_query_value_i32 || type == mux_gallium_query_value_u32 ? 4 : 8;
}

}  // namespace

mux_result_t muxGalliumGetQueryResultResource(mux_gallium_context_t context,
                                              mux_gallium_query_t query, bool wait, uint32_t type,
                                              int32_t index, mux_gallium_resource_t resource,
                                              uint64_t offset) {
  return context_call(
      "muxGalliumGetQueryResultResource", context,
      arguments(query, wait, type, index, resource, offset), [&](Context &on) {
        const Outcome of = checked<Query>(query, &on).outcome();
        Resource &to = checked<Resource>(resource);
        require_valid(type <= mux_gallium_query_value_u64, "an unknown type of value");
        require_valid(index >= -1 && index < static_cast<int32_t>(of.number_count()),
                      "the result has no such number");
        require_valid(to.is_buffer(), "the resource is not a buffer");
        require_valid(offset % size_of(type) == 0 && size_of(type) <= to.size() &&
                          offset <= to.size() - size_of(type),
                      "the offset is not aligned or not inside the buffer");
        const Use use(to, {.reads = false, .writes = true});
        const Ref<ResultWrite> write =
            make_ref<ResultWrite>(of, index, type, use.storage->data() + offset);
        on.record({&use, 1}, [&](Recording &recording) {
          recording.keep(*write);
          return muxCommandUserCallback(recording.commands, ResultWrite::run, write.get(),
                                        recording.wait_count, recording.waits,
                                        recording.sync_point);
        });
      });
}

mux_result_t muxGalliumSetActiveQueryState(mux_gallium_context_t context, bool enable) {
  // Only queries of draws are suspended.
  return context_call("muxGalliumSetActiveQueryState", context, arguments(enable),
                      [&](Context &on) { on.draw_counts().is_enabled = enable; });
}

mux_result_t muxGalliumRenderCondition(mux_gallium_context_t context, mux_gallium_query_t query,
                                       bool condition, uint32_t mode) {
  return context_call(
      "muxGalliumRenderCondition", context, arguments(query, condition, mode), [&](Context &on) {
        if (query == nullptr) {
          on.condition() = {};
          return;
        }
        Query &of = checked<Query>(query, &on);
        const Outcome outcome = of.outcome();
        require_valid(mode <= mux_gallium_condition_by_region_no_wait, "an unknown mode");
        const bool waits =
            mode == mux_gallium_condition_wait || mode == mux_gallium_condition_by_region_wait;
        on.condition() = {&of, outcome, condition, waits};
      });
}
