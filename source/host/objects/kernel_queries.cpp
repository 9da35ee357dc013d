#include "host/objects/kernel_queries.h"

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <new>

#include "host/objects/device_info.h"
#include "host/objects/kernel.h"
#include "host/objects/suggested_local_size.h"
#include "host/objects/work_items.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

using compiler::KernelDescription;

const KernelDescription &description_of(mux_kernel_t kernel) {
  return static_cast<Kernel *>(kernel)->description();
}

/// Whether at least two of the required sizes are 1.
bool requires_one_dimension(const KernelDescription &kernel) {
  return std::count(std::begin(kernel.required_local_size), std::end(kernel.required_local_size),
                    uint64_t{1}) >= 2;
}

/// Returns the packet size that most of a group runs with: reduced where the group is smaller.
std::array<size_t, 3> packet_in_group(const KernelDescription &kernel,
                                      const std::array<size_t, 3> &local_size) {
  const auto *lanes = std::max_element(std::begin(kernel.lanes), std::end(kernel.lanes));
  const auto along = static_cast<size_t>(lanes - std::begin(kernel.lanes));
  if (local_size[along] < *lanes / compiler::min_occupancy_divisor) {
    return {1, 1, 1};
  }
  bool has_rows = true;
  for (size_t i = 0; i < 3; ++i) {
    has_rows = has_rows && (i == along || local_size[i] >= kernel.packet_size[i]);
  }
  std::array<size_t, 3> packet = {1, 1, 1};
  for (size_t i = 0; i < 3; ++i) {
    packet[i] = has_rows ? kernel.packet_size[i] : kernel.lanes[i];
  }
  if (local_size[along] < packet[along]) {
    packet[along] = std::min<size_t>(*lanes, local_size[along]);
  }
  return packet;
}

/// Returns an ND-range of one work-group.
CommandRange one_group(const std::array<size_t, 3> &local_size) {
  CommandRange range{};
  range.dimensions = 3;
  std::copy(local_size.begin(), local_size.end(), range.global_size);
  std::copy(local_size.begin(), local_size.end(), range.local_size);
  std::fill(std::begin(range.group_count), std::end(range.group_count), 1);
  range.has_distinct_buffers = true;
  return range;
}

template <typename T>
void put(T *out, T value) {
  if (out != nullptr) {
    *out = value;
  }
}

}  // namespace

mux_result_t query_sub_group_size_for_local_size(mux_kernel_t kernel, size_t local_size_x,
                                                 size_t local_size_y, size_t local_size_z,
                                                 size_t *out_sub_group_size) {
  // A group smaller than a sub-group is one sub-group of that size.
  *out_sub_group_size = std::min<size_t>(description_of(kernel).sub_group_size,
                                         work_items_of(local_size_x, local_size_y, local_size_z));
  return mux_success;
}

mux_result_t query_local_size_for_sub_group_count(mux_kernel_t kernel, size_t sub_group_count,
                                                  size_t *out_local_size_x,
                                                  size_t *out_local_size_y,
                                                  size_t *out_local_size_z) {
  const KernelDescription &description = description_of(kernel);
  const size_t work_items = work_items_of(sub_group_count, description.sub_group_size, 1);
  const size_t required = required_work_items(description);
  const bool possible =
      work_items != 0 && work_items <= max_work_group_size &&
      (required == 0 || (required == work_items && requires_one_dimension(description)));
  size_t size[3] = {0, 0, 0};
  if (possible) {
    const size_t free_choice[3] = {work_items, 1, 1};
    for (int dimension = 0; dimension < 3; ++dimension) {
      size[dimension] =
          required != 0 ? description.required_local_size[dimension] : free_choice[dimension];
    }
  }
  *out_local_size_x = size[0];
  *out_local_size_y = size[1];
  *out_local_size_z = size[2];
  return mux_success;
}

mux_result_t query_max_num_sub_groups(mux_kernel_t kernel, size_t *out_max_num_sub_groups) {
  *out_max_num_sub_groups = kernel->max_sub_group_count;
  return mux_success;
}

mux_result_t query_wfv_info_for_local_size(mux_kernel_t kernel, size_t local_size_x,
                                           size_t local_size_y, size_t local_size_z,
                                           mux_wfv_status_e *out_wfv_status,
                                           size_t *out_work_width_x, size_t *out_work_width_y,
                                           size_t *out_work_width_z) {
  const std::array<size_t, 3> local_size = {local_size_x, local_size_y, local_size_z};
  const KernelDescription *code = nullptr;
  try {
    const Kernel &object = *static_cast<Kernel *>(kernel);
    code = &object.code_source().code_in_use(object.description(), one_group(local_size));
  } catch (const std::bad_alloc &) {
    return fail(mux_error_out_of_memory, "no memory to compile kernel '%s'",
                description_of(kernel).name.c_str());
  } catch (const std::exception &exception) {
    return fail(mux_error_internal, "compiling kernel '%s' failed: %s",
                description_of(kernel).name.c_str(), exception.what());
  }
  const KernelDescription &description = *code;
  const std::array<size_t, 3> width = packet_in_group(description, local_size);
  const bool vectorized = width[0] * width[1] * width[2] > 1;
  put(out_wfv_status, description.vectorization_failed ? mux_wfv_status_error
                      : vectorized                     ? mux_wfv_status_success
                                                       : mux_wfv_status_none);
  put(out_work_width_x, width[0]);
  put(out_work_width_y, width[1]);
  put(out_work_width_z, width[2]);
  return mux_success;
}

mux_result_t suggest_local_size(mux_kernel_t kernel, size_t dimensions, const size_t *global_size,
                                mux_local_size_fit_e fit, size_t *out_local_size_x,
                                size_t *out_local_size_y, size_t *out_local_size_z) {
  LocalSizeRequest request{.global_size = {1, 1, 1},
                           .divides = fit == mux_local_size_fit_divides,
                           .preferred_work_items = work_items_of(kernel->preferred_local_size_x,
                                                                 kernel->preferred_local_size_y,
                                                                 kernel->preferred_local_size_z),
                           .compute_units = kernel->device->info->compute_units};
  std::copy_n(global_size, dimensions, request.global_size.begin());
  const std::array<size_t, 3> local = suggested_local_size(description_of(kernel), request);
  if (description_of(kernel).required_sub_group_count != 0 &&
      work_items_of(local[0], local[1], local[2]) > max_work_group_size) {
    return fail(mux_error_invalid_value, "the kernel requires %u sub-groups of %u work-items",
                description_of(kernel).required_sub_group_count,
                description_of(kernel).sub_group_size);
  }
  for (size_t i = 0; request.divides && i < local.size(); ++i) {
    if (request.global_size[i] % local[i] != 0) {
      return fail(
          mux_error_invalid_value,
          "the kernel requires work-groups of %zu work-items in %c, which do not divide %zu",
          local[i], "xyz"[i], request.global_size[i]);
    }
  }
  *out_local_size_x = local[0];
  *out_local_size_y = local[1];
  *out_local_size_z = local[2];
  return mux_success;
}

}  // namespace mux::host
