#include <mux/pipe.h>

#include "opencl/platform/device_info.h"
#include "opencl/platform/external_types.h"
#include "opencl/platform/limits.h"
#include "opencl/platform/partition.h"
#include "opencl/platform/svm_types.h"
#include "opencl/platform/versions.h"

namespace mux::opencl {
namespace {

cl_device_fp_config float_config(uint32_t capabilities) {
  struct Bit {
    uint32_t mux;
    cl_device_fp_config opencl;
  };
  constexpr Bit bits[] = {
      {mux_floating_point_capabilities_denorm, CL_FP_DENORM},
      {mux_floating_point_capabilities_inf_nan, CL_FP_INF_NAN},
      {mux_floating_point_capabilities_rte, CL_FP_ROUND_TO_NEAREST},
      {mux_floating_point_capabilities_rtz, CL_FP_ROUND_TO_ZERO},
      {mux_floating_point_capabilities_rtp, CL_FP_ROUND_TO_INF},
      {mux_floating_point_capabilities_fma, CL_FP_FMA},
      {mux_floating_point_capabilities_soft, CL_FP_SOFT_FLOAT},
  };
  cl_device_fp_config config = 0;
  for (const Bit &bit : bits) {
    config |= (capabilities & bit.mux) != 0 ? bit.opencl : 0;
  }
  return config;
}

bool query_unified_memory(cl_device_info name, const InfoOut &out) {
  switch (name) {
    case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
      // Device memory is host memory, whatever the kind of allocation.
      return out.of(cl_device_unified_shared_memory_capabilities_intel{
                 CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL |
                 CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
                 CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
                 CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL}),
             true;
    default:
      return false;
  }
}

bool query_queues(cl_device_info name, const InfoOut &out) {
  switch (name) {
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
      return out.of(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                CL_QUEUE_PROFILING_ENABLE}),
             true;
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
      return out.of(cl_command_queue_properties{0}), true;
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
      return out.of(cl_uint{0}), true;
    case CL_DEVICE_SEMAPHORE_TYPES_KHR:
      return out.of(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR}), true;
    case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return out.array(std::span(external::semaphore_handle_types)), true;
    case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
    case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR:
      return out.array(std::span(external::memory_handle_types)), true;
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
      return out.of(cl_device_device_enqueue_capabilities{0}), true;
    default:
      return false;
  }
}

bool query_command_buffers(cl_device_info name, const InfoOut &out) {
  switch (name) {
    case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
      return out.of(cl_device_command_buffer_capabilities_khr{
                 CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                 CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR}),
             true;
    case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
      return out.of(cl_command_queue_properties{0}), true;
    case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
      return out.of(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                CL_QUEUE_PROFILING_ENABLE}),
             true;
    case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
      return out.of(mutable_dispatch_fields), true;
    default:
      return false;
  }
}

bool query_pipes(cl_device_info name, const InfoOut &out) {
  switch (name) {
    case CL_DEVICE_PIPE_SUPPORT:
      return out.of(cl_bool{CL_TRUE}), true;
    case CL_DEVICE_MAX_PIPE_ARGS:
      return out.of(cl_uint{limits::pipe_arguments}), true;
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
      return out.of(cl_uint{limits::pipe_reservations}), true;
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
      return out.of(cl_uint{MUX_PIPE_MAX_PACKET_SIZE}), true;
    default:
      return false;
  }
}

/// The atomic operations on floating-point numbers of `bits` bits, from the compiler's features.
cl_device_fp_atomic_capabilities_ext float_atomics(const std::string &bits) {
  constexpr std::pair<const char *, cl_device_fp_atomic_capabilities_ext> kinds[] = {
      {"_global_atomic_add", CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT},
      {"_global_atomic_min_max", CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT},
      {"_local_atomic_add", CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT},
      {"_local_atomic_min_max", CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT},
  };
  cl_device_fp_atomic_capabilities_ext result = 0;
  for (const auto &[kind, bit] : kinds) {
    const std::string name = "__opencl_c_ext_fp" + bits + kind;
    for (const cl_name_version &feature : features()) {
      result |= feature.name == name ? bit : 0;
    }
  }
  // Loads and stores are available in OpenCL C with any of the others.
  return result == 0 ? 0
                     : result | CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT |
                           CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT;
}

bool query_atomics(cl_device_info name, const InfoOut &out) {
  switch (name) {
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES: {
      cl_device_atomic_capabilities bits =
          CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
          CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
          CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
      if (name == CL_DEVICE_ATOMIC_FENCE_CAPABILITIES) {
        bits |= CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM;
      }
      return out.of(bits), true;
    }
    case CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT:
      return out.of(float_atomics("32")), true;
    case CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT:
      return out.of(float_atomics("64")), true;
    case CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT:
      return out.of(float_atomics("16")), true;
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
      return out.of(cl_uint{0}), true;
    default:
      return false;
  }
}

}  // namespace

bool query_capabilities(const Device &device, cl_device_info name, const InfoOut &out) {
  const mux_device_info_s &info = *device.info();
  switch (name) {
    case CL_DEVICE_SINGLE_FP_CONFIG:
      return out.of(float_config(info.float_capabilities) | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
             true;
    case CL_DEVICE_DOUBLE_FP_CONFIG:
      return out.of(float_config(info.double_capabilities)), true;
    case CL_DEVICE_HALF_FP_CONFIG:
      return out.of(float_config(info.half_capabilities)), true;
    case CL_DEVICE_ENDIAN_LITTLE:
      return out.of(cl_bool{info.endianness == mux_endianness_little}), true;
    case CL_DEVICE_COMPILER_AVAILABLE:
      // The SPIR-V compiler is always available.
      return out.of(cl_bool{compiler_features().version_count > 0}), true;
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
      return out.of(cl_bool{CL_TRUE}), true;
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
      return out.of(cl_bool{CL_FALSE}), true;
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return out.of(cl_device_exec_capabilities{CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL}), true;
    case CL_DEVICE_SVM_CAPABILITIES:
      // Device memory is host memory.
      return out.of(cl_device_svm_capabilities{
                 CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                 CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS}),
             true;
    case CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR:
      return out.array(svm_types::capabilities()), true;
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
      return out.of(cl_bool{info.sub_groups_support_ifp}), true;
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
      return out.of(cl_bool{info.supports_work_group_collectives}), true;
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
      return out.of(cl_bool{info.supports_generic_address_space}), true;
    default:
      return query_unified_memory(name, out) || query_queues(name, out) ||
             query_command_buffers(name, out) || query_pipes(name, out) ||
             query_atomics(name, out) || query_language(name, out);
  }
}

bool query_partition(const Device &device, cl_device_info name, const InfoOut &out) {
  switch (name) {
    case CL_DEVICE_PARENT_DEVICE:
      return out.of<cl_device_id>(device.parent()), true;
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
      return out.of(device.compute_units()), true;
    case CL_DEVICE_PARTITION_PROPERTIES: {
      std::vector<cl_device_partition_property> ways{0};
      if (device.compute_units() > 1) {
        ways = {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
      }
      if (affinity_domains(device) != 0) {
        ways.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
      }
      return out.array(std::span(ways)), true;
    }
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
      return out.of(affinity_domains(device)), true;
    case CL_DEVICE_PARTITION_TYPE:
      return out.array(device.partition()), true;
    default:
      return false;
  }
}

}  // namespace mux::opencl
