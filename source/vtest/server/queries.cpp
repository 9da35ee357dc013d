#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "vtest/server/renderer.h"

namespace mux::vtest {

namespace {

/// What the client finds in a query's memory.
struct QueryState {
  static constexpr uint32_t done = 1;

  uint32_t state;
  uint32_t result_bytes;
  uint64_t result;
};
static_assert(sizeof(QueryState) == 16);

bool is_time(stream::QueryType type) {
  return type == stream::QueryType::timestamp || type == stream::QueryType::time_elapsed;
}

bool is_truth_value(stream::QueryType type) {
  switch (static_cast<mux_gallium_query_type_e>(type)) {
    case mux_gallium_query_occlusion_predicate:
    case mux_gallium_query_occlusion_predicate_conservative:
    case mux_gallium_query_so_overflow_predicate:
    case mux_gallium_query_so_overflow_any_predicate:
    case mux_gallium_query_gpu_finished:
      return true;
    default:
      return false;
  }
}

uint64_t value_of(stream::QueryType type, const mux_gallium_query_result_t &result) {
  if (type == stream::QueryType(mux_gallium_query_timestamp_disjoint)) {
    return result.timestamp_disjoint.frequency;
  }
  return is_truth_value(type) ? uint64_t{result.b} : result.u64;
}

/// Writes a result to memory that the client looks at: the state after the result.
void write_result(std::span<std::byte> memory, stream::QueryType type, uint64_t value) {
  if (memory.size() < sizeof(QueryState)) {
    return;
  }
  auto *state = reinterpret_cast<QueryState *>(memory.data());
  state->result_bytes = is_time(type) ? sizeof(uint64_t) : sizeof(uint32_t);
  state->result = value;
  std::atomic_ref(state->state).store(QueryState::done, std::memory_order_release);
}

}  // namespace

bool Renderer::deliver(const Query &query, bool wait) {
  uint64_t value = 0;
  if (query.handle) {
    mux_gallium_query_result_t result{};
    bool available = false;
    const bool succeeded =
        query.context->check(muxGalliumGetQueryResult(query.context->get(), query.handle.get(),
                                                      wait, &result, &available),
                             "GET_QUERY_RESULT");
    if (succeeded && !available) {
      return false;
    }
    // Without a result the client would wait for ever.
    value = succeeded ? value_of(query.type, result) : 0;
  }
  write_result(query.resource->memory.bytes(), query.type, value);
  return true;
}

bool Renderer::deliver_all(const ResourceEntry *resource, const SubContext *context, bool wait) {
  bool all_available = true;
  std::erase_if(awaited_, [&](const std::shared_ptr<Query> &query) {
    if ((resource != nullptr && query->resource.get() != resource) ||
        (context != nullptr && query->context != context)) {
      return false;
    }
    // After a wait nothing is left, so that no query outlives its context.
    const bool available = deliver(*query, wait) || wait;
    all_available = all_available && available;
    return available;
  });
  return all_available;
}

void Renderer::execute(const stream::BeginQuery &command) {
  const auto *query = current().find<std::shared_ptr<Query>>(command.query, "query");
  if (query == nullptr) {
    return;
  }
  // An earlier result is void.
  std::erase(awaited_, *query);
  if ((*query)->handle) {
    current().note_work();
    current().check(muxGalliumBeginQuery(current().get(), (*query)->handle.get()), "BEGIN_QUERY");
  } else {
    warn_undrawn("BEGIN_QUERY of what draws count");
  }
}

void Renderer::execute(const stream::EndQuery &command) {
  const auto *query = current().find<std::shared_ptr<Query>>(command.query, "query");
  if (query != nullptr && (*query)->handle) {
    current().note_work();
    current().check(muxGalliumEndQuery(current().get(), (*query)->handle.get()), "END_QUERY");
  }
}

void Renderer::execute(const stream::GetQueryResult &command) {
  const auto *query = current().find<std::shared_ptr<Query>>(command.query, "query");
  if (query != nullptr && !deliver(**query, command.wait) &&
      std::ranges::find(awaited_, *query) == awaited_.end()) {
    awaited_.push_back(*query);
  }
}

void Renderer::execute(const stream::GetQueryResultBuffer &command) {
  const auto *query = current().find<std::shared_ptr<Query>>(command.query, "query");
  mux_gallium_resource_t buffer =
      find_buffer(command.buffer, command.offset, "GET_QUERY_RESULT_QBO");
  if (query == nullptr || buffer == nullptr) {
    return;
  }
  current().note_work();
  if ((*query)->handle) {
    current().check(muxGalliumGetQueryResultResource(
                        current().get(), (*query)->handle.get(), command.wait,
                        static_cast<uint32_t>(command.type), command.index, buffer, command.offset),
                    "GET_QUERY_RESULT_QBO");
    return;
  }
  const uint64_t value = command.index == -1 ? 1 : 0;
  const bool is_long =
      command.type == stream::ResultType::i64 || command.type == stream::ResultType::u64;
  current().check(muxGalliumBufferSubdata(current().get(), buffer, 0, command.offset,
                                          is_long ? sizeof(uint64_t) : sizeof(uint32_t), &value),
                  "GET_QUERY_RESULT_QBO");
}

void Renderer::execute(const stream::SetRenderCondition &command) {
  SubContext &context = current();
  const auto *query = context.find<std::shared_ptr<Query>>(command.query, "query");
  mux_gallium_query_t handle = query == nullptr ? nullptr : (*query)->handle.get();
  context.fixed_condition.reset();
  if (query != nullptr && handle == nullptr) {
    // Commands are skipped while the result, which is false, equals the condition.
    context.fixed_condition = !command.condition;
  }
  context.check(muxGalliumRenderCondition(context.get(), handle, command.condition,
                                          static_cast<uint32_t>(command.mode)),
                "SET_RENDER_CONDITION");
}

}  // namespace mux::vtest
