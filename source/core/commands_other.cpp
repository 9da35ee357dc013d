// Entry points that record kernels, callbacks and queries, and that change a kernel's arguments.

#include <mux/extensions.h>

#include "core/call.h"
#include "core/descriptor_checks.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

bool nd_range_sizes(Call &call, const mux_device_info_s &info,
                    const mux_ndrange_options_t &options) {
  constexpr const char *names[3] = {"options.local_size[0]", "options.local_size[1]",
                                    "options.local_size[2]"};
  const uint32_t limits[3] = {info.max_work_group_size_x, info.max_work_group_size_y,
                              info.max_work_group_size_z};
  for (int axis = 0; axis < 3; ++axis) {
    if (!check::not_zero(call, "muxCommandNDRange.rc03", names[axis], options.local_size[axis]) ||
        !check::at_most(call, "muxCommandNDRange.local_size", names[axis], options.local_size[axis],
                        "the device's maximum", limits[axis])) {
      return false;
    }
  }
  return check::not_null(call, "muxCommandNDRange.rc04", "options.global_offset",
                         options.global_offset) &&
         check::not_null(call, "muxCommandNDRange.rc05", "options.global_size",
                         options.global_size) &&
         check::not_zero(call, "muxCommandNDRange.rc06", "options.dimensions",
                         options.dimensions) &&
         check::at_most(call, "muxCommandNDRange.rc06", "options.dimensions", options.dimensions,
                        "the maximum", 3);
}

struct QueryRules {
  const char *index;
  const char *end;
};

/// The slots lie in the query pool.
bool query_slots(Call &call, const QueryRules &rules, mux_query_pool_t query_pool,
                 uint32_t query_index, uint32_t query_count) {
  return check::below(call, rules.index, "query_index", query_index, "the query pool's count",
                      query_pool->count) &&
         check::end_within(call, rules.end,
                           {"query_index", query_index, "query_count", query_count,
                            "the query pool's", query_pool->count, "slots"});
}

}  // namespace

