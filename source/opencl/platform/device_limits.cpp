#include <algorithm>

#include "opencl/platform/device_info.h"
#include "opencl/platform/limits.h"

namespace mux::opencl {
namespace {

/// CL_DEVICE_NATIVE_VECTOR_WIDTH_*: elements of a vector register. 1 if the device reports itself
/// as a GPU: programs write explicit vectors of this width, and a program that asks for a GPU
/// expects scalar code.
cl_uint vector_width(const mux_device_info_s &info, cl_uint element_size) {
  return device_type() == CL_DEVICE_TYPE_GPU
             ? cl_uint{1}
             : std::max(info.native_vector_width / element_size, cl_uint{1});
}

bool query_vectors(const mux_device_info_s &info, cl_device_info name, const InfoOut &out) {
  switch (name) {
    // Preferred widths are 1: kernels are vectorized across work-items, so explicit vectors are not
    // faster.
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
      return out.of(cl_uint{1}), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
      return out.of(cl_uint{info.double_capabilities != 0}), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
      return out.of(cl_uint{info.half_capabilities != 0}), true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
      return out.of(vector_width(info, 1)), true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
      return out.of(vector_width(info, 2)), true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
      return out.of(vector_width(info, 4)), true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
      return out.of(vector_width(info, 8)), true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
      return out.of(info.double_capabilities != 0 ? vector_width(info, 8) : 0), true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
      return out.of(info.half_capabilities != 0 ? vector_width(info, 2) : 0), true;
    default:
      return false;
  }
}

bool query_work_items(const Device &device, cl_device_info name, const InfoOut &out) {
  const mux_device_info_s &info = *device.info();
  switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      return out.of(device.compute_units()), true;
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      return out.of(cl_uint{3}), true;
    case CL_DEVICE_MAX_WORK_GROUP_SIZES: {
      const size_t sizes[] = {info.max_work_group_size_x, info.max_work_group_size_y,
                              info.max_work_group_size_z};
      return out.array(std::span(sizes)), true;
    }
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return out.of(size_t{info.max_concurrent_work_items}), true;
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      // Sub-group size: lanes of a vector of 32-bit elements.
      return out.of(size_t{vector_width(info, 4)}), true;
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
      return out.of(info.max_sub_group_count), true;
    case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
      return out.array(std::span<const size_t>(info.sub_group_sizes, info.num_sub_group_sizes)),
             true;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
      return out.of(info.clock_frequency), true;
    case CL_DEVICE_ADDRESS_BITS:
      return out.of(cl_uint{
                 (info.address_capabilities & mux_address_capabilities_bits64) != 0 ? 64U : 32U}),
             true;
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
      return out.of(size_t{1}), true;
    default:
      return false;
  }
}

}  // namespace

bool query_limits(const Device &device, cl_device_info name, const InfoOut &out) {
  const mux_device_info_s &info = *device.info();
  switch (name) {
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return out.of(cl_ulong{info.memory_size}), true;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return out.of(cl_ulong{info.allocation_size}), true;
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return out.of(limits::constant_buffer_size(info)), true;
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
      return out.of(limits::global_variable_size(info)), true;
    case CL_DEVICE_MAX_CONSTANT_ARGS:
      return out.of(cl_uint{limits::constant_arguments}), true;
    case CL_DEVICE_MAX_PARAMETER_SIZE:
      return out.of(size_t{limits::parameter_size}), true;
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
      return out.of(cl_device_mem_cache_type{CL_READ_WRITE_CACHE}), true;
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
      return out.of(static_cast<cl_uint>(info.cacheline_size)), true;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
      return out.of(cl_ulong{info.cache_size}), true;
    case CL_DEVICE_LOCAL_MEM_TYPE:
      return out.of(static_cast<cl_device_local_mem_type>(
                 info.shared_local_memory_type == mux_shared_local_memory_physical ? CL_LOCAL
                                                                                   : CL_GLOBAL)),
             true;
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return out.of(cl_ulong{info.shared_local_memory_size}), true;
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
      return out.of(cl_uint{8 * limits::base_alignment}), true;
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
      return out.of(cl_uint{limits::base_alignment}), true;
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
      // printf has no buffer that could overflow: output is written immediately.
      return out.of(size_t{16} << 20), true;
    default:
      return query_work_items(device, name, out) || query_vectors(info, name, out);
  }
}

bool query_images(const Device &device, cl_device_info name, const InfoOut &out) {
  const mux_device_info_s &info = *device.info();
  switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT:
      return out.of(cl_bool{info.image_support}), true;
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
      return out.of(info.max_sampled_images), true;
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
      return out.of(info.max_storage_images), true;
    case CL_DEVICE_MAX_SAMPLERS:
      return out.of(info.max_samplers), true;
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
      return out.of(limits::image_2d_limit(info)), true;
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
      return out.of(limits::image_3d_limit(info)), true;
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
      return out.of(size_t{info.max_image_array_layers}), true;
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
      return out.of(limits::image_buffer_limit(info)), true;
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
      return out.of(cl_uint{limits::image_pitch_alignment}), true;
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
      return out.of(cl_uint{limits::image_base_alignment}), true;
    default:
      return false;
  }
}

}  // namespace mux::opencl
