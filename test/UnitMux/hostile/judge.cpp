// The codes that entry points may return, and the list of calls.

#include <fstream>
#include <map>

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

namespace {

using Codes = std::set<mux_result_t>;

/// The codes in the statements of each entry point.
const std::map<std::string, Codes> &codes_of_statements() {
  static const std::map<std::string, Codes> codes = [] {
    const std::pair<const char *, mux_result_t> names[] = {
        {"mux_success", mux_success},
        {"mux_error_null_out_parameter", mux_error_null_out_parameter},
        {"mux_error_invalid_value", mux_error_invalid_value},
        {"mux_error_null_allocator_callback", mux_error_null_allocator_callback},
        {"mux_error_invalid_binary", mux_error_invalid_binary},
        {"mux_error_feature_unsupported", mux_error_feature_unsupported},
        {"mux_error_missing_kernel", mux_error_missing_kernel},
        {"mux_error_fence_failure", mux_error_fence_failure},
        {"mux_fence_not_ready", mux_fence_not_ready},
        {"mux_error_out_of_memory", mux_error_out_of_memory}};
    std::map<std::string, Codes> read;
    std::ifstream statements(MUX_TEST_REQUIREMENTS);
    for (std::string line; std::getline(statements, line);) {
      for (const auto &[name, code] : names) {
        if (line.find(name) != std::string::npos) {
          read[line.substr(0, line.find('.'))].insert(code);
        }
      }
    }
    // Two codes that are specified elsewhere: for an allocator without functions, and for a binary
    // that cannot be loaded.
    read["muxCreateQueryPool"].insert(mux_error_null_allocator_callback);
    read["muxCreateExecutable"].insert(mux_error_invalid_binary);
    // Not in a statement, but in the header.
    read["muxCreateDeviceWithOptions"] = {mux_error_null_allocator_callback,
                                          mux_error_null_out_parameter};
    read["muxCreateExecutableWithOptions"] = {
        mux_error_null_allocator_callback, mux_error_null_out_parameter, mux_error_invalid_binary};
    read["muxRequestDeviceCall"] = read["muxWithdrawDeviceCall"] = {mux_fence_not_ready};
    read["muxLink"] = {mux_error_null_allocator_callback, mux_error_null_out_parameter,
                       mux_error_invalid_binary, mux_error_failure};
    return read;
  }();
  return codes;
}

}  // namespace

mux_result_t HostileCalls::judge(const char *entry_point, mux_result_t result) {
  (result == mux_success ? succeeded : failed).insert(entry_point);
  const auto &named = codes_of_statements();
  const auto found = named.find(entry_point);
  // Invalid values without a code of their own, and failing allocations, have the same code
  // everywhere.
  const bool expected = result == mux_success || result == mux_error_invalid_value ||
                        result == mux_error_out_of_memory ||
                        (found != named.end() && found->second.contains(result)) ||
                        (found == named.end() && result == mux_error_null_out_parameter);
  if (!expected) {
    INFO(entry_point << " returned " << result << ": " << muxGetLastErrorMessage());
    CHECK(expected);
  }
  return result;
}

const std::vector<HostileCalls::Call> HostileCalls::calls = {
    &HostileCalls::enumerate_devices,
    &HostileCalls::create_kernel,
    &HostileCalls::create_builtin_kernel,
    &HostileCalls::query_kernel,
    &HostileCalls::allocate_memory,
    &HostileCalls::memory_from_host,
    &HostileCalls::map_memory,
    &HostileCalls::flush_memory,
    &HostileCalls::create_buffer,
    &HostileCalls::bind_buffer,
    &HostileCalls::create_image,
    &HostileCalls::bind_image,
    &HostileCalls::image_formats,
    &HostileCalls::create_query_pool,
    &HostileCalls::query_results,
    &HostileCalls::query_counters,
    &HostileCalls::create_command_buffer,
    &HostileCalls::clone_command_buffer,
    &HostileCalls::change_command_buffer,
    &HostileCalls::copy_host,
    &HostileCalls::copy_host_regions,
    &HostileCalls::copy_buffers,
    &HostileCalls::fill_buffer,
    &HostileCalls::copy_or_fill_memory,
    &HostileCalls::barrier,
    &HostileCalls::set_command_completion,
    &HostileCalls::copy_image_host,
    &HostileCalls::fill_image,
    &HostileCalls::copy_images,
    &HostileCalls::ndrange,
    &HostileCalls::update_descriptors,
    &HostileCalls::update_nd_ranges,
    &HostileCalls::user_callback,
    &HostileCalls::record_query,
    &HostileCalls::create_synchronization,
    &HostileCalls::reset_synchronization,
    &HostileCalls::get_queue,
    &HostileCalls::dispatch,
    &HostileCalls::dispatch_with_completion,
    &HostileCalls::dispatch_for_waiter,
    &HostileCalls::device_calls,
    &HostileCalls::wait,
    &HostileCalls::destroy_with_invalid_arguments};

void HostileCalls::call() {
  // Sometimes an allocation fails.
  const bool without_memory = w.once_in(20);
  if (without_memory) {
    w.counter.fail_after(w.below(3));
  }
  // Rare, because devices start threads, and executables are compiled or linked.
  if (w.once_in(2000)) {
    w.once_in(2) ? create_devices() : create_device_with_options();
  } else if (w.once_in(500)) {
    create_executable();
  } else if (w.once_in(200)) {
    link();
  } else {
    (this->*calls[w.below(static_cast<uint32_t>(calls.size()))])();
  }
  w.counter.succeed();
}

}  // namespace mux::test::hostile_calls
