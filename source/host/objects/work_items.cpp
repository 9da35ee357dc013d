#include "host/objects/work_items.h"

#include <algorithm>
#include <limits>

#include "host/objects/device_info.h"

namespace mux::host {

using compiler::KernelDescription;

size_t work_items_of(size_t x, size_t y, size_t z) {
  size_t product = 0;
  return __builtin_mul_overflow(x, y, &product) || __builtin_mul_overflow(product, z, &product)
             ? std::numeric_limits<size_t>::max()
             : product;
}

size_t required_work_items(const KernelDescription &kernel) {
  return work_items_of(kernel.required_local_size[0], kernel.required_local_size[1],
                       kernel.required_local_size[2]);
}

size_t max_sub_group_count(const KernelDescription &kernel) {
  const size_t required = required_work_items(kernel);
  const size_t most =
      std::min<size_t>(required != 0 ? required : max_work_group_size, max_work_group_size);
  return (most + kernel.sub_group_size - 1) / kernel.sub_group_size;
}

}  // namespace mux::host
