// Entry points that record copies and fills of memory given by address.

#include <mux/extensions.h>

#include "core/call.h"
#include "core/pattern.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

/// Rules for an address range.
struct AddressRules {
  const char *null;
  const char *size;
  const char *end;
};

bool address_range(Call &call, const AddressRules &rules, const char *parameter,
                   const void *pointer, uint64_t size) {
  return check::not_null(call, rules.null, parameter, pointer) &&
         check::not_zero(call, rules.size, "size", size) &&
         check::at_most(call, rules.end, "size", size, "the remaining address space,",
                        UINTPTR_MAX - reinterpret_cast<uintptr_t>(pointer) + 1);
}

}  // namespace

mux_result_t muxCommandCopyMemory(mux_command_buffer_t command_buffer, const void *source,
                                  void *destination, uint64_t size,
                                  uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point) {
  Call call("muxCommandCopyMemory");
  const bool valid =
      check::object(call, "muxCommandCopyMemory.command_buffer", "command_buffer",
                    command_buffer) &&
      address_range(call,
                    {"muxCommandCopyMemory.source", "muxCommandCopyMemory.size",
                     "muxCommandCopyMemory.source_end"},
                    "source", source, size) &&
      address_range(call,
                    {"muxCommandCopyMemory.destination", "muxCommandCopyMemory.size",
                     "muxCommandCopyMemory.destination_end"},
                    "destination", destination, size) &&
      check::wait_list(call,
                       {"muxCommandCopyMemory.wait_list", "muxCommandCopyMemory.wait_list_length"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_copy_memory, command_buffer, source,
                       destination, size, num_sync_points_in_wait_list, sync_point_wait_list,
                       sync_point);
}

mux_result_t muxCommandFillMemory(mux_command_buffer_t command_buffer, void *destination,
                                  uint64_t size, const void *pattern, uint64_t pattern_size,
                                  uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point) {
  Call call("muxCommandFillMemory");
  const bool valid =
      check::object(call, "muxCommandFillMemory.command_buffer", "command_buffer",
                    command_buffer) &&
      address_range(call,
                    {"muxCommandFillMemory.destination", "muxCommandFillMemory.size",
                     "muxCommandFillMemory.destination_end"},
                    "destination", destination, size) &&
      check::not_null(call, "muxCommandFillMemory.pattern", "pattern", pattern) &&
      check::not_zero(call, "muxCommandFillMemory.pattern_size", "pattern_size", pattern_size) &&
      check::at_most(call, "muxCommandFillMemory.pattern_size_limit", "pattern_size", pattern_size,
                     "the largest pattern of", mux::core::max_pattern_size) &&
      check::wait_list(call,
                       {"muxCommandFillMemory.wait_list", "muxCommandFillMemory.wait_list_length"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_fill_memory, command_buffer, destination,
                       size, pattern, pattern_size, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}
