// Query pools and counters.

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

void HostileCalls::create_query_pool() {
  const auto type = w.enumerator(mux_query_type_counter);
  mux_query_counter_config_t configs[HostileWorld::list_length] = {};
  for (mux_query_counter_config_t &config : configs) {
    config.uuid = w.once_in(3) ? w.number32() : w.below(16);
  }
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_queue_t queue = w.any_queue();
  mux_query_pool_t made = nullptr;
  const mux_result_t result = muxCreateQueryPool(
      queue, type, w.length(), w.once_in(3) ? nullptr : configs, allocator, out(made));
  judge_made("muxCreateQueryPool", result, made, [&](mux_query_pool_t query_pool) {
    muxDestroyQueryPool(queue, query_pool, allocator);
  });
}

void HostileCalls::query_results() {
  judge("muxGetQueryPoolResults",
        muxGetQueryPoolResults(w.any_queue(), w.any_query_pool(), w.number32(), w.number32(),
                               w.below(HostileWorld::host_size), w.any_host(), w.number()));
}

void HostileCalls::query_counters() {
  mux_query_counter_t counters[HostileWorld::list_length] = {};
  mux_query_counter_description_t descriptions[HostileWorld::list_length] = {};
  const auto type = w.enumerator(mux_queue_type_compute);
  uint32_t count = 0;
  judge("muxGetSupportedQueryCounters",
        muxGetSupportedQueryCounters(w.any_device(), type, w.length(),
                                     w.once_in(2) ? nullptr : counters,
                                     w.once_in(2) ? nullptr : descriptions, out(count)));
  mux_query_counter_config_t configs[HostileWorld::list_length] = {};
  for (mux_query_counter_config_t &config : configs) {
    config.uuid = w.once_in(3) ? w.number32() : w.below(16);
  }
  judge("muxGetQueryCounterRequiredPasses",
        muxGetQueryCounterRequiredPasses(w.any_queue(), w.length(),
                                         w.once_in(3) ? nullptr : configs, out(count)));
}

}  // namespace mux::test::hostile_calls
