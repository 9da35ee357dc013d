/// @file
/// Work-group queries of kernels: sub-groups, vectorization and suggested sizes. Thread-safe;
/// nothing here changes a kernel.
#pragma once

#include <mux/extensions.h>

namespace mux::host {

mux_result_t query_sub_group_size_for_local_size(mux_kernel_t kernel, size_t local_size_x,
                                                 size_t local_size_y, size_t local_size_z,
                                                 size_t *out_sub_group_size);
mux_result_t query_local_size_for_sub_group_count(mux_kernel_t kernel, size_t sub_group_count,
                                                  size_t *out_local_size_x,
                                                  size_t *out_local_size_y,
                                                  size_t *out_local_size_z);
mux_result_t query_max_num_sub_groups(mux_kernel_t kernel, size_t *out_max_num_sub_groups);
mux_result_t query_wfv_info_for_local_size(mux_kernel_t kernel, size_t local_size_x,
                                           size_t local_size_y, size_t local_size_z,
                                           mux_wfv_status_e *out_wfv_status,
                                           size_t *out_work_width_x, size_t *out_work_width_y,
                                           size_t *out_work_width_z);
mux_result_t suggest_local_size(mux_kernel_t kernel, size_t dimensions, const size_t *global_size,
                                mux_local_size_fit_e fit, size_t *out_local_size_x,
                                size_t *out_local_size_y, size_t *out_local_size_z);

}  // namespace mux::host
