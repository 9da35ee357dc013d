#include "host/kernel_queries.h"

#include <algorithm>
#include <limits>

#include "host/device_info.h"
#include "host/kernel.h"

namespace mux::host {
namespace {

using compiler::KernelDescription;

const KernelDescription &description_of(mux_kernel_t kernel) {
  return static_cast<Kernel *>(kernel)->description();
}

// The product, or the largest number if that is larger.
size_t work_items_of(size_t x, size_t y, size_t z) {
  size_t product = 0;
  return __builtin_mul_overflow(x, y, &product) || __builtin_mul_overflow(product, z, &product)
             ? std::numeric_limits<size_t>::max()
             : product;
}

// 0 if the kernel leaves the size to the program.
size_t required_work_items(const KernelDescription &kernel) {
  return work_items_of(kernel.required_local_size[0], kernel.required_local_size[1],
                       kernel.required_local_size[2]);
}

// Whether all but one of the required sizes are 1.
bool requires_one_dimension(const KernelDescription &kernel) {
  return std::count(std::begin(kernel.required_local_size), std::end(kernel.required_local_size),
                    uint64_t{1}) >= 2;
}

template <typename T>
void put(T *out, T value) {
  if (out) {
    *out = value;
  }
}

}  // namespace

size_t max_sub_group_count(const KernelDescription &kernel) {
  const size_t required = required_work_items(kernel);
  const size_t most =
      std::min<size_t>(required != 0 ? required : max_work_group_size, max_work_group_size);
  return (most + kernel.sub_group_size - 1) / kernel.sub_group_size;
}

mux_result_t query_sub_group_size_for_local_size(mux_kernel_t kernel, size_t local_size_x,
                                                 size_t local_size_y, size_t local_size_z,
                                                 size_t *out_sub_group_size) {
  // A group with fewer work-items than a sub-group has one sub-group, of all of them.
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
  // A smaller group fills only a part of a packet.
  const auto &packet = description_of(kernel).packet_size;
  const size_t width[3] = {std::min<size_t>(packet[0], local_size_x),
                           std::min<size_t>(packet[1], local_size_y),
                           std::min<size_t>(packet[2], local_size_z)};
  const bool vectorised = width[0] * width[1] * width[2] > 1;
  put(out_wfv_status, vectorised ? mux_wfv_status_success : mux_wfv_status_none);
  put(out_work_width_x, width[0]);
  put(out_work_width_y, width[1]);
  put(out_work_width_z, width[2]);
  return mux_success;
}

}  // namespace mux::host
