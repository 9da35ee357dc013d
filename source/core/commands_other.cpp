// Entry points that record ND-ranges, callbacks and queries, and that update ND-ranges.

#include <mux/extensions.h>

#include "core/call.h"
#include "core/descriptor_checks.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

/// Rules for the options of an ND-range. Whether a size fits the kernel is checked by the target.
struct NdRangeRules {
  const char *list_without_length;
  const char *length_without_list;
  const char *local_size_zero;
  const char *local_size;
  const char *global_offset;
  const char *global_size;
  const char *dimensions;
  const char *custom_buffer;
};

bool nd_range_sizes(Call &call, const NdRangeRules &rules, const mux_device_info_s &info,
                    const mux_ndrange_options_t &options) {
  constexpr const char *names[3] = {"options.local_size[0]", "options.local_size[1]",
                                    "options.local_size[2]"};
  const uint32_t limits[3] = {info.max_work_group_size_x, info.max_work_group_size_y,
                              info.max_work_group_size_z};
  for (int axis = 0; axis < 3; ++axis) {
    if (!check::not_zero(call, rules.local_size_zero, names[axis], options.local_size[axis]) ||
        !check::at_most(call, rules.local_size, names[axis], options.local_size[axis],
                        "the device's maximum", limits[axis])) {
      return false;
    }
  }
  return check::not_null(call, rules.global_offset, "options.global_offset",
                         options.global_offset) &&
         check::not_null(call, rules.global_size, "options.global_size", options.global_size) &&
         check::not_zero(call, rules.dimensions, "options.dimensions", options.dimensions) &&
         check::at_most(call, rules.dimensions, "options.dimensions", options.dimensions,
                        "the maximum", 3);
}

bool nd_range(Call &call, const NdRangeRules &rules, const mux_device_info_s &info,
              const mux_ndrange_options_t &options) {
  return check::holds(call, rules.list_without_length,
                      options.descriptors == nullptr || options.descriptors_length != 0,
                      "options.descriptors is not NULL but options.descriptors_length is 0") &&
         check::holds(call, rules.length_without_list,
                      options.descriptors != nullptr || options.descriptors_length == 0,
                      "options.descriptors is NULL but options.descriptors_length is not 0") &&
         nd_range_sizes(call, rules, info, options) &&
         check::descriptors(call, rules.custom_buffer, options.descriptors,
                            options.descriptors_length);
}

struct QueryRules {
  const char *index;
  const char *end;
};

/// Checks that the slots are within the query pool.
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
      nd_range(call,
               {"muxCommandNDRange.rc01", "muxCommandNDRange.rc02", "muxCommandNDRange.rc03",
                "muxCommandNDRange.local_size", "muxCommandNDRange.rc04", "muxCommandNDRange.rc05",
                "muxCommandNDRange.rc06", "muxCommandNDRange.rc07"},
               *command_buffer->device->info, options) &&
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

mux_result_t muxUpdateNDRanges(mux_command_buffer_t command_buffer, uint64_t updates_length,
                               const mux_ndrange_update_t *updates) {
  Call call("muxUpdateNDRanges");
  bool valid =
      check::object(call, "muxUpdateNDRanges.command_buffer", "command_buffer", command_buffer) &&
      check::holds(call, "muxUpdateNDRanges.length_without_list",
                   updates != nullptr || updates_length == 0,
                   "updates is NULL but updates_length is not 0") &&
      check::holds(call, "muxUpdateNDRanges.list_without_length",
                   updates == nullptr || updates_length != 0,
                   "updates is not NULL but updates_length is 0");
  for (uint64_t index = 0; valid && index < updates_length; ++index) {
    valid = check::object(call, "muxUpdateNDRanges.kernel", "kernel", updates[index].kernel) &&
            nd_range(call,
                     {"muxUpdateNDRanges.descriptors", "muxUpdateNDRanges.descriptors_length",
                      "muxUpdateNDRanges.local_size_zero", "muxUpdateNDRanges.local_size",
                      "muxUpdateNDRanges.global_offset", "muxUpdateNDRanges.global_size",
                      "muxUpdateNDRanges.dimensions", "muxUpdateNDRanges.custom_buffer"},
                     *command_buffer->device->info, updates[index].options);
  }
  valid = valid &&
          check::feature(call, "muxUpdateNDRanges.updatable",
                         command_buffer->device->info->descriptors_updatable, "updating ND-ranges");
  return call.dispatch(valid, &mux_target_hooks_t::update_nd_ranges, command_buffer, updates_length,
                       updates);
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