mux_result_t muxCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                               mux_ndrange_options_t options, uint32_t num_sync_points_in_wait_list,
                               const mux_sync_point_t *sync_point_wait_list,
                               mux_sync_point_t *sync_point) {
  Call call("muxCommandNDRange");
  const bool valid =
      check::object(call, "muxCommandNDRange.command_buffer", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandNDRange.kernel", "kernel", kernel) &&
      check::holds(call, "muxCommandNDRange.rc01",
                   options.descriptors == nullptr || options.descriptors_length != 0,
                   "options.descriptors is not NULL but options.descriptors_length is 0") &&
      check::holds(call, "muxCommandNDRange.rc02",
                   options.descriptors != nullptr || options.descriptors_length == 0,
                   "options.descriptors is NULL but options.descriptors_length is not 0") &&
      nd_range_sizes(call, *command_buffer->device->info, options) &&
      check::descriptors(call, "muxCommandNDRange.rc07", options.descriptors,
                         options.descriptors_length) &&
      check::wait_list(call, {"muxCommandNDRange.rc08", "muxCommandNDRange.rc09"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_nd_range, command_buffer, kernel,
                       options, num_sync_points_in_wait_list, sync_point_wait_list, sync_point);
}

mux_result_t muxUpdateDescriptors(mux_command_buffer_t command_buffer, mux_command_id_t command_id,
                                  uint64_t num_args, uint64_t *arg_indices,
                                  mux_descriptor_info_t *descriptors) {
  Call call("muxUpdateDescriptors");
  const bool valid =
      check::object(call, "muxUpdateDescriptors.command_buffer", "command_buffer",
                    command_buffer) &&
      (num_args == 0 ||
       (check::not_null(call, "muxUpdateDescriptors.arg_indices", "arg_indices", arg_indices) &&
        check::not_null(call, "muxUpdateDescriptors.descriptors", "descriptors", descriptors) &&
        check::descriptors(call, "muxUpdateDescriptors.custom_buffer", descriptors, num_args))) &&
      check::feature(call, "muxUpdateDescriptors.rc01",
                     command_buffer->device->info->descriptors_updatable, "updating descriptors");
  return call.dispatch(valid, &mux_target_hooks_t::update_descriptors, command_buffer, command_id,
                       num_args, arg_indices, descriptors);
}

mux_result_t muxCommandUserCallback(mux_command_buffer_t command_buffer,
                                    mux_command_user_callback_t user_function, void *user_data,
                                    uint32_t num_sync_points_in_wait_list,
                                    const mux_sync_point_t *sync_point_wait_list,
                                    mux_sync_point_t *sync_point) {
  Call call("muxCommandUserCallback");
  const bool valid =
      check::object(call, "muxCommandUserCallback.command_buffer", "command_buffer",
                    command_buffer) &&
      check::not_null(call, "muxCommandUserCallback.rc01", "user_function", user_function) &&
      check::wait_list(call, {"muxCommandUserCallback.rc02", "muxCommandUserCallback.rc03"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_user_callback, command_buffer,
                       user_function, user_data, num_sync_points_in_wait_list, sync_point_wait_list,
                       sync_point);
}

mux_result_t muxCommandBeginQuery(mux_command_buffer_t command_buffer, mux_query_pool_t query_pool,
                                  uint32_t query_index, uint32_t query_count,
                                  uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point) {
  Call call("muxCommandBeginQuery");
  const bool valid =
      check::object(call, "muxCommandBeginQuery.rc01", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandBeginQuery.rc02", "query_pool", query_pool) &&
      query_slots(call, {"muxCommandBeginQuery.rc03", "muxCommandBeginQuery.rc04"}, query_pool,
                  query_index, query_count) &&
      check::wait_list(call, {"muxCommandBeginQuery.rc05", "muxCommandBeginQuery.rc06"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_begin_query, command_buffer, query_pool,
                       query_index, query_count, num_sync_points_in_wait_list, sync_point_wait_list,
                       sync_point);
}

mux_result_t muxCommandEndQuery(mux_command_buffer_t command_buffer, mux_query_pool_t query_pool,
                                uint32_t query_index, uint32_t query_count,
                                uint32_t num_sync_points_in_wait_list,
                                const mux_sync_point_t *sync_point_wait_list,
                                mux_sync_point_t *sync_point) {
  Call call("muxCommandEndQuery");
  const bool valid =
      check::object(call, "muxCommandEndQuery.rc01", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandEndQuery.rc02", "query_pool", query_pool) &&
      query_slots(call, {"muxCommandEndQuery.rc03", "muxCommandEndQuery.rc04"}, query_pool,
                  query_index, query_count) &&
      check::wait_list(call, {"muxCommandEndQuery.rc07", "muxCommandEndQuery.rc08"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_end_query, command_buffer, query_pool,
                       query_index, query_count, num_sync_points_in_wait_list, sync_point_wait_list,
                       sync_point);
}

mux_result_t muxCommandResetQueryPool(mux_command_buffer_t command_buffer,
                                      mux_query_pool_t query_pool, uint32_t query_index,
                                      uint32_t query_count, uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point) {
  Call call("muxCommandResetQueryPool");
  const bool valid =
      check::object(call, "muxCommandResetQueryPool.rc01", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandResetQueryPool.rc02", "query_pool", query_pool) &&
      query_slots(call, {"muxCommandResetQueryPool.rc03", "muxCommandResetQueryPool.rc04"},
                  query_pool, query_index, query_count) &&
      check::wait_list(call, {"muxCommandResetQueryPool.rc05", "muxCommandResetQueryPool.rc06"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_reset_query_pool, command_buffer,
                       query_pool, query_index, query_count, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandBarrier(mux_command_buffer_t command_buffer,
                               uint32_t num_sync_points_in_wait_list,
                               const mux_sync_point_t *sync_point_wait_list,
                               mux_sync_point_t *sync_point) {
  Call call("muxCommandBarrier");
  const bool valid =
      check::object(call, "muxCommandBarrier.command_buffer", "command_buffer", command_buffer) &&
      check::wait_list(call, {"muxCommandBarrier.wait_list", "muxCommandBarrier.wait_list_length"},
                       num_sync_points_in_wait_list, sync_point_wait_list);
  return call.dispatch(valid, &mux_target_hooks_t::command_barrier, command_buffer,
                       num_sync_points_in_wait_list, sync_point_wait_list, sync_point);
}

mux_result_t muxSetCommandCompletion(mux_command_buffer_t command_buffer,
                                     mux_command_id_t command_id,
                                     mux_command_completion_function_t function, void *user_data) {
  Call call("muxSetCommandCompletion");
  const bool valid = check::object(call, "muxSetCommandCompletion.command_buffer", "command_buffer",
                                   command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::set_command_completion, command_buffer,
                       command_id, function, user_data);
}
