// Entry points that record commands on regions of buffers.

#include "core/call.h"
#include "core/region_checks.h"
#include "core/validation.h"

using mux::core::Call;
using mux::core::check::RegionSide;
namespace check = mux::core::check;

mux_result_t muxCommandReadBufferRegions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                         void *host_pointer, mux_buffer_region_info_t *regions,
                                         uint64_t regions_length,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point) {
  Call call("muxCommandReadBufferRegions");
  constexpr const char *bounds = "muxCommandReadBufferRegions.rc05";
  constexpr const char *host_bounds = "muxCommandReadBufferRegions.host_pointer";
  const bool valid =
      check::object(call, "muxCommandReadBufferRegions.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxCommandReadBufferRegions.buffer", "buffer", buffer) &&
      check::not_null(call, "muxCommandReadBufferRegions.rc01", "host_pointer", host_pointer) &&
      check::regions(call,
                     {"muxCommandReadBufferRegions.rc02", "muxCommandReadBufferRegions.rc07",
                      "muxCommandReadBufferRegions.rc03", "muxCommandReadBufferRegions.rc04"},
                     regions, regions_length) &&
      check::regions_within(call, {bounds, bounds, bounds}, regions, regions_length,
                            RegionSide::source, buffer->memory_requirements.size) &&
      check::regions_within(call, {host_bounds, host_bounds, host_bounds}, regions, regions_length,
                            RegionSide::destination, UINT64_MAX) &&
      check::regions_disjoint(call, "muxCommandReadBufferRegions.rc06", regions, regions_length,
                              RegionSide::source) &&
      check::wait_list(call,
                       {"muxCommandReadBufferRegions.rc08", "muxCommandReadBufferRegions.rc09"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_read_buffer_regions, command_buffer,
                       buffer, host_pointer, regions, regions_length, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandWriteBufferRegions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                          const void *host_pointer,
                                          mux_buffer_region_info_t *regions,
                                          uint64_t regions_length,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point) {
  Call call("muxCommandWriteBufferRegions");
  constexpr const char *bounds = "muxCommandWriteBufferRegions.rc05";
  constexpr const char *host_bounds = "muxCommandWriteBufferRegions.host_pointer";
  const bool valid =
      check::object(call, "muxCommandWriteBufferRegions.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxCommandWriteBufferRegions.buffer", "buffer", buffer) &&
      check::not_null(call, "muxCommandWriteBufferRegions.rc01", "host_pointer", host_pointer) &&
      check::regions(call,
                     {"muxCommandWriteBufferRegions.rc02", "muxCommandWriteBufferRegions.rc07",
                      "muxCommandWriteBufferRegions.rc03", "muxCommandWriteBufferRegions.rc04"},
                     regions, regions_length) &&
      check::regions_within(call, {bounds, bounds, bounds}, regions, regions_length,
                            RegionSide::destination, buffer->memory_requirements.size) &&
      check::regions_within(call, {host_bounds, host_bounds, host_bounds}, regions, regions_length,
                            RegionSide::source, UINT64_MAX) &&
      check::regions_disjoint(call, "muxCommandWriteBufferRegions.rc06", regions, regions_length,
                              RegionSide::destination) &&
      check::wait_list(call,
                       {"muxCommandWriteBufferRegions.rc08", "muxCommandWriteBufferRegions.rc09"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_write_buffer_regions, command_buffer,
                       buffer, host_pointer, regions, regions_length, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandCopyBufferRegions(mux_command_buffer_t command_buffer,
                                         mux_buffer_t src_buffer, mux_buffer_t dst_buffer,
                                         mux_buffer_region_info_t *regions, uint64_t regions_length,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point) {
  Call call("muxCommandCopyBufferRegions");
  constexpr const char *src_bounds = "muxCommandCopyBufferRegions.src_origin";
  const bool valid =
      check::object(call, "muxCommandCopyBufferRegions.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxCommandCopyBufferRegions.src_buffer", "src_buffer", src_buffer) &&
      check::object(call, "muxCommandCopyBufferRegions.dst_buffer", "dst_buffer", dst_buffer) &&
      check::regions(call,
                     {"muxCommandCopyBufferRegions.rc02", "muxCommandCopyBufferRegions.rc08",
                      "muxCommandCopyBufferRegions.rc05", "muxCommandCopyBufferRegions.desc"},
                     regions, regions_length) &&
      check::regions_within(call, {src_bounds, src_bounds, src_bounds}, regions, regions_length,
                            RegionSide::source, src_buffer->memory_requirements.size) &&
      check::regions_within(call,
                            {"muxCommandCopyBufferRegions.rc03", "muxCommandCopyBufferRegions.rc06",
                             "muxCommandCopyBufferRegions.rc04"},
                            regions, regions_length, RegionSide::destination,
                            dst_buffer->memory_requirements.size) &&
      check::regions_disjoint(call, "muxCommandCopyBufferRegions.rc07", regions, regions_length,
                              RegionSide::destination) &&
      check::wait_list(call,
                       {"muxCommandCopyBufferRegions.rc09", "muxCommandCopyBufferRegions.rc10"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_copy_buffer_regions, command_buffer,
                       src_buffer, dst_buffer, regions, regions_length,
                       num_sync_points_in_wait_list, sync_point_wait_list, sync_point);
}
