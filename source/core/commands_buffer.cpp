// Entry points that record commands on buffer ranges.

#include "core/call.h"
#include "core/pattern.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

struct RangeRules {
  const char *offset;
  const char *size;
  const char *end;
  const char *zero;
};

/// Checks that the range is not empty and within `buffer`.
bool buffer_range(Call &call, const RangeRules &rules, const char *offset_name, uint64_t offset,
                  uint64_t size, mux_buffer_t buffer, const char *whole = "the buffer's") {
  const check::Range range = {offset_name, offset, "size",
                              size,        whole,  buffer->memory_requirements.size};
  return check::not_zero(call, rules.zero, "size", size) &&
         check::offset_within(call, rules.offset, range) &&
         check::size_within(call, rules.size, range) && check::end_within(call, rules.end, range);
}

bool ranges_overlap(uint64_t first, uint64_t second, uint64_t size) {
  return first < second ? second - first < size : first - second < size;
}

}  // namespace

mux_result_t muxCommandReadBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, void *host_pointer, uint64_t size,
                                  uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point) {
  Call call("muxCommandReadBuffer");
  const bool valid =
      check::object(call, "muxCommandReadBuffer.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxCommandReadBuffer.buffer", "buffer", buffer) &&
      check::not_null(call, "muxCommandReadBuffer.rc03", "host_pointer", host_pointer) &&
      buffer_range(call,
                   {"muxCommandReadBuffer.rc01", "muxCommandReadBuffer.rc05",
                    "muxCommandReadBuffer.rc02", "muxCommandReadBuffer.rc04"},
                   "offset", offset, size, buffer) &&
      check::wait_list(call, {"muxCommandReadBuffer.rc06", "muxCommandReadBuffer.rc07"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_read_buffer, command_buffer, buffer,
                       offset, host_pointer, size, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandWriteBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                   uint64_t offset, const void *host_pointer, uint64_t size,
                                   uint32_t num_sync_points_in_wait_list,
                                   const mux_sync_point_t *sync_point_wait_list,
                                   mux_sync_point_t *sync_point) {
  Call call("muxCommandWriteBuffer");
  const bool valid =
      check::object(call, "muxCommandWriteBuffer.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxCommandWriteBuffer.buffer", "buffer", buffer) &&
      check::not_null(call, "muxCommandWriteBuffer.rc03", "host_pointer", host_pointer) &&
      buffer_range(call,
                   {"muxCommandWriteBuffer.rc01", "muxCommandWriteBuffer.rc05",
                    "muxCommandWriteBuffer.rc02", "muxCommandWriteBuffer.rc04"},
                   "offset", offset, size, buffer) &&
      check::wait_list(call, {"muxCommandWriteBuffer.rc06", "muxCommandWriteBuffer.rc07"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_write_buffer, command_buffer, buffer,
                       offset, host_pointer, size, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t src_buffer,
                                  uint64_t src_offset, mux_buffer_t dst_buffer, uint64_t dst_offset,
                                  uint64_t size, uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point) {
  Call call("muxCommandCopyBuffer");
  const bool valid =
      check::object(call, "muxCommandCopyBuffer.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxCommandCopyBuffer.src_buffer", "src_buffer", src_buffer) &&
      check::object(call, "muxCommandCopyBuffer.dst_buffer", "dst_buffer", dst_buffer) &&
      buffer_range(call,
                   {"muxCommandCopyBuffer.rc01", "muxCommandCopyBuffer.rc06",
                    "muxCommandCopyBuffer.rc02", "muxCommandCopyBuffer.rc05"},
                   "src_offset", src_offset, size, src_buffer, "the source's") &&
      buffer_range(call,
                   {"muxCommandCopyBuffer.rc03", "muxCommandCopyBuffer.rc07",
                    "muxCommandCopyBuffer.rc04", "muxCommandCopyBuffer.rc05"},
                   "dst_offset", dst_offset, size, dst_buffer, "the destination's") &&
      check::holds(call, "muxCommandCopyBuffer.vu08",
                   src_buffer != dst_buffer || !ranges_overlap(src_offset, dst_offset, size),
                   "the source and the destination overlap in the same buffer") &&
      check::wait_list(call, {"muxCommandCopyBuffer.rc08", "muxCommandCopyBuffer.rc09"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_copy_buffer, command_buffer, src_buffer,
                       src_offset, dst_buffer, dst_offset, size, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandFillBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, uint64_t size, const void *pattern_pointer,
                                  uint64_t pattern_size, uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point) {
  Call call("muxCommandFillBuffer");
  const bool valid =
      check::object(call, "muxCommandFillBuffer.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxCommandFillBuffer.buffer", "buffer", buffer) &&
      buffer_range(call,
                   {"muxCommandFillBuffer.rc01", "muxCommandFillBuffer.rc04",
                    "muxCommandFillBuffer.rc02", "muxCommandFillBuffer.rc03"},
                   "offset", offset, size, buffer) &&
      check::not_null(call, "muxCommandFillBuffer.rc05", "pattern_pointer", pattern_pointer) &&
      check::not_zero(call, "muxCommandFillBuffer.rc06", "pattern_size", pattern_size) &&
      check::at_most(call, "muxCommandFillBuffer.pattern_size", "pattern_size", pattern_size,
                     "the largest pattern of", mux::core::max_pattern_size) &&
      check::wait_list(call, {"muxCommandFillBuffer.rc07", "muxCommandFillBuffer.rc08"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_fill_buffer, command_buffer, buffer,
                       offset, size, pattern_pointer, pattern_size, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}
