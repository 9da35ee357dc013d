/// @file
/// The C API of Mux: ComputeMux 0.76, the runtime of a device for kernels.
///
/// A program enumerates devices, creates one, and creates executables, kernels, memory and buffers
/// for it. It records commands into a command buffer, finalizes it, and dispatches it to a queue of
/// the device any number of times; a fence signals completion.
///
/// Rules for every entry point:
/// - **Objects** are handles to structures that start with an id. The caller owns what it creates
///   and destroys it with the allocator it was created with, children before their parents, the
///   device last. An object is valid if it is not NULL, is of the right type and comes from a
///   target that exists; objects of one call must belong to the same target and the same device.
/// - **Errors**: a call that fails changes nothing and leaves out parameters unspecified. The lists
///   of errors below name the most specific code; a target may also return
///   #mux_error_feature_unsupported for anything it does not implement. muxGetLastErrorMessage()
///   (extensions.h) describes the error. Objects are checked first, then values, then the
///   allocator, then out parameters, then whether the device has the feature.
/// - **Data** passed to a call is copied unless its description says otherwise.
/// - **Threads**: "thread-safe" means that threads may call concurrently, also for the same
///   objects. "For different objects" means that the program serializes calls for the same object.
///
/// Requires a C99 or C++ compiler only.

#ifndef MUX_MUX_H
#define MUX_MUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Allows unnamed unions and 32-bit enumerators in C99.
#if defined(__GNUC__)
#define MUX_EXTENSION __extension__
#else
#define MUX_EXTENSION
#endif

/// Marks a declaration as exported by the library.
#if defined(_WIN32)
#define MUX_API
#else
#define MUX_API __attribute__((visibility("default")))
#endif

/// The id of no object and of no target.
#define MUX_NULL_ID 0
/// Major version of the specification that this header follows.
#define MUX_MAJOR_VERSION 0
/// Minor version of the specification that this header follows.
#define MUX_MINOR_VERSION 76
/// Patch version of the specification that this header follows.
#define MUX_PATCH_VERSION 0
/// The version as one number that can be compared.
#define MUX_VERSION                                                            \
  (((uint32_t)MUX_MAJOR_VERSION << 22) | ((uint32_t)MUX_MINOR_VERSION << 12) | \
   ((uint32_t)MUX_PATCH_VERSION))

/// Return type of entry points: one of ::mux_result_e.
typedef int32_t mux_result_t;
/// First member of every object: one of ::mux_object_id_e combined with the id of the target that
/// made it. An entry point reads it to reject objects of the wrong type and to find the target.
typedef uint32_t mux_id_t;
/// One of ::mux_object_id_e.
typedef uint32_t mux_object_id_t;
/// The number of a target, in the low 16 bits of the ids of its objects; never 0.
typedef uint32_t mux_target_id_t;
/// The number of a command in its command buffer: 0 for the first one recorded.
typedef uint32_t mux_command_id_t;

/// Result of a call.
typedef enum mux_result_e {
  /// The call succeeded.
  mux_success = 0,
  /// An error without a code of its own.
  mux_error_failure = 1,
  /// A pointer to a result is NULL.
  mux_error_null_out_parameter = 2,
  /// An argument is not valid, objects included.
  mux_error_invalid_value = 3,
  /// An allocation failed.
  mux_error_out_of_memory = 4,
  /// A callback of the allocator is NULL.
  mux_error_null_allocator_callback = 5,
  /// A target failed while devices were listed.
  mux_error_device_entry_hook_failed = 6,
  /// A binary cannot be loaded.
  mux_error_invalid_binary = 7,
  /// The device or target does not have the feature.
  mux_error_feature_unsupported = 8,
  /// There is no kernel of that name.
  mux_error_missing_kernel = 9,
  /// An internal error of the library; a defect worth reporting.
  mux_error_internal = 10,
  /// The fence was signaled by a command buffer that failed.
  mux_error_fence_failure = 11,
  /// The fence is not signaled yet; not an error.
  mux_fence_not_ready = 12
} mux_result_e;

/// Type of an object, in the upper 16 bits of its id.
MUX_EXTENSION typedef enum mux_object_id_e {
  /// A mux_buffer_t.
  mux_object_id_buffer = (1 << 16),
  /// A mux_command_buffer_t.
  mux_object_id_command_buffer = (2 << 16),
  /// A mux_device_t or mux_device_info_t.
  mux_object_id_device = (3 << 16),
  /// A mux_executable_t.
  mux_object_id_executable = (4 << 16),
  /// A mux_image_t.
  mux_object_id_image = (5 << 16),
  /// A mux_kernel_t.
  mux_object_id_kernel = (6 << 16),
  /// A mux_memory_t.
  mux_object_id_memory = (7 << 16),
  /// A mux_queue_t.
  mux_object_id_queue = (8 << 16),
  /// A mux_sampler_t.
  mux_object_id_sampler = (9 << 16),
  /// A mux_semaphore_t.
  mux_object_id_semaphore = (10 << 16),
  /// A mux_query_pool_t.
  mux_object_id_query_pool = (11 << 16),
  /// A mux_sync_point_t.
  mux_object_id_sync_point = (12 << 16),
  /// A mux_fence_t.
  mux_object_id_fence = (13 << 16),
  /// The bits of an id that hold the type.
  mux_object_id_mask = 0xffff0000
} mux_object_id_e;

/// Type of a device; a bitfield in requests. ComputeMux 0.76, Devices.
MUX_EXTENSION typedef enum mux_device_type_e {
  /// A CPU.
  mux_device_type_cpu = (0x1 << 0),
  /// A GPU that shares the host's memory.
  mux_device_type_gpu_integrated = (0x1 << 1),
  /// A GPU with memory of its own.
  mux_device_type_gpu_discrete = (0x1 << 2),
  /// A GPU that is virtualized.
  mux_device_type_gpu_virtual = (0x1 << 3),
  /// An accelerator.
  mux_device_type_accelerator = (0x1 << 4),
  /// Anything else.
  mux_device_type_custom = (0x1 << 5),
  /// A target for compilation that cannot execute.
  mux_device_type_compiler = (0x1 << 6),
  /// Matches every type.
  mux_device_type_all = 0xFFFFFFFF
} mux_device_type_e;

/// Type of a queue. ComputeMux 0.76, Queues.
typedef enum mux_queue_type_e {
  /// Runs every command.
  mux_queue_type_compute = 0,
  /// The number of types; not a type.
  mux_queue_type_total = 1
} mux_queue_type_e;

/// Where muxAllocateMemory() takes memory from. ComputeMux 0.76, Memory.
typedef enum mux_allocation_type_e {
  /// Pinned memory that host and device see; needs one of the host properties, and is host_coherent
  /// unless it is host_cached.
  mux_allocation_type_alloc_host = 0,
  /// Memory of the device; needs the property device_local or host_visible.
  mux_allocation_type_alloc_device = 1
} mux_allocation_type_e;

/// Kinds of memory that a device supports; a bitfield. ComputeMux 0.76, Devices.
typedef enum mux_allocation_capabilities_e {
  /// Coherent host memory.
  mux_allocation_capabilities_coherent_host = 0x1 << 0,
  /// Memory made from host pointers, and host memory that is flushed explicitly.
  mux_allocation_capabilities_cached_host = 0x1 << 1,
  /// Memory of the device.
  mux_allocation_capabilities_alloc_device = 0x1 << 2
} mux_allocation_capabilities_e;

/// Visibility of memory to host and device; a bitfield. ComputeMux 0.76, Memory.
typedef enum mux_memory_property_e {
  /// Accessible to the device only; excludes the following three.
  mux_memory_property_device_local = (0x1 << 1),
  /// Can be mapped with muxMapMemory().
  mux_memory_property_host_visible = (0x1 << 2),
  /// Coherent without flushes; excludes host_cached.
  mux_memory_property_host_coherent = (0x1 << 3),
  /// Must be flushed between host and device; excludes host_coherent.
  mux_memory_property_host_cached = (0x1 << 4)
} mux_memory_property_e;

/// Number of dimensions of an image. ComputeMux 0.76, Images.
typedef enum mux_image_type_e {
  /// One dimension.
  mux_image_type_1d,
  /// Two dimensions.
  mux_image_type_2d,
  /// Three dimensions.
  mux_image_type_3d,
  /// Makes the type 32 bits wide; not a type.
  mux_force_size_image_type = 0x7fffffff
} mux_image_type_e;

/// Memory layout of an image. ComputeMux 0.76, Images.
typedef enum mux_image_tiling_e {
  /// Row after row.
  mux_image_tiling_linear,
  /// An order chosen by the device.
  mux_image_tiling_optimal
} mux_image_tiling_e;

/// Format of a pixel. ComputeMux 0.76, Images.
///
/// A name lists the components in memory order with their bits, then how they are stored: unorm and
/// snorm are fixed-point numbers from 0 to 1 and from -1 to 1, uint and sint are integers, sfloat
/// are floats, srgb are unorm of which red, green and blue are in the color space sRGB, and pack16
/// or pack32 means that the components share one integer. An x is padding, a D a depth, which
/// kernels read as red. A value holds OpenCL's constant for the order of the components in its low
/// 16 bits and OpenCL's constant for their type in its high 16 bits.
///
/// ComputeMux 0.76 does not have D, srgb, A8B8G8R8 and its kin, R10G10B10A2, nor B8G8R8A8 and
/// A8R8G8B8 of other sizes than 8 bits.
typedef enum mux_image_format_e {
  mux_image_format_R8_snorm = 0x10B0 | (0x10D0 << 16),
  mux_image_format_R16_snorm = 0x10B0 | (0x10D1 << 16),
  mux_image_format_R8_unorm = 0x10B0 | (0x10D2 << 16),
  mux_image_format_R16_unorm = 0x10B0 | (0x10D3 << 16),
  mux_image_format_R8_sint = 0x10B0 | (0x10D7 << 16),
  mux_image_format_R16_sint = 0x10B0 | (0x10D8 << 16),
  mux_image_format_R32_sint = 0x10B0 | (0x10D9 << 16),
  mux_image_format_R8_uint = 0x10B0 | (0x10DA << 16),
  mux_image_format_R16_uint = 0x10B0 | (0x10DB << 16),
  mux_image_format_R32_uint = 0x10B0 | (0x10DC << 16),
  mux_image_format_R16_sfloat = 0x10B0 | (0x10DD << 16),
  mux_image_format_R32_sfloat = 0x10B0 | (0x10DE << 16),
  mux_image_format_A8_snorm = 0x10B1 | (0x10D0 << 16),
  mux_image_format_A16_snorm = 0x10B1 | (0x10D1 << 16),
  mux_image_format_A8_unorm = 0x10B1 | (0x10D2 << 16),
  mux_image_format_A16_unorm = 0x10B1 | (0x10D3 << 16),
  mux_image_format_A8_sint = 0x10B1 | (0x10D7 << 16),
  mux_image_format_A16_sint = 0x10B1 | (0x10D8 << 16),
  mux_image_format_A32_sint = 0x10B1 | (0x10D9 << 16),
  mux_image_format_A8_uint = 0x10B1 | (0x10DA << 16),
  mux_image_format_A16_uint = 0x10B1 | (0x10DB << 16),
  mux_image_format_A32_uint = 0x10B1 | (0x10DC << 16),
  mux_image_format_A16_sfloat = 0x10B1 | (0x10DD << 16),
  mux_image_format_A32_sfloat = 0x10B1 | (0x10DE << 16),
  mux_image_format_R8G8_snorm = 0x10B2 | (0x10D0 << 16),
  mux_image_format_R16G16_snorm = 0x10B2 | (0x10D1 << 16),
  mux_image_format_R8G8_unorm = 0x10B2 | (0x10D2 << 16),
  mux_image_format_R16G16_unorm = 0x10B2 | (0x10D3 << 16),
  mux_image_format_R8G8_sint = 0x10B2 | (0x10D7 << 16),
  mux_image_format_R16G16_sint = 0x10B2 | (0x10D8 << 16),
  mux_image_format_R32G32_sint = 0x10B2 | (0x10D9 << 16),
  mux_image_format_R8G8_uint = 0x10B2 | (0x10DA << 16),
  mux_image_format_R16G16_uint = 0x10B2 | (0x10DB << 16),
  mux_image_format_R32G32_uint = 0x10B2 | (0x10DC << 16),
  mux_image_format_R16G16_sfloat = 0x10B2 | (0x10DD << 16),
  mux_image_format_R32G32_sfloat = 0x10B2 | (0x10DE << 16),
  mux_image_format_R8A8_snorm = 0x10B3 | (0x10D0 << 16),
  mux_image_format_R16A16_snorm = 0x10B3 | (0x10D1 << 16),
  mux_image_format_R8A8_unorm = 0x10B3 | (0x10D2 << 16),
  mux_image_format_R16A16_unorm = 0x10B3 | (0x10D3 << 16),
  mux_image_format_R8A8_sint = 0x10B3 | (0x10D7 << 16),
  mux_image_format_R16A16_sint = 0x10B3 | (0x10D8 << 16),
  mux_image_format_R32A32_sint = 0x10B3 | (0x10D9 << 16),
  mux_image_format_R8A8_uint = 0x10B3 | (0x10DA << 16),
  mux_image_format_R16A16_uint = 0x10B3 | (0x10DB << 16),
  mux_image_format_R32A32_uint = 0x10B3 | (0x10DC << 16),
  mux_image_format_R16A16_sfloat = 0x10B3 | (0x10DD << 16),
  mux_image_format_R32A32_sfloat = 0x10B3 | (0x10DE << 16),
  mux_image_format_R5G6B5_unorm_pack16 = 0x10B4 | (0x10D4 << 16),
  mux_image_format_R5G5B5_unorm_pack16 = 0x10B4 | (0x10D5 << 16),
  mux_image_format_R10G10B10_unorm_pack32 = 0x10B4 | (0x10D6 << 16),
  mux_image_format_R8G8B8A8_snorm = 0x10B5 | (0x10D0 << 16),
  mux_image_format_R16G16B16A16_snorm = 0x10B5 | (0x10D1 << 16),
  mux_image_format_R8G8B8A8_unorm = 0x10B5 | (0x10D2 << 16),
  mux_image_format_R16G16B16A16_unorm = 0x10B5 | (0x10D3 << 16),
  mux_image_format_R8G8B8A8_sint = 0x10B5 | (0x10D7 << 16),
  mux_image_format_R16G16B16A16_sint = 0x10B5 | (0x10D8 << 16),
  mux_image_format_R32G32B32A32_sint = 0x10B5 | (0x10D9 << 16),
  mux_image_format_R8G8B8A8_uint = 0x10B5 | (0x10DA << 16),
  mux_image_format_R16G16B16A16_uint = 0x10B5 | (0x10DB << 16),
  mux_image_format_R32G32B32A32_uint = 0x10B5 | (0x10DC << 16),
  mux_image_format_R16G16B16A16_sfloat = 0x10B5 | (0x10DD << 16),
  mux_image_format_R32G32B32A32_sfloat = 0x10B5 | (0x10DE << 16),
  mux_image_format_R10G10B10A2_unorm_pack32 = 0x10B5 | (0x10E0 << 16),
  mux_image_format_B8G8R8A8_snorm = 0x10B6 | (0x10D0 << 16),
  mux_image_format_B16G16R16A16_snorm = 0x10B6 | (0x10D1 << 16),
  mux_image_format_B8G8R8A8_unorm = 0x10B6 | (0x10D2 << 16),
  mux_image_format_B16G16R16A16_unorm = 0x10B6 | (0x10D3 << 16),
  mux_image_format_B8G8R8A8_sint = 0x10B6 | (0x10D7 << 16),
  mux_image_format_B16G16R16A16_sint = 0x10B6 | (0x10D8 << 16),
  mux_image_format_B32G32R32A32_sint = 0x10B6 | (0x10D9 << 16),
  mux_image_format_B8G8R8A8_uint = 0x10B6 | (0x10DA << 16),
  mux_image_format_B16G16R16A16_uint = 0x10B6 | (0x10DB << 16),
  mux_image_format_B32G32R32A32_uint = 0x10B6 | (0x10DC << 16),
  mux_image_format_B16G16R16A16_sfloat = 0x10B6 | (0x10DD << 16),
  mux_image_format_B32G32R32A32_sfloat = 0x10B6 | (0x10DE << 16),
  mux_image_format_A8R8G8B8_snorm = 0x10B7 | (0x10D0 << 16),
  mux_image_format_A16R16G16B16_snorm = 0x10B7 | (0x10D1 << 16),
  mux_image_format_A8R8G8B8_unorm = 0x10B7 | (0x10D2 << 16),
  mux_image_format_A16R16G16B16_unorm = 0x10B7 | (0x10D3 << 16),
  mux_image_format_A8R8G8B8_sint = 0x10B7 | (0x10D7 << 16),
  mux_image_format_A16R16G16B16_sint = 0x10B7 | (0x10D8 << 16),
  mux_image_format_A32R32G32B32_sint = 0x10B7 | (0x10D9 << 16),
  mux_image_format_A8R8G8B8_uint = 0x10B7 | (0x10DA << 16),
  mux_image_format_A16R16G16B16_uint = 0x10B7 | (0x10DB << 16),
  mux_image_format_A32R32G32B32_uint = 0x10B7 | (0x10DC << 16),
  mux_image_format_A16R16G16B16_sfloat = 0x10B7 | (0x10DD << 16),
  mux_image_format_A32R32G32B32_sfloat = 0x10B7 | (0x10DE << 16),
  mux_image_format_INTENSITY8_snorm = 0x10B8 | (0x10D0 << 16),
  mux_image_format_INTENSITY16_snorm = 0x10B8 | (0x10D1 << 16),
  mux_image_format_INTENSITY8_unorm = 0x10B8 | (0x10D2 << 16),
  mux_image_format_INTENSITY16_unorm = 0x10B8 | (0x10D3 << 16),
  mux_image_format_INTENSITY16_sfloat = 0x10B8 | (0x10DD << 16),
  mux_image_format_INTENSITY32_sfloat = 0x10B8 | (0x10DE << 16),
  mux_image_format_LUMINANCE8_snorm = 0x10B9 | (0x10D0 << 16),
  mux_image_format_LUMINANCE16_snorm = 0x10B9 | (0x10D1 << 16),
  mux_image_format_LUMINANCE8_unorm = 0x10B9 | (0x10D2 << 16),
  mux_image_format_LUMINANCE16_unorm = 0x10B9 | (0x10D3 << 16),
  mux_image_format_LUMINANCE16_sfloat = 0x10B9 | (0x10DD << 16),
  mux_image_format_LUMINANCE32_sfloat = 0x10B9 | (0x10DE << 16),
  mux_image_format_R8x8_snorm = 0x10BA | (0x10D0 << 16),
  mux_image_format_R16x16_snorm = 0x10BA | (0x10D1 << 16),
  mux_image_format_R8x8_unorm = 0x10BA | (0x10D2 << 16),
  mux_image_format_R16x16_unorm = 0x10BA | (0x10D3 << 16),
  mux_image_format_R8x8_sint = 0x10BA | (0x10D7 << 16),
  mux_image_format_R16x16_sint = 0x10BA | (0x10D8 << 16),
  mux_image_format_R32x32_sint = 0x10BA | (0x10D9 << 16),
  mux_image_format_R8x8_uint = 0x10BA | (0x10DA << 16),
  mux_image_format_R16x16_uint = 0x10BA | (0x10DB << 16),
  mux_image_format_R32x32_uint = 0x10BA | (0x10DC << 16),
  mux_image_format_R16x16_sfloat = 0x10BA | (0x10DD << 16),
  mux_image_format_R32x32_sfloat = 0x10BA | (0x10DE << 16),
  mux_image_format_R8G8Bx_snorm = 0x10BB | (0x10D0 << 16),
  mux_image_format_R16G16B16_snorm = 0x10BB | (0x10D1 << 16),
  mux_image_format_R8G8Bx_unorm = 0x10BB | (0x10D2 << 16),
  mux_image_format_R16G16B16_unorm = 0x10BB | (0x10D3 << 16),
  mux_image_format_R8G8Bx_sint = 0x10BB | (0x10D7 << 16),
  mux_image_format_R16G16B16_sint = 0x10BB | (0x10D8 << 16),
  mux_image_format_R32G32B32_sint = 0x10BB | (0x10D9 << 16),
  mux_image_format_R8G8Bx_uint = 0x10BB | (0x10DA << 16),
  mux_image_format_R16G16B16B16_uint = 0x10BB | (0x10DB << 16),
  mux_image_format_R32G32B32_uint = 0x10BB | (0x10DC << 16),
  mux_image_format_R16G16B16_sfloat = 0x10BB | (0x10DD << 16),
  mux_image_format_R32G32B32_sfloat = 0x10BB | (0x10DE << 16),
  mux_image_format_R5G6B5x0_unorm_pack16 = 0x10BC | (0x10D4 << 16),
  mux_image_format_R5G5B5x1_unorm_pack16 = 0x10BC | (0x10D5 << 16),
  mux_image_format_R10G10B10x2_unorm_pack32 = 0x10BC | (0x10D6 << 16),
  mux_image_format_D16_unorm = 0x10BD | (0x10D3 << 16),
  mux_image_format_D32_sfloat = 0x10BD | (0x10DE << 16),
  mux_image_format_R8G8B8_srgb = 0x10BF | (0x10D2 << 16),
  mux_image_format_R8G8B8x8_srgb = 0x10C0 | (0x10D2 << 16),
  mux_image_format_R8G8B8A8_srgb = 0x10C1 | (0x10D2 << 16),
  mux_image_format_B8G8R8A8_srgb = 0x10C2 | (0x10D2 << 16),
  mux_image_format_A8B8G8R8_snorm = 0x10C3 | (0x10D0 << 16),
  mux_image_format_A16B16G16R16_snorm = 0x10C3 | (0x10D1 << 16),
  mux_image_format_A8B8G8R8_unorm = 0x10C3 | (0x10D2 << 16),
  mux_image_format_A16B16G16R16_unorm = 0x10C3 | (0x10D3 << 16),
  mux_image_format_A8B8G8R8_sint = 0x10C3 | (0x10D7 << 16),
  mux_image_format_A16B16G16R16_sint = 0x10C3 | (0x10D8 << 16),
  mux_image_format_A32B32G32R32_sint = 0x10C3 | (0x10D9 << 16),
  mux_image_format_A8B8G8R8_uint = 0x10C3 | (0x10DA << 16),
  mux_image_format_A16B16G16R16_uint = 0x10C3 | (0x10DB << 16),
  mux_image_format_A32B32G32R32_uint = 0x10C3 | (0x10DC << 16),
  mux_image_format_A16B16G16R16_sfloat = 0x10C3 | (0x10DD << 16),
  mux_image_format_A32B32G32R32_sfloat = 0x10C3 | (0x10DE << 16),
  mux_image_format_A2B10G10R10_unorm_pack32 = 0x10C3 | (0x10E5 << 16)
} mux_image_format_e;

/// How kernels address memory. ComputeMux 0.76, Devices.
typedef enum mux_address_type_e {
  /// Without numeric addresses.
  mux_address_type_logical = 0,
  /// By 32-bit addresses.
  mux_address_type_bits32 = 1,
  /// By 64-bit addresses.
  mux_address_type_bits64 = 2
} mux_address_type_e;

/// Address types that a device supports: a bit for each ::mux_address_type_e. ComputeMux 0.76,
/// Devices.
typedef enum mux_address_capabilities_e {
  /// Without numeric addresses.
  mux_address_capabilities_logical = 0x1 << mux_address_type_logical,
  /// By 32-bit addresses.
  mux_address_capabilities_bits32 = 0x1 << mux_address_type_bits32,
  /// By 64-bit addresses.
  mux_address_capabilities_bits64 = 0x1 << mux_address_type_bits64
} mux_address_capabilities_e;

/// What a device caches; a bitfield. ComputeMux 0.76, Devices.
typedef enum mux_cache_capabilities_e {
  /// Reads.
  mux_cache_capabilities_read = 0x1,
  /// Writes.
  mux_cache_capabilities_write = 0x2
} mux_cache_capabilities_e;

/// Floating-point capabilities of a device for one size of numbers; a bitfield, 0 if it does not
/// support the size. ComputeMux 0.76, Devices.
typedef enum mux_floating_point_capabilities_e {
  /// Denormal numbers.
  mux_floating_point_capabilities_denorm = 0x1,
  /// Infinity and quiet NaN.
  mux_floating_point_capabilities_inf_nan = 0x2,
  /// Rounding to nearest, ties to even.
  mux_floating_point_capabilities_rte = 0x4,
  /// Rounding towards zero: this and the following two at least in conversions that ask for it.
  mux_floating_point_capabilities_rtz = 0x8,
  /// Rounding towards positive infinity.
  mux_floating_point_capabilities_rtp = 0x10,
  /// Rounding towards negative infinity.
  mux_floating_point_capabilities_rtn = 0x20,
  /// Fused multiply-add.
  mux_floating_point_capabilities_fma = 0x40,
  /// Computed in software.
  mux_floating_point_capabilities_soft = 0x80,
  /// The binary formats of IEEE 754.
  mux_floating_point_capabilities_full = 0x100
} mux_floating_point_capabilities_e;

/// Integer sizes that a device supports; a bitfield. ComputeMux 0.76, Devices.
typedef enum mux_integer_capabilities_e {
  /// 8-bit integers.
  mux_integer_capabilities_8bit = 0x1,
  /// 16-bit integers.
  mux_integer_capabilities_16bit = 0x2,
  /// 32-bit integers.
  mux_integer_capabilities_32bit = 0x4,
  /// 64-bit integers.
  mux_integer_capabilities_64bit = 0x8
} mux_integer_capabilities_e;

/// Members of mux_descriptor_info_custom_buffer_s that a device uses; a bitfield. ComputeMux 0.76,
/// Descriptors.
typedef enum mux_custom_buffer_capabilities_e {
  /// The data and size.
  mux_custom_buffer_capabilities_data = 0x1,
  /// The address space.
  mux_custom_buffer_capabilities_address_space = 0x2
} mux_custom_buffer_capabilities_e;

/// Order of the bytes of a number. ComputeMux 0.76, Devices.
typedef enum mux_endianness_e {
  /// Least significant byte first.
  mux_endianness_little = 0x1,
  /// Most significant byte first.
  mux_endianness_big = 0x2
} mux_endianness_e;

/// Type of the local memory of a device. ComputeMux 0.76, Devices.
typedef enum mux_shared_local_memory_type_e {
  /// Dedicated memory.
  mux_shared_local_memory_physical = 0,
  /// A part of global memory.
  mux_shared_local_memory_virtual = 1
} mux_shared_local_memory_type_e;

/// Type of a descriptor: selects its member. ComputeMux 0.76, Descriptors.
typedef enum mux_descriptor_info_type_e {
  /// A pointer into a buffer: mux_descriptor_info_s::buffer_descriptor.
  mux_descriptor_info_type_buffer = 0,
  /// An image: mux_descriptor_info_s::image_descriptor.
  mux_descriptor_info_type_image = 1,
  /// A sampler: mux_descriptor_info_s::sampler_descriptor.
  mux_descriptor_info_type_sampler = 2,
  /// A value: mux_descriptor_info_s::plain_old_data_descriptor.
  mux_descriptor_info_type_plain_old_data = 3,
  /// Local memory: mux_descriptor_info_s::shared_local_buffer_descriptor.
  mux_descriptor_info_type_shared_local_buffer = 4,
  /// A null pointer; no member is used. For a local memory argument: no memory, and a pointer that
  /// the kernel must not dereference.
  mux_descriptor_info_type_null_buffer = 5,
  /// Target-specific: mux_descriptor_info_s::custom_buffer_descriptor.
  mux_descriptor_info_type_custom_buffer = 6
} mux_descriptor_info_type_e;

/// What a sampler reads outside an image. ComputeMux 0.76, Images.
typedef enum mux_address_mode_e {
  /// Reading outside is undefined.
  mux_address_mode_none,
  /// The image repeats.
  mux_address_mode_repeat,
  /// The image repeats, every second time mirrored.
  mux_address_mode_repeat_mirror,
  /// The border color.
  mux_address_mode_clamp,
  /// The nearest pixel of the edge.
  mux_address_mode_clamp_edge
} mux_address_mode_e;

/// What a sampler reads between pixels. ComputeMux 0.76, Images.
typedef enum mux_filter_mode_e {
  /// The nearest pixel.
  mux_filter_mode_nearest,
  /// Linear interpolation of the neighboring pixels.
  mux_filter_mode_linear
} mux_filter_mode_e;

/// What a query pool measures. ComputeMux 0.76, Queries.
typedef enum mux_query_type_e {
  /// Start and end times of commands: mux_query_duration_result_s.
  mux_query_type_duration,
  /// Hardware counters: mux_query_counter_result_s.
  mux_query_type_counter
} mux_query_type_e;

/// Which member of mux_query_counter_result_s holds the result of a counter. Each enumerator has
/// two names: the first that of existing clients, the second that of the specification's text.
/// ComputeMux 0.76, Queries.
typedef enum mux_query_counter_storage_e {
  /// A signed integer of 32 bits.
  mux_query_counter_result_type_int32,
  /// A signed integer of 64 bits.
  mux_query_counter_result_type_int64,
  /// An unsigned integer of 32 bits.
  mux_query_counter_result_type_uint32,
  /// An unsigned integer of 64 bits.
  mux_query_counter_result_type_uint64,
  /// A float.
  mux_query_counter_result_type_float32,
  /// A double.
  mux_query_counter_result_type_float64,
  /// The same as mux_query_counter_result_type_int32.
  mux_query_counter_storage_int32 = mux_query_counter_result_type_int32,
  /// The same as mux_query_counter_result_type_int64.
  mux_query_counter_storage_int64 = mux_query_counter_result_type_int64,
  /// The same as mux_query_counter_result_type_uint32.
  mux_query_counter_storage_uint32 = mux_query_counter_result_type_uint32,
  /// The same as mux_query_counter_result_type_uint64.
  mux_query_counter_storage_uint64 = mux_query_counter_result_type_uint64,
  /// The same as mux_query_counter_result_type_float32.
  mux_query_counter_storage_float32 = mux_query_counter_result_type_float32,
  /// The same as mux_query_counter_result_type_float64.
  mux_query_counter_storage_float64 = mux_query_counter_result_type_float64
} mux_query_counter_storage_e;

/// Unit of the result of a counter. ComputeMux 0.76, Queries.
typedef enum mux_query_counter_unit_e {
  /// Something else, or no unit.
  mux_query_counter_unit_generic,
  /// Hundredths.
  mux_query_counter_unit_percentage,
  /// Nanoseconds.
  mux_query_counter_unit_nanoseconds,
  /// Bytes.
  mux_query_counter_unit_bytes,
  /// Bytes in a second.
  mux_query_counter_unit_bytes_per_second,
  /// Kelvin.
  mux_query_counter_unit_kelvin,
  /// Watts.
  mux_query_counter_unit_watts,
  /// Volts.
  mux_query_counter_unit_volts,
  /// Amperes.
  mux_query_counter_unit_amps,
  /// Hertz.
  mux_query_counter_unit_hertz,
  /// Clock cycles.
  mux_query_counter_unit_cycles
} mux_query_counter_unit_e;

/// Outcome of vectorizing a kernel across its work-items. ComputeMux 0.76, Kernels.
typedef enum mux_wfv_status_e {
  /// The kernel is not vectorized: not attempted, slower by estimate, or groups are too small.
  mux_wfv_status_none,
  /// Vectorization was attempted and failed because of the kernel's code.
  mux_wfv_status_error,
  /// The kernel is vectorized.
  mux_wfv_status_success
} mux_wfv_status_e;

/// Sources of a device's kernels besides executables; a bitfield. ComputeMux 0.76, Devices.
typedef enum mux_source_capabilities_e {
  /// Kernels that are part of the device, see muxCreateBuiltInKernel().
  mux_source_capabilities_builtin_kernel = 0x1
} mux_source_capabilities_e;

/// Operand sizes of a device's atomic operations; a bitfield.
typedef enum mux_atomic_capabilities_e {
  /// 8-bit atomic operations.
  mux_atomic_capabilities_8bit = 0x1,
  /// 16-bit atomic operations.
  mux_atomic_capabilities_16bit = 0x2,
  /// 32-bit atomic operations.
  mux_atomic_capabilities_32bit = 0x4,
  /// 64-bit atomic operations.
  mux_atomic_capabilities_64bit = 0x8
} mux_atomic_capabilities_e;

/// Describes a device. Belongs to the library and lives until the process ends.
typedef struct mux_device_info_s *mux_device_info_t;
/// A device; all other objects are created for one. ComputeMux 0.76, Devices.
typedef struct mux_device_s *mux_device_t;
/// Device memory. ComputeMux 0.76, Memory.
typedef struct mux_memory_s *mux_memory_t;
/// An array of bytes that commands access. ComputeMux 0.76, Buffers.
typedef struct mux_buffer_s *mux_buffer_t;
/// An array of pixels that commands access. ComputeMux 0.76, Images.
typedef struct mux_image_s *mux_image_t;
/// A queue, to which command buffers are dispatched. ComputeMux 0.76, Queues.
typedef struct mux_queue_s *mux_queue_t;
/// A sequence of commands that are dispatched together. ComputeMux 0.76, Command Buffers.
typedef struct mux_command_buffer_s *mux_command_buffer_t;
/// Orders command buffers. ComputeMux 0.76, Semaphores.
typedef struct mux_semaphore_s *mux_semaphore_t;
/// Signals completion of command buffers to the host. ComputeMux 0.76, Fences.
typedef struct mux_fence_s *mux_fence_t;
/// A command of a command buffer, for later commands to wait for. ComputeMux 0.76, Command Buffers.
typedef struct mux_sync_point_s *mux_sync_point_t;
/// A loaded binary with kernels in it. ComputeMux 0.76, Executables.
typedef struct mux_executable_s *mux_executable_t;
/// A kernel of an executable or of the device. ComputeMux 0.76, Kernels.
typedef struct mux_kernel_s *mux_kernel_t;
/// Slots for the results of queries. ComputeMux 0.76, Queries.
typedef struct mux_query_pool_s *mux_query_pool_t;
/// Points to the result of a duration query.
typedef struct mux_query_duration_result_s *mux_query_duration_result_t;
/// Points to the result of a counter query.
typedef struct mux_query_counter_result_s *mux_query_counter_result_t;
/// Pointer to the callback for messages.
typedef struct mux_callback_info_s *mux_callback_info_t;
/// An offset in up to three dimensions.
typedef struct mux_offset_3d_s mux_offset_3d_t;
/// An extent in up to three dimensions.
typedef struct mux_extent_3d_s mux_extent_3d_t;
/// An extent in up to two dimensions.
typedef struct mux_extent_2d_s mux_extent_2d_t;
/// A sampler: how a kernel reads an image. Filled in by the program.
typedef struct mux_sampler_s mux_sampler_t;
/// A hardware counter of a device.
typedef struct mux_query_counter_s mux_query_counter_t;
/// Description of a hardware counter.
typedef struct mux_query_counter_description_s mux_query_counter_description_t;
/// A hardware counter to be measured.
typedef struct mux_query_counter_config_s mux_query_counter_config_t;
/// Allocator of host memory.
typedef struct mux_allocator_info_s mux_allocator_info_t;
/// An argument of a kernel.
typedef struct mux_descriptor_info_s mux_descriptor_info_t;
/// A box of bytes to copy.
typedef struct mux_buffer_region_info_s mux_buffer_region_info_t;
/// An ND-range and its kernel arguments.
typedef struct mux_ndrange_options_s mux_ndrange_options_t;

/// Requirements of memory to be bound to a buffer or an image. ComputeMux 0.76, Memory.
typedef struct mux_memory_requirements_s {
  /// Bytes.
  uint64_t size;
  /// Bytes; a power of two.
  uint32_t alignment;
  /// A bit for each heap that memory may come from; pass one of them to muxAllocateMemory().
  uint32_t supported_heaps;
} mux_memory_requirements_s;
/// Memory requirements of a buffer or an image.
typedef struct mux_memory_requirements_s mux_memory_requirements_t;

/// Provides all host memory of the objects created with it. Passed by value and copied. An object
/// must be destroyed with the allocator it was created with. ComputeMux 0.76, Allocators.
///
/// Both functions are called from any thread, several at once, and must not throw.
struct mux_allocator_info_s {
  /// Returns `size` bytes aligned to `alignment`, a power of two, or NULL if there is no memory.
  /// Must not be NULL.
  void *(*alloc)(void *user_data, size_t size, size_t alignment);
  /// Frees what `alloc` returned. Must not be NULL.
  void (*free)(void *user_data, void *pointer);
  /// Passed to both functions; may be NULL.
  void *user_data;
};

/// Receives messages about the commands of a command buffer: errors and performance hints. Copied.
/// ComputeMux 0.76, Callbacks.
struct mux_callback_info_s {
  /// Called with a null-terminated message and `data_size` bytes of data (NULL if 0) that are valid
  /// during the call; on any thread, several at once. It must not throw, and must not destroy or
  /// wait for the command buffer it is about. Must not be NULL.
  void (*callback)(void *user_data, const char *message, const void *data, size_t data_size);
  /// Passed to the function; may be NULL.
  void *user_data;
};

/// Properties of a device. ComputeMux 0.76, Devices.
struct mux_device_info_s {
  /// #mux_object_id_device and the target.
  mux_id_t id;
  /// Bitfield of ::mux_allocation_capabilities_e.
  uint32_t allocation_capabilities;
  /// Bitfield of ::mux_address_capabilities_e.
  uint32_t address_capabilities;
  /// Bitfield of ::mux_cache_capabilities_e.
  uint32_t cache_capabilities;
  /// Bitfield of ::mux_floating_point_capabilities_e, for 16-bit numbers.
  uint32_t half_capabilities;
  /// Bitfield of ::mux_floating_point_capabilities_e, for 32-bit numbers.
  uint32_t float_capabilities;
  /// Bitfield of ::mux_floating_point_capabilities_e, for 64-bit numbers.
  uint32_t double_capabilities;
  /// Bitfield of ::mux_integer_capabilities_e.
  uint32_t integer_capabilities;
  /// Bitfield of ::mux_custom_buffer_capabilities_e; 0 if custom buffers are not supported.
  uint32_t custom_buffer_capabilities;
  /// One of ::mux_endianness_e.
  uint32_t endianness;
  /// PCI vendor id or, from 0x10000 on, id in Khronos' registry; 0 if there is none. For the host,
  /// the id of the processor's manufacturer.
  uint32_t khronos_vendor_id;
  /// One of ::mux_shared_local_memory_type_e.
  uint32_t shared_local_memory_type;
  /// One of ::mux_device_type_e.
  uint32_t device_type;
  /// Bitfield of ::mux_source_capabilities_e. The specification lists it second; here it occupies
  /// padding before a pointer, so that the layout stays compatible with headers that lack it.
  uint32_t source_capabilities;
  /// Declarations of the built-in kernels, `name(parameters)` each, separated by semicolons; an
  /// empty string or NULL if there are none.
  const char *builtin_kernel_declarations;
  /// Null-terminated.
  const char *device_name;
  /// Most work-items of a work-group.
  uint32_t max_concurrent_work_items;
  /// Most work-items of a work-group in dimension x.
  uint32_t max_work_group_size_x;
  /// Most work-items of a work-group in dimension y.
  uint32_t max_work_group_size_y;
  /// Most work-items of a work-group in dimension z.
  uint32_t max_work_group_size_z;
  /// Maximum number of work-items of a work-group that one invocation of a kernel runs.
  uint32_t max_work_width;
  /// Highest normal clock frequency in MHz.
  uint32_t clock_frequency;
  /// Number of work-groups that run concurrently; at least 1. For the host, the number of
  /// processors that the process may use, limited by its affinity and by the CPU quotas of its
  /// control groups, rounded up.
  uint32_t compute_units;
  /// Alignment of buffers in bytes.
  uint32_t buffer_alignment;
  /// Memory of the device in bytes.
  uint64_t memory_size;
  /// Largest single allocation in bytes.
  uint64_t allocation_size;
  /// Bytes of cache; 0 if there is none.
  uint64_t cache_size;
  /// Bytes of a line of the cache; 0 if there is none.
  uint64_t cacheline_size;
  /// Local memory of a work-group in bytes.
  uint64_t shared_local_memory_size;
  /// Bytes of a vector register.
  uint32_t native_vector_width;
  /// Preferred size of vectors in kernels, in bytes.
  uint32_t preferred_vector_width;
  /// Whether images are supported.
  bool image_support;
  /// Whether kernels can write arrays of two-dimensional images.
  bool image2d_array_writes;
  /// Whether kernels can write three-dimensional images.
  bool image3d_writes;
  /// Most pixels of a one-dimensional image; 0 without images.
  uint32_t max_image_dimension_1d;
  /// Most pixels of a two-dimensional image in either dimension; 0 without images.
  uint32_t max_image_dimension_2d;
  /// Most pixels of a three-dimensional image in any dimension; 0 without images.
  uint32_t max_image_dimension_3d;
  /// Most layers of an image array; 0 without images.
  uint32_t max_image_array_layers;
  /// Images that a kernel can write, at least; 0 without images.
  uint32_t max_storage_images;
  /// Images that a kernel can sample, at least; 0 without images.
  uint32_t max_sampled_images;
  /// Samplers that a kernel can have, at least; 0 without images.
  uint32_t max_samplers;
  /// Number of queues of each ::mux_queue_type_e.
  uint32_t queue_types[mux_queue_type_total];
  /// Priority when a default device is chosen, greater is preferred; the host's CPU has 0.
  int8_t device_priority;
  /// Whether query counters are supported, see muxGetSupportedQueryCounters().
  bool query_counter_support;
  /// Whether muxUpdateDescriptors() is supported.
  bool descriptors_updatable;
  /// Whether muxCloneCommandBuffer() is supported.
  bool can_clone_command_buffers;
  /// Whether muxCreateBuiltInKernel() is supported.
  bool supports_builtin_kernels;
  /// Most sub-groups of a work-group; 0 if there are no sub-groups.
  uint32_t max_sub_group_count;
  /// Whether sub-groups make progress independently of each other.
  bool sub_groups_support_ifp;
  /// Maximum number of hardware counters that can be active at once; 0 if the process cannot use
  /// hardware counters.
  uint32_t max_hardware_counters;
  /// Whether kernels can use the collective functions of work-groups.
  bool supports_work_group_collectives;
  /// Whether kernels can use the generic address space.
  bool supports_generic_address_space;
  /// The length of `sub_group_sizes`.
  size_t num_sub_group_sizes;
  /// The sizes that sub-groups can have.
  size_t *sub_group_sizes;
  /// Bitfield of ::mux_atomic_capabilities_e.
  uint32_t atomic_capabilities;
};

/// Public members of a device. ComputeMux 0.76, Devices.
struct mux_device_s {
  /// #mux_object_id_device and the target.
  mux_id_t id;
  /// The device info it was created from.
  mux_device_info_t info;
};

/// Public members of memory. ComputeMux 0.76, Memory.
struct mux_memory_s {
  /// #mux_object_id_memory and the target.
  mux_id_t id;
  /// Bytes.
  uint64_t size;
  /// Bitfield of ::mux_memory_property_e.
  uint32_t properties;
  /// The host address if the memory is host visible; otherwise target-specific.
  uint64_t handle;
};

/// Public members of a buffer. ComputeMux 0.76, Buffers.
struct mux_buffer_s {
  /// #mux_object_id_buffer and the target.
  mux_id_t id;
  /// Memory requirements; `size` is also the size of the buffer for commands.
  mux_memory_requirements_s memory_requirements;
};

/// An offset; dimensions that do not exist are 0.
struct mux_offset_3d_s {
  /// First dimension.
  uint32_t x;
  /// Second dimension.
  uint32_t y;
  /// Third dimension.
  uint32_t z;
};

/// An extent; dimensions that do not exist are 1.
struct mux_extent_3d_s {
  /// First dimension.
  size_t x;
  /// Second dimension.
  size_t y;
  /// Third dimension.
  size_t z;
};

/// Two sizes; their meaning is documented at each use.
struct mux_extent_2d_s {
  /// The first.
  size_t x;
  /// The second.
  size_t y;
};

/// Public members of an image. ComputeMux 0.76, Images.
struct mux_image_s {
  /// #mux_object_id_image and the target.
  mux_id_t id;
  /// What memory it needs.
  mux_memory_requirements_s memory_requirements;
  /// Number of dimensions.
  mux_image_type_e type;
  /// Format of a pixel.
  mux_image_format_e format;
  /// Bytes of a pixel.
  uint32_t pixel_size;
  /// Width, height and depth in pixels.
  mux_extent_3d_t size;
  /// Layers of an array; 0 if it is none.
  uint32_t array_layers;
  /// Bytes from one row to the next.
  uint64_t row_size;
  /// Bytes from one slice or layer to the next.
  uint64_t slice_size;
  /// Memory layout of the pixels.
  mux_image_tiling_e tiling;
};

/// A sampler: how a kernel reads an image. ComputeMux 0.76, Descriptors.
struct mux_sampler_s {
  /// #mux_object_id_sampler and the target; ignored.
  mux_id_t id;
  /// Result of reads outside the image.
  mux_address_mode_e address_mode;
  /// Filtering of reads between pixels.
  mux_filter_mode_e filter_mode;
  /// Whether coordinates run from 0 to 1 instead of over the pixels.
  bool normalize_coords;
};

/// Public members of a queue. ComputeMux 0.76, Queues.
struct mux_queue_s {
  /// #mux_object_id_queue and the target.
  mux_id_t id;
  /// The device it belongs to.
  mux_device_t device;
};

/// Public members of a semaphore. ComputeMux 0.76, Semaphores.
struct mux_semaphore_s {
  /// #mux_object_id_semaphore and the target.
  mux_id_t id;
  /// The device it belongs to.
  mux_device_t device;
};

/// Public members of a fence. ComputeMux 0.76, Fences.
struct mux_fence_s {
  /// #mux_object_id_fence and the target.
  mux_id_t id;
  /// The device it belongs to.
  mux_device_t device;
};

/// Public members of a sync-point. Owned by its command buffer; valid until that is reset or
/// destroyed. Commands recorded after a reset reject it. ComputeMux 0.76, Command Buffers.
struct mux_sync_point_s {
  /// #mux_object_id_sync_point and the target.
  mux_id_t id;
  /// The command buffer it belongs to.
  mux_command_buffer_t command_buffer;
};

/// Public members of an executable. ComputeMux 0.76, Executables.
struct mux_executable_s {
  /// #mux_object_id_executable and the target.
  mux_id_t id;
  /// The device it belongs to.
  mux_device_t device;
};

/// Public members of a kernel. ComputeMux 0.76, Kernels.
struct mux_kernel_s {
  /// #mux_object_id_kernel and the target.
  mux_id_t id;
  /// The device it belongs to.
  mux_device_t device;
  /// Preferred work-group size in dimension x; at least 1.
  size_t preferred_local_size_x;
  /// Preferred work-group size in dimension y; at least 1.
  size_t preferred_local_size_y;
  /// Preferred work-group size in dimension z; at least 1.
  size_t preferred_local_size_z;
  /// Bytes of local memory that the kernel itself declares.
  size_t local_memory_size;
  /// Most sub-groups of a work-group; 0 if there are no sub-groups.
  size_t max_sub_group_count;
};

/// A pointer into a buffer. ComputeMux 0.76, Descriptors.
struct mux_descriptor_info_buffer_s {
  /// The buffer.
  mux_buffer_t buffer;
  /// The byte of the buffer that the kernel's pointer points to.
  uint64_t offset;
};

/// An image. ComputeMux 0.76, Descriptors.
struct mux_descriptor_info_image_s {
  /// The image.
  mux_image_t image;
};

/// A sampler. ComputeMux 0.76, Descriptors.
struct mux_descriptor_info_sampler_s {
  /// The sampler.
  mux_sampler_t sampler;
};

/// A value: a scalar, a vector or a struct. ComputeMux 0.76, Descriptors.
struct mux_descriptor_info_plain_old_data_s {
  /// The bytes of the value.
  const void *data;
  /// Number of bytes: the size of the kernel's parameter.
  size_t length;
};

/// A pointer to local memory of each work-group. ComputeMux 0.76, Descriptors.
struct mux_descriptor_info_shared_local_buffer_s {
  /// Bytes.
  size_t size;
};

/// A target-specific argument. ComputeMux 0.76, Descriptors.
struct mux_descriptor_info_custom_buffer_s {
  /// Data for the target, if it supports #mux_custom_buffer_capabilities_data; then it must not be
  /// NULL. The host target passes the pointer itself to the kernel: the caller keeps ownership of
  /// the data, which must be valid until the command has run.
  const void *data;
  /// Bytes of the data; not 0. For the host target, the range that the kernel may access through
  /// the pointer: commands that access none of these bytes may overlap.
  size_t size;
  /// Address space, if the target supports #mux_custom_buffer_capabilities_address_space.
  uint32_t address_space;
};

/// An argument of a kernel: a type and the member of the union that goes with it. Entry points copy
/// descriptors and everything they point to. ComputeMux 0.76, Descriptors.
struct mux_descriptor_info_s {
  /// One of ::mux_descriptor_info_type_e.
  uint32_t type;
  MUX_EXTENSION union {
    /// For #mux_descriptor_info_type_buffer.
    struct mux_descriptor_info_buffer_s buffer_descriptor;
    /// For #mux_descriptor_info_type_image.
    struct mux_descriptor_info_image_s image_descriptor;
    /// For #mux_descriptor_info_type_sampler.
    struct mux_descriptor_info_sampler_s sampler_descriptor;
    /// For #mux_descriptor_info_type_plain_old_data.
    struct mux_descriptor_info_plain_old_data_s plain_old_data_descriptor;
    /// For #mux_descriptor_info_type_shared_local_buffer.
    struct mux_descriptor_info_shared_local_buffer_s shared_local_buffer_descriptor;
    /// For #mux_descriptor_info_type_custom_buffer.
    struct mux_descriptor_info_custom_buffer_s custom_buffer_descriptor;
  };
};

/// ND-range and arguments for muxCommandNDRange(). ComputeMux 0.76, Command Buffers.
struct mux_ndrange_options_s {
  /// The kernel's arguments in order; NULL if it has none.
  mux_descriptor_info_t *descriptors;
  /// The length of `descriptors`.
  uint64_t descriptors_length;
  /// Work-items of a work-group in each dimension; 1 in dimensions that are not used. Need not
  /// divide `global_size`.
  size_t local_size[3];
  /// Offset of global ids: `dimensions` elements.
  const size_t *global_offset;
  /// Work-items in each dimension: `dimensions` elements.
  const size_t *global_size;
  /// 1, 2 or 3.
  size_t dimensions;
};

/// Public members of a command buffer. ComputeMux 0.76, Command Buffers.
struct mux_command_buffer_s {
  /// #mux_object_id_command_buffer and the target.
  mux_id_t id;
  /// The device it belongs to.
  mux_device_t device;
};

/// Public members of a query pool. ComputeMux 0.76, Queries.
struct mux_query_pool_s {
  /// #mux_object_id_query_pool and the target.
  mux_id_t id;
  /// Type of the query.
  mux_query_type_e type;
  /// The number of slots.
  uint32_t count;
};

/// A hardware counter. ComputeMux 0.76, Queries.
struct mux_query_counter_s {
  /// Unit of the result.
  mux_query_counter_unit_e unit;
  /// Member of the result that is used.
  mux_query_counter_storage_e storage;
  /// Identifies the counter in a mux_query_counter_config_s.
  uint32_t uuid;
  /// Number of hardware counters that it occupies while active.
  uint32_t hardware_counters;
};

/// Description of a hardware counter: null-terminated UTF-8. ComputeMux 0.76, Queries.
struct mux_query_counter_description_s {
  /// Name.
  char name[256];
  /// Category.
  char category[256];
  /// Description.
  char description[256];
};

/// Chooses a hardware counter for a slot of a query pool. ComputeMux 0.76, Queries.
struct mux_query_counter_config_s {
  /// The counter, mux_query_counter_s::uuid.
  uint32_t uuid;
  /// Target-specific configuration; may be NULL. Ignored by the host device.
  void *data;
};

/// Times of the measured commands in nanoseconds of the host's clock: on Linux CLOCK_MONOTONIC, the
/// clock of C++'s std::chrono::steady_clock. ComputeMux 0.76, Queries.
struct mux_query_duration_result_s {
  /// When the command started.
  uint64_t start;
  /// When the command ended.
  uint64_t end;
};

/// Value of a counter; its mux_query_counter_s::storage says which member. ComputeMux 0.76,
/// Queries.
MUX_EXTENSION struct mux_query_counter_result_s {
  MUX_EXTENSION union {
    /// For #mux_query_counter_storage_int32.
    int32_t int32;
    /// For #mux_query_counter_storage_int64.
    int64_t int64;
    /// For #mux_query_counter_storage_uint32.
    uint32_t uint32;
    /// For #mux_query_counter_storage_uint64.
    uint64_t uint64;
    /// For #mux_query_counter_storage_float32.
    float float32;
    /// For #mux_query_counter_storage_float64.
    double float64;
  };
};

/// A box of bytes and its location on both sides of a copy, in bytes; see
/// muxCommandReadBufferRegions(). ComputeMux 0.76, Command Buffers.
struct mux_buffer_region_info_s {
  /// Bytes of a row, rows of a slice, slices; none is 0.
  mux_extent_3d_t region;
  /// Where the box starts in the source: bytes, rows, slices.
  mux_extent_3d_t src_origin;
  /// Where the box starts in the destination: bytes, rows, slices.
  mux_extent_3d_t dst_origin;
  /// The source's bytes from one row to the next (x) and from one slice to the next (y).
  mux_extent_2d_t src_desc;
  /// The destination's bytes from one row to the next (x) and from one slice to the next (y).
  mux_extent_2d_t dst_desc;
};

/// A function of the host that runs as a command, see muxCommandUserCallback().
///
/// It is called on a thread of the library. It may call any entry point on other objects and
/// dispatch other command buffers; it must not destroy or reset `command_buffer`, and must not wait
/// for it to complete.
///
/// @param[in] queue the queue that the command buffer was dispatched to.
/// @param[in] command_buffer the command buffer that contains the command.
/// @param[in] user_data what was given when the command was recorded.
typedef void (*mux_command_user_callback_t)(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                            void *const user_data);

/// Enumerates the devices of all targets, those of built-in targets first.
///
/// Call it twice: first with a length of 0 to get the number of devices, then with an array of that
/// length. An array that is too short receives the first devices.
///
/// @param[in] device_types a bitfield of ::mux_device_type_e: which types to list.
/// @param[in] device_infos_length how many elements `out_device_infos` has; 0 to count only.
/// @param[out] out_device_infos receives device infos; NULL if `device_infos_length` is 0. The
/// infos belong to the library and live until the process ends.
/// @param[out] out_device_infos_length receives the number of devices when `out_device_infos` is
/// NULL, else the number of elements written; may be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device_types` is 0, or `out_device_infos` is not NULL and
///   `device_infos_length` is 0.
/// - #mux_error_null_out_parameter if `device_infos_length` is not 0 and `out_device_infos` is
///   NULL.
/// - #mux_error_device_entry_hook_failed if a target could not list its devices.
///
/// Thread-safe. ComputeMux 0.76, Devices.
MUX_API mux_result_t muxGetDeviceInfos(uint32_t device_types, uint64_t device_infos_length,
                                       mux_device_info_t *out_device_infos,
                                       uint64_t *out_device_infos_length);

/// Creates devices from their device infos, of one target or of several.
///
/// All devices are created or none: when one fails, those before it are destroyed again. The same
/// info may be used several times; the devices are independent of each other.
///
/// @param[in] devices_length the length of `device_infos` and `out_devices`.
/// @param[in] device_infos infos from muxGetDeviceInfos(), in the order given there; some may be
/// left out.
/// @param[in] allocator_info provides the host memory of the devices.
/// @param[out] out_devices receives the devices, in the order of the infos. The caller owns them;
/// destroy each with muxDestroyDevice().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `devices_length` is not 0 and `device_infos` is NULL, or an
///   element is not a device info of a target that exists.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_devices` is NULL.
/// - #mux_error_feature_unsupported if one of the devices is a target for compilation only.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe. ComputeMux 0.76, Devices.
MUX_API mux_result_t muxCreateDevices(uint64_t devices_length, mux_device_info_t *device_infos,
                                      mux_allocator_info_t allocator_info,
                                      mux_device_t *out_devices);

/// Destroys a device.
///
/// Every command buffer dispatched to a queue of the device must be complete. An invalid device or
/// allocator makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device; everything created with it must be destroyed before.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the device or its queues any more. ComputeMux 0.76,
/// Devices.
MUX_API void muxDestroyDevice(mux_device_t device, mux_allocator_info_t allocator_info);

/// Loads a binary; muxCreateKernel() selects kernels of it.
///
/// The binary is checked as a whole. The target may defer expensive steps: the host target analyzes
/// a portable kernel in muxCreateKernel(), and generates its machine code when it is recorded.
///
/// @param[in] device the device that will run the kernels.
/// @param[in] binary a program of muxCompile(), muxLink() or `muxcc`, or another format the target
/// knows; it is copied and may be freed when the call returns.
/// @param[in] binary_length in bytes.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_executable receives the executable, owned by the caller; destroy it with
/// muxDestroyExecutable().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `binary` is NULL or
///   `binary_length` is 0.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_executable` is NULL.
/// - #mux_error_invalid_binary if the target cannot use the binary: unknown, damaged, for another
///   device, or in need of a function or a feature that does not exist. The last error's text
///   states the reason.
/// - #mux_error_feature_unsupported if the binary must be compiled and the target's compiler is not
///   available; the last error's text states the reason.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Executables.
MUX_API mux_result_t muxCreateExecutable(mux_device_t device, const void *binary,
                                         uint64_t binary_length,
                                         mux_allocator_info_t allocator_info,
                                         mux_executable_t *out_executable);

/// Destroys an executable.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] executable the executable; its kernels must be destroyed before, and none may be in
/// creation.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the executable any more. ComputeMux 0.76, Executables.
MUX_API void muxDestroyExecutable(mux_device_t device, mux_executable_t executable,
                                  mux_allocator_info_t allocator_info);

/// Selects a kernel of an executable by name.
///
/// The host target analyzes the first kernel of a name, without generating code, while other
/// threads that request the same kernel wait; later ones share the result. The machine code is
/// generated by the first muxCommandNDRange() or muxUpdateNDRanges() that needs it, for such
/// ND-ranges. The kernels of a binary with program-scope variables share code that is generated
/// when the first of them is created. Data shared by all kernels of a name is allocated with the
/// executable's allocator and freed with it.
///
/// @param[in] device the device the executable was created with.
/// @param[in] executable the executable; it must outlive the kernel.
/// @param[in] name the kernel's name; need not be null-terminated.
/// @param[in] name_length the length of `name` in bytes, without a null terminator.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_kernel receives the kernel, owned by the caller; destroy it with
/// muxDestroyKernel().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` or `executable` is not valid, they belong to different
///   devices, `name` is NULL or `name_length` is 0.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_kernel` is NULL.
/// - #mux_error_missing_kernel if the executable has no kernel of that name.
/// - #mux_error_invalid_binary if no code can be generated for the kernel: it is too large, needs
///   more memory than possible, or prints with an invalid format. The last error's text states the
///   reason. Other kernels of the executable can still be created.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Kernels.
MUX_API mux_result_t muxCreateKernel(mux_device_t device, mux_executable_t executable,
                                     const char *name, uint64_t name_length,
                                     mux_allocator_info_t allocator_info, mux_kernel_t *out_kernel);

/// Selects a kernel that is part of the device by name.
///
/// @param[in] device the device that has the kernel.
/// @param[in] name one of the names declared in mux_device_info_s::builtin_kernel_declarations;
/// need not be null-terminated.
/// @param[in] name_length the length of `name` in bytes, without a null terminator.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_kernel receives the kernel, owned by the caller; destroy it with
/// muxDestroyKernel().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `name` is NULL or `name_length` is
///   0.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_kernel` is NULL.
/// - #mux_error_feature_unsupported if mux_device_info_s::supports_builtin_kernels is false.
/// - #mux_error_missing_kernel if the device declares no kernel of that name.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Kernels.
MUX_API mux_result_t muxCreateBuiltInKernel(mux_device_t device, const char *name,
                                            uint64_t name_length,
                                            mux_allocator_info_t allocator_info,
                                            mux_kernel_t *out_kernel);

/// Returns the sub-group size for a work-group size.
///
/// @param[in] kernel the kernel.
/// @param[in] local_size_x work-items of a work-group in dimension x.
/// @param[in] local_size_y work-items of a work-group in dimension y.
/// @param[in] local_size_z work-items of a work-group in dimension z.
/// @param[out] out_sub_group_size receives the work-items of a sub-group. When it does not divide
/// the work-group, exactly one sub-group is smaller.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `kernel` is not a valid kernel or a local size is 0.
/// - #mux_error_null_out_parameter if `out_sub_group_size` is NULL.
/// - #mux_error_feature_unsupported if the device has no sub-groups
///   (mux_device_info_s::max_sub_group_count is 0).
///
/// Thread-safe. ComputeMux 0.76, Kernels.
MUX_API mux_result_t muxQuerySubGroupSizeForLocalSize(mux_kernel_t kernel, size_t local_size_x,
                                                      size_t local_size_y, size_t local_size_z,
                                                      size_t *out_sub_group_size);

/// Returns a work-group size with a given number of sub-groups.
///
/// The result has one dimension, so at least two of its three sizes are 1, and is a multiple of the
/// sub-group size. It is 0 if there is no such size.
///
/// @param[in] kernel the kernel.
/// @param[in] sub_group_count the wanted number of sub-groups in a work-group.
/// @param[out] out_local_size_x receives the work-items in dimension x.
/// @param[out] out_local_size_y receives the work-items in dimension y.
/// @param[out] out_local_size_z receives the work-items in dimension z.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `kernel` is not a valid kernel.
/// - #mux_error_null_out_parameter if `out_local_size_x`, `out_local_size_y` or `out_local_size_z`
///   is NULL.
/// - #mux_error_feature_unsupported if the device has no sub-groups
///   (mux_device_info_s::max_sub_group_count is 0).
///
/// Thread-safe. ComputeMux 0.76, Kernels.
MUX_API mux_result_t muxQueryLocalSizeForSubGroupCount(mux_kernel_t kernel, size_t sub_group_count,
                                                       size_t *out_local_size_x,
                                                       size_t *out_local_size_y,
                                                       size_t *out_local_size_z);

/// Returns how a kernel is vectorized across work-items for a work-group size.
///
/// The result describes the code that an ND-range of one such work-group, without an offset, would
/// run if it were dispatched now. A target may recompile a kernel for the ND-ranges and arguments
/// it is dispatched with, which may change the widths, up to mux_device_info_s::max_work_width, and
/// the result. If there is no code for such an ND-range, this call compiles it, which may take
/// long. The remainder of groups whose size is not a multiple of the widths runs with fewer
/// work-items.
///
/// @param[in] kernel the kernel.
/// @param[in] local_size_x work-items of a work-group in dimension x.
/// @param[in] local_size_y work-items of a work-group in dimension y.
/// @param[in] local_size_z work-items of a work-group in dimension z.
/// @param[out] out_wfv_status receives the outcome of whole-function vectorization; may be NULL if
/// all three widths are wanted.
/// @param[out] out_work_width_x receives the work-items that one invocation runs in dimension x;
/// may be NULL if `out_wfv_status` is not.
/// @param[out] out_work_width_y receives the work-items that one invocation runs in dimension y;
/// may be NULL if `out_wfv_status` is not.
/// @param[out] out_work_width_z receives the work-items that one invocation runs in dimension z;
/// may be NULL if `out_wfv_status` is not.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `kernel` is not a valid kernel or a local size is 0.
/// - #mux_error_null_out_parameter if `out_wfv_status` and at least one of the widths are NULL.
/// - #mux_error_feature_unsupported if the target does not vectorize whole functions or does not
///   support the query.
/// - #mux_error_out_of_memory or #mux_error_internal if code cannot be compiled.
///
/// Thread-safe. ComputeMux 0.76, Kernels.
MUX_API mux_result_t muxQueryWFVInfoForLocalSize(mux_kernel_t kernel, size_t local_size_x,
                                                 size_t local_size_y, size_t local_size_z,
                                                 mux_wfv_status_e *out_wfv_status,
                                                 size_t *out_work_width_x, size_t *out_work_width_y,
                                                 size_t *out_work_width_z);

/// Destroys a kernel.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] kernel the kernel; no command buffer that runs it may be in flight.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the kernel any more. ComputeMux 0.76, Kernels.
MUX_API void muxDestroyKernel(mux_device_t device, mux_kernel_t kernel,
                              mux_allocator_info_t allocator_info);

/// Allocates device memory, to bind to buffers and images.
///
/// `allocator_info` provides memory for the object; the device memory itself may come from
/// elsewhere.
///
/// @param[in] device the device that will use the memory.
/// @param[in] size in bytes; at most mux_device_info_s::allocation_size.
/// @param[in] heap one bit of the mux_memory_requirements_s::supported_heaps of what the memory is
/// for. Heap 1 always works.
/// @param[in] memory_properties a bitfield of ::mux_memory_property_e. Host memory without
/// host_coherent and host_cached gets host_coherent.
/// @param[in] allocation_type type of the memory, see ::mux_allocation_type_e.
/// @param[in] alignment in bytes, a power of two; 0 for the device's requirement.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_memory receives the memory, owned by the caller; free it with muxFreeMemory().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `size` is 0 or more than
///   mux_device_info_s::allocation_size, `heap` is not exactly one bit or is a heap that the device
///   does not have, `memory_properties` is 0, has unknown bits or bits that exclude each other,
///   `allocation_type` is unknown, does not fit the properties or is not among the device's
///   capabilities, or `alignment` is not a power of two.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_memory` is NULL.
/// - #mux_error_out_of_memory if there is not enough memory.
///
/// Thread-safe. ComputeMux 0.76, Memory.
MUX_API mux_result_t muxAllocateMemory(mux_device_t device, size_t size, uint32_t heap,
                                       uint32_t memory_properties,
                                       mux_allocation_type_e allocation_type, uint32_t alignment,
                                       mux_allocator_info_t allocator_info,
                                       mux_memory_t *out_memory);

/// Makes existing host memory visible to a device, without a copy.
///
/// The memory is host visible and host coherent; mapping it gives addresses inside the host memory.
///
/// @param[in] device the device that will use the memory.
/// @param[in] size in bytes; at most mux_device_info_s::allocation_size.
/// @param[in] host_pointer the start of the memory, owned by the caller. It must stay valid until
/// muxFreeMemory().
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_memory receives the memory, owned by the caller; free it with muxFreeMemory(),
/// which does not free the host memory.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `size` is 0 or more than
///   mux_device_info_s::allocation_size, or `host_pointer` is NULL.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_memory` is NULL.
/// - #mux_error_feature_unsupported if the device lacks #mux_allocation_capabilities_cached_host.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Memory.
MUX_API mux_result_t muxCreateMemoryFromHost(mux_device_t device, size_t size, void *host_pointer,
                                             mux_allocator_info_t allocator_info,
                                             mux_memory_t *out_memory);

/// Frees device memory.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] memory the memory; it must not be mapped, and no command that is not complete may use
/// it.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the memory any more. ComputeMux 0.76, Memory.
MUX_API void muxFreeMemory(mux_device_t device, mux_memory_t memory,
                           mux_allocator_info_t allocator_info);

/// Maps a range of device memory to a host address.
///
/// Writes to host-cached memory become visible between host and commands only by
/// muxFlushMappedMemoryToDevice() and muxFlushMappedMemoryFromDevice().
///
/// @param[in] device the device the memory was created with.
/// @param[in] memory host-visible memory that is not mapped.
/// @param[in] offset the first byte to map.
/// @param[in] size how many bytes to map.
/// @param[out] out_data receives the address of the first mapped byte, valid until
/// muxUnmapMemory().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` or `memory` is not valid, `size` is 0, `offset` and
///   `size` reach beyond the memory, or the memory is device local, not host visible or mapped
///   already.
/// - #mux_error_null_out_parameter if `out_data` is NULL.
/// - #mux_error_failure if the device cannot map the memory.
///
/// Thread-safe. ComputeMux 0.76, Memory.
MUX_API mux_result_t muxMapMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                  uint64_t size, void **out_data);

/// Makes writes of the host to mapped memory visible to commands dispatched later.
///
/// Needed for memory with #mux_memory_property_host_cached; does nothing for host-coherent memory.
///
/// @param[in] device the device the memory was created with.
/// @param[in] memory memory that is mapped, or was made from a host pointer.
/// @param[in] offset the first byte of the range.
/// @param[in] size the bytes of the range.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` or `memory` is not valid, or `offset` and `size` reach
///   beyond the memory.
/// - #mux_error_failure if the device cannot flush.
///
/// Thread-safe for different memory. ComputeMux 0.76, Memory.
MUX_API mux_result_t muxFlushMappedMemoryToDevice(mux_device_t device, mux_memory_t memory,
                                                  uint64_t offset, uint64_t size);

/// Makes writes of completed commands to mapped memory visible to the host.
///
/// Needed for memory with #mux_memory_property_host_cached; does nothing for host-coherent memory.
///
/// @param[in] device the device the memory was created with.
/// @param[in] memory memory that is mapped, or was made from a host pointer.
/// @param[in] offset the first byte of the range.
/// @param[in] size the bytes of the range.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` or `memory` is not valid, or `offset` and `size` reach
///   beyond the memory.
/// - #mux_error_failure if the device cannot flush.
///
/// Thread-safe for different memory. ComputeMux 0.76, Memory.
MUX_API mux_result_t muxFlushMappedMemoryFromDevice(mux_device_t device, mux_memory_t memory,
                                                    uint64_t offset, uint64_t size);

/// Ends a mapping: the address from muxMapMemory() must not be used any more, and the memory may be
/// mapped again.
///
/// @param[in] device the device the memory was created with.
/// @param[in] memory the memory; if it is not mapped, nothing happens.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` or `memory` is not valid.
///
/// Thread-safe. ComputeMux 0.76, Memory.
MUX_API mux_result_t muxUnmapMemory(mux_device_t device, mux_memory_t memory);

/// Creates a buffer: an array of bytes for commands, without memory until muxBindBufferMemory().
///
/// @param[in] device the device whose commands will use the buffer.
/// @param[in] size in bytes.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_buffer receives the buffer, owned by the caller; destroy it with
/// muxDestroyBuffer(). See mux_buffer_s::memory_requirements for the memory it needs.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device or `size` is 0.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_buffer` is NULL.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Buffers.
MUX_API mux_result_t muxCreateBuffer(mux_device_t device, size_t size,
                                     mux_allocator_info_t allocator_info, mux_buffer_t *out_buffer);

/// Destroys a buffer. The memory it was bound to stays.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] buffer the buffer; no command that is not complete may use it.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the buffer any more. ComputeMux 0.76, Buffers.
MUX_API void muxDestroyBuffer(mux_device_t device, mux_buffer_t buffer,
                              mux_allocator_info_t allocator_info);

/// Binds a buffer to memory.
///
/// A buffer may be bound again, but not while a command that is not complete uses it: the next
/// dispatch of a finalized command buffer takes the new memory. Several buffers may
/// share memory as long as no two commands use the same bytes at once.
///
/// @param[in] device the device both were created with.
/// @param[in] memory the memory; it must outlive the binding.
/// @param[in] buffer the buffer.
/// @param[in] offset the byte of `memory` where the buffer starts.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device`, `memory` or `buffer` is not valid, or `offset` plus the
///   size that the buffer requires is more than the size of `memory`.
///
/// Thread-safe. Of several threads that bind one buffer at once, one is the last; it is not told
/// which. ComputeMux 0.76, Buffers.
MUX_API mux_result_t muxBindBufferMemory(mux_device_t device, mux_memory_t memory,
                                         mux_buffer_t buffer, uint64_t offset);

/// Creates an image: pixels for commands, without memory until muxBindImageMemory().
///
/// @param[in] device the device whose commands will use the image.
/// @param[in] type how many dimensions the image has.
/// @param[in] format the format of a pixel, one of muxGetSupportedImageFormats(). Padding channels
/// (x) take memory: R8G8Bx has three bytes.
/// @param[in] width in pixels.
/// @param[in] height in pixels; 1 for one-dimensional images.
/// @param[in] depth in pixels; 1 for one- and two-dimensional images.
/// @param[in] array_layers the layers of an image array; 0 for an image that is not an array, and
/// for three-dimensional images.
/// @param[in] row_size row pitch in bytes, a multiple of the size of a pixel; 0 for tightly packed
/// rows.
/// @param[in] slice_size slice or layer pitch in bytes, a multiple of the size of a pixel; 0 for
/// tightly packed slices. A layer of a one-dimensional array is a slice of one row.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_image receives the image, owned by the caller; destroy it with
/// muxDestroyImage(). See mux_image_s::memory_requirements for the memory it needs.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `type` or `format` is unknown, an
///   extent is 0 or beyond the device's maximum for the type, an extent of a dimension that the
///   type does not have is not 1, `array_layers` is beyond the device's maximum or not 0 for a
///   three-dimensional image, `row_size` is less than a row, `slice_size` is less than the rows of
///   a slice, one of them is not a multiple of the size of a pixel, or the size of the image
///   exceeds 64 bits.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_image` is NULL.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Images.
MUX_API mux_result_t muxCreateImage(mux_device_t device, mux_image_type_e type,
                                    mux_image_format_e format, uint32_t width, uint32_t height,
                                    uint32_t depth, uint32_t array_layers, uint64_t row_size,
                                    uint64_t slice_size, mux_allocator_info_t allocator_info,
                                    mux_image_t *out_image);

/// Destroys an image. The memory it was bound to stays.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] image the image; no command that is not complete may use it.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the image any more. ComputeMux 0.76, Images.
MUX_API void muxDestroyImage(mux_device_t device, mux_image_t image,
                             mux_allocator_info_t allocator_info);

/// Binds an image to memory.
///
/// An image may be bound again, but not while a command that is not complete uses it: the next
/// dispatch of a finalized command buffer takes the new memory.
///
/// @param[in] device the device both were created with.
/// @param[in] memory the memory; it must outlive the binding.
/// @param[in] image the image.
/// @param[in] offset the byte of `memory` where the image starts; a multiple of the alignment the
/// image requires.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device`, `memory` or `image` is not valid, `offset` plus the size
///   that the image requires is more than the size of `memory`, or `offset` is not aligned as the
///   image requires.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
///
/// Thread-safe. Of several threads that bind one image at once, one is the last; it is not told
/// which. ComputeMux 0.76, Images.
MUX_API mux_result_t muxBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                        uint64_t offset);

/// Lists the pixel formats that a device supports for a type of image.
///
/// @param[in] device the device.
/// @param[in] image_type the type of image.
/// @param[in] allocation_type the allocation type of the image's memory.
/// @param[in] count how many elements `out_formats` has; 0 to count only.
/// @param[out] out_formats receives the formats; NULL if `count` is 0.
/// @param[out] out_count receives how many formats there are; may be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `image_type` or `allocation_type`
///   is unknown, or exactly one of `out_formats` and `count` is 0.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
///
/// Thread-safe. ComputeMux 0.76, Images.
MUX_API mux_result_t muxGetSupportedImageFormats(mux_device_t device, mux_image_type_e image_type,
                                                 mux_allocation_type_e allocation_type,
                                                 uint32_t count, mux_image_format_e *out_formats,
                                                 uint32_t *out_count);

/// Creates a query pool: slots for the results of queries in command buffers, initially zero.
///
/// A pool of counters keeps its counters active for as long as it exists. All active counters of a
/// device together must not need more hardware counters than it has; a counter used by several
/// pools or slots counts once.
///
/// @param[in] queue the queue that the pool belongs to, required to get results and to destroy the
/// pool. The host device also measures command buffers on its other queues.
/// @param[in] query_type what is measured.
/// @param[in] query_count the number of slots.
/// @param[in] query_counter_configs for #mux_query_type_counter, one counter for each slot;
/// otherwise ignored. Copied.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_query_pool receives the pool, owned by the caller; destroy it with
/// muxDestroyQueryPool().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `queue` is not a valid queue, `query_type` is unknown,
///   `query_count` is 0, counters are requested and `query_counter_configs` is NULL or contains an
///   unknown counter, or all active counters together need more hardware counters than the device
///   has (mux_device_info_s::max_hardware_counters).
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_query_pool` is NULL.
/// - #mux_error_feature_unsupported if the device does not support this type of query.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Queries.
MUX_API mux_result_t muxCreateQueryPool(mux_queue_t queue, mux_query_type_e query_type,
                                        uint32_t query_count,
                                        const mux_query_counter_config_t *query_counter_configs,
                                        mux_allocator_info_t allocator_info,
                                        mux_query_pool_t *out_query_pool);

/// Destroys a query pool.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] queue the queue it was created with.
/// @param[in] query_pool the pool; no command buffer that uses it may be in flight.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the pool any more. ComputeMux 0.76, Queries.
MUX_API void muxDestroyQueryPool(mux_queue_t queue, mux_query_pool_t query_pool,
                                 mux_allocator_info_t allocator_info);

/// Copies results out of a query pool.
///
/// Results are available as soon as the command buffer of the query is complete. A slot is 0 until
/// its query ends for the first time and after it was reset; after that it holds the result of the
/// query that ended last. The host device also returns results of queries that have ended while
/// command buffers use the pool.
///
/// @param[in] queue the queue the pool was created with.
/// @param[in] query_pool the pool; no command buffer that uses it may be in flight.
/// @param[in] query_index the first slot.
/// @param[in] query_count the number of slots.
/// @param[in] size the bytes that `data` has room for.
/// @param[out] data receives a mux_query_duration_result_s or mux_query_counter_result_s for each
/// slot, depending on the type of the pool.
/// @param[in] stride the bytes from one result to the next in `data`.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `queue` or `query_pool` is not valid, the pool belongs to another
///   queue, `query_index` is not below the pool's count, the slots reach beyond it, `data` is NULL,
///   `stride` is less than the size of a result, or `size` is too small for the results.
///
/// Thread-safe. ComputeMux 0.76, Queries.
MUX_API mux_result_t muxGetQueryPoolResults(mux_queue_t queue, mux_query_pool_t query_pool,
                                            uint32_t query_index, uint32_t query_count, size_t size,
                                            void *data, size_t stride);

/// Lists the counters of a device.
///
/// Counters of the host device measure the commands between the begin and the end of a query, in
/// one dispatch of their command buffer: commands, work-groups, bytes and the like exactly; time,
/// page faults, context switches and the processor's own events on the threads that run the
/// commands, while they run them, the threads that help in muxWait() and user callbacks included.
/// Concurrent work is counted only in the category "process", whose counters measure the whole
/// process. Counters of the category "processor", and migrations, come from Linux's performance
/// events: they are listed if the machine supports them and the process may use them when the first
/// device info is requested. An unprivileged process may if perf_event_paranoid is at most 2, for
/// migrations at most 1. Under a seccomp filter they are not tried, because some filters kill the
/// process, unless the environment variable MUX_PERFORMANCE_EVENTS is 1; if it is 0, they are never
/// tried.
///
/// @param[in] device the device.
/// @param[in] queue_type the type of queue that will be measured.
/// @param[in] count how many elements `out_counters` and `out_descriptions` have; 0 to count only.
/// @param[out] out_counters receives the counters; may be NULL.
/// @param[out] out_descriptions receives their descriptions; may be NULL.
/// @param[out] out_count receives how many counters there are; may be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `queue_type` is unknown, or
///   `count` is 0 and one of the arrays is not NULL.
/// - #mux_error_feature_unsupported if mux_device_info_s::query_counter_support is false.
/// - #mux_error_null_out_parameter if `count` is not 0 and both arrays are NULL.
///
/// Thread-safe. ComputeMux 0.76, Queries.
MUX_API mux_result_t muxGetSupportedQueryCounters(mux_device_t device, mux_queue_type_e queue_type,
                                                  uint32_t count, mux_query_counter_t *out_counters,
                                                  mux_query_counter_description_t *out_descriptions,
                                                  uint32_t *out_count);

/// Returns the number of times that commands must run to measure a set of counters.
///
/// @param[in] queue the queue that will be measured.
/// @param[in] query_count the length of `query_counter_configs`.
/// @param[in] query_counter_configs the counters.
/// @param[out] out_pass_count receives the number of passes.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `queue` is not a valid queue, `query_count` is 0,
///   `query_counter_configs` is NULL, or it contains an unknown counter.
/// - #mux_error_null_out_parameter if `out_pass_count` is NULL.
/// - #mux_error_feature_unsupported if mux_device_info_s::query_counter_support is false.
///
/// Thread-safe. ComputeMux 0.76, Queries.
MUX_API mux_result_t muxGetQueryCounterRequiredPasses(
    mux_queue_t queue, uint32_t query_count,
    const mux_query_counter_config_t *query_counter_configs, uint32_t *out_pass_count);

/// Creates an empty command buffer, ready for recording.
///
/// @param[in] device the device that will run the commands.
/// @param[in] callback_info receives messages about the commands; may be NULL. Copied.
/// @param[in] allocator_info provides the host memory of the object, its commands and its
/// dispatches; it must work for as long as the command buffer lives.
/// @param[out] out_command_buffer receives the command buffer, owned by the caller; destroy it with
/// muxDestroyCommandBuffer().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, or `callback_info` is not NULL and
///   its callback is.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_command_buffer` is NULL.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCreateCommandBuffer(mux_device_t device, mux_callback_info_t callback_info,
                                            mux_allocator_info_t allocator_info,
                                            mux_command_buffer_t *out_command_buffer);

/// Ends recording: from now on the command buffer can be dispatched, any number of times.
///
/// Determines which commands may overlap, from the memory they access; they take effect as if
/// executed in the order recorded. Finalizing twice has no effect. Commands can be recorded again
/// only after muxResetCommandBuffer().
///
/// @param[in] command_buffer the command buffer.
/// @return
/// - #mux_success.
/// - #mux_error_null_out_parameter if `command_buffer` is NULL.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe for different command buffers. ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxFinalizeCommandBuffer(mux_command_buffer_t command_buffer);

/// Copies a finalized command buffer; the copy is finalized too.
///
/// @param[in] device the device of `command_buffer`.
/// @param[in] allocator_info provides the host memory of the copy.
/// @param[in] command_buffer the finalized command buffer to copy.
/// @param[out] out_command_buffer receives the copy, owned by the caller. Updates of its kernel
/// arguments do not affect the original.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` or `command_buffer` is not valid, they belong to
///   different devices, or the command buffer is not finalized.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_command_buffer` is NULL.
/// - #mux_error_feature_unsupported if mux_device_info_s::can_clone_command_buffers is false.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe for different command buffers. ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCloneCommandBuffer(mux_device_t device, mux_allocator_info_t allocator_info,
                                           mux_command_buffer_t command_buffer,
                                           mux_command_buffer_t *out_command_buffer);

/// Destroys a command buffer and the sync-points of its commands.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] command_buffer the command buffer, in any state; not in flight.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the command buffer any more. Not from its own
/// callbacks. ComputeMux 0.76, Command Buffers.
MUX_API void muxDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer,
                                     mux_allocator_info_t allocator_info);

/// Resets a command buffer to the empty recording state.
///
/// @param[in] command_buffer the command buffer; complete if it was dispatched. Its sync-points
/// become invalid.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer.
///
/// Thread-safe. Not from a callback of the command buffer itself. ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxResetCommandBuffer(mux_command_buffer_t command_buffer);

/// Records a copy from a buffer to host memory.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] buffer the buffer to read.
/// @param[in] offset the first byte of the buffer to read.
/// @param[out] host_pointer destination; valid until the command buffer has completed for the last
/// time.
/// @param[in] size in bytes.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `buffer` is not a valid buffer of its device or has no memory, `size` is 0, `offset` and
///   `size` reach beyond the buffer, `host_pointer` is NULL, exactly one of the wait list and its
///   length is 0, or an element of it is not a sync-point of this command buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandReadBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                          uint64_t offset, void *host_pointer, uint64_t size,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// Records copies of boxes of bytes from a buffer to host memory, as one command.
///
/// A region is `region.z` slices of `region.y` rows of `region.x` bytes. On either side its first
/// byte is at `origin.x + origin.y * desc.x + origin.z * desc.y`: `desc.x` is the bytes from one
/// row to the next, `desc.y` those from one slice to the next. Regions of fewer dimensions have
/// extents of 1.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] buffer the buffer to read: the source of the regions.
/// @param[out] host_pointer the start of the destination; valid until the command buffer has
/// completed for the last time.
/// @param[in] regions the boxes. Copied.
/// @param[in] regions_length the length of `regions`.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `buffer` is not a valid buffer of its device or has no memory, `host_pointer` or `regions` is
///   NULL, `regions_length` is 0, an extent of a region is 0, a `desc` is smaller in x or y than
///   the region, a region reaches beyond the buffer, two regions overlap in the buffer, exactly one
///   of the wait list and its length is 0, or an element of it is not a sync-point of this command
///   buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandReadBufferRegions(mux_command_buffer_t command_buffer,
                                                 mux_buffer_t buffer, void *host_pointer,
                                                 mux_buffer_region_info_t *regions,
                                                 uint64_t regions_length,
                                                 uint32_t num_sync_points_in_wait_list,
                                                 const mux_sync_point_t *sync_point_wait_list,
                                                 mux_sync_point_t *sync_point);

/// Records a copy from host memory to a buffer.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] buffer the buffer to write.
/// @param[in] offset the first byte of the buffer to write.
/// @param[in] host_pointer source, read when the command runs; valid until the command buffer has
/// completed for the last time.
/// @param[in] size in bytes.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `buffer` is not a valid buffer of its device or has no memory, `size` is 0, `offset` and
///   `size` reach beyond the buffer, `host_pointer` is NULL, exactly one of the wait list and its
///   length is 0, or an element of it is not a sync-point of this command buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandWriteBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                           uint64_t offset, const void *host_pointer, uint64_t size,
                                           uint32_t num_sync_points_in_wait_list,
                                           const mux_sync_point_t *sync_point_wait_list,
                                           mux_sync_point_t *sync_point);

/// Records copies of boxes of bytes from host memory to a buffer, as one command.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] buffer the buffer to write: the destination of the regions.
/// @param[in] host_pointer the start of the source; valid until the command buffer has completed
/// for the last time.
/// @param[in] regions the boxes, laid out as for muxCommandReadBufferRegions(). Copied.
/// @param[in] regions_length the length of `regions`.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `buffer` is not a valid buffer of its device or has no memory, `host_pointer` or `regions` is
///   NULL, `regions_length` is 0, an extent of a region is 0, a `desc` is smaller in x or y than
///   the region, a region reaches beyond the buffer, two regions overlap in the buffer, exactly one
///   of the wait list and its length is 0, or an element of it is not a sync-point of this command
///   buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandWriteBufferRegions(mux_command_buffer_t command_buffer,
                                                  mux_buffer_t buffer, const void *host_pointer,
                                                  mux_buffer_region_info_t *regions,
                                                  uint64_t regions_length,
                                                  uint32_t num_sync_points_in_wait_list,
                                                  const mux_sync_point_t *sync_point_wait_list,
                                                  mux_sync_point_t *sync_point);

/// Records a copy from one buffer to another.
///
/// The two ranges must not overlap in memory, whichever buffers they belong to.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] src_buffer the buffer to read.
/// @param[in] src_offset the first byte to read.
/// @param[in] dst_buffer the buffer to write; may be the same one.
/// @param[in] dst_offset the first byte to write.
/// @param[in] size in bytes.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `src_buffer` or `dst_buffer` is not a valid buffer of its device or has no memory, `size` is
///   0, an offset and `size` reach beyond their buffer, both ranges lie in the same buffer and
///   overlap, exactly one of the wait list and its length is 0, or an element of it is not a
///   sync-point of this command buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandCopyBuffer(mux_command_buffer_t command_buffer,
                                          mux_buffer_t src_buffer, uint64_t src_offset,
                                          mux_buffer_t dst_buffer, uint64_t dst_offset,
                                          uint64_t size, uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// Records copies of boxes of bytes from one buffer to another, as one command.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] src_buffer the buffer to read.
/// @param[in] dst_buffer the buffer to write.
/// @param[in] regions the boxes, laid out as for muxCommandReadBufferRegions(). Copied.
/// @param[in] regions_length the length of `regions`.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `src_buffer` or `dst_buffer` is not a valid buffer of its device or has no memory, `regions`
///   is NULL, `regions_length` is 0, an extent of a region is 0, a `desc` is smaller in x or y than
///   the region, a region reaches beyond one of the buffers, two regions overlap in the
///   destination, exactly one of the wait list and its length is 0, or an element of it is not a
///   sync-point of this command buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandCopyBufferRegions(mux_command_buffer_t command_buffer,
                                                 mux_buffer_t src_buffer, mux_buffer_t dst_buffer,
                                                 mux_buffer_region_info_t *regions,
                                                 uint64_t regions_length,
                                                 uint32_t num_sync_points_in_wait_list,
                                                 const mux_sync_point_t *sync_point_wait_list,
                                                 mux_sync_point_t *sync_point);

/// Records filling a range of a buffer with a repeated pattern.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] buffer the buffer to write.
/// @param[in] offset the first byte to write.
/// @param[in] size how many bytes to write.
/// @param[in] pattern_pointer the pattern. Copied.
/// @param[in] pattern_size the bytes of the pattern, at most 128.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `buffer` is not a valid buffer of its device or has no memory, `size` is 0, `offset` and
///   `size` reach beyond the buffer, `pattern_pointer` is NULL, `pattern_size` is 0 or more than
///   128, exactly one of the wait list and its length is 0, or an element of it is not a sync-point
///   of this command buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandFillBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                          uint64_t offset, uint64_t size,
                                          const void *pattern_pointer, uint64_t pattern_size,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// Records a copy of a box of pixels to host memory.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] image the image to read.
/// @param[in] offset the first pixel of the box.
/// @param[in] extent the width, height and depth of the box in pixels; array layers count as the
/// last dimension.
/// @param[in] row_size row pitch at `pointer` in bytes; 0 for tightly packed rows.
/// @param[in] slice_size slice or layer pitch at `pointer` in bytes; 0 for tightly packed slices. A
/// layer of a one-dimensional array is a slice of one row.
/// @param[out] pointer destination; valid until the command buffer has completed for the last time.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `image` is not a valid image of its device or has no memory, the box is empty or reaches
///   beyond the image, `row_size` is less than a row, `slice_size` is less than the rows of a
///   slice, 64 bits cannot count the bytes at `pointer`, `pointer` is NULL, exactly one of the wait
///   list and its length is 0, or an element of it is not a sync-point of this command buffer.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandReadImage(mux_command_buffer_t command_buffer, mux_image_t image,
                                         mux_offset_3d_t offset, mux_extent_3d_t extent,
                                         uint64_t row_size, uint64_t slice_size, void *pointer,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point);

/// Records a copy of a box of pixels from host memory.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] image the image to write.
/// @param[in] offset the first pixel of the box.
/// @param[in] extent the width, height and depth of the box in pixels; array layers count as the
/// last dimension.
/// @param[in] row_size row pitch at `pointer` in bytes; 0 for tightly packed rows.
/// @param[in] slice_size slice or layer pitch at `pointer` in bytes; 0 for tightly packed slices. A
/// layer of a one-dimensional array is a slice of one row.
/// @param[in] pointer source, read when the command runs; valid until the command buffer has
/// completed for the last time.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `image` is not a valid image of its device or has no memory, the box is empty or reaches
///   beyond the image, `row_size` is less than a row, `slice_size` is less than the rows of a
///   slice, 64 bits cannot count the bytes at `pointer`, `pointer` is NULL, exactly one of the wait
///   list and its length is 0, or an element of it is not a sync-point of this command buffer.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandWriteImage(mux_command_buffer_t command_buffer, mux_image_t image,
                                          mux_offset_3d_t offset, mux_extent_3d_t extent,
                                          uint64_t row_size, uint64_t slice_size,
                                          const void *pointer,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// Records filling a box of pixels with a color.
///
/// A color of 16 bytes is red, green, blue and alpha: int32_t for formats of signed integers,
/// uint32_t for formats of unsigned integers, float for all others. It is converted to the format
/// as write_image functions of OpenCL C convert: rounded to nearest even, values out of range to
/// the nearest, NaN to 0. A color of another size has as many bytes as a pixel and is the pixel
/// itself.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] image the image to write.
/// @param[in] color the color. Copied.
/// @param[in] color_size the bytes of the color: 16, or those of a pixel.
/// @param[in] offset the first pixel of the box.
/// @param[in] extent the width, height and depth of the box in pixels; array layers count as the
/// last dimension.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `image` is not a valid image of its device or has no memory, `color` is NULL, `color_size` is
///   neither 16 nor the size of a pixel, the box is empty or reaches beyond the image, exactly one
///   of the wait list and its length is 0, or an element of it is not a sync-point of this command
///   buffer.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandFillImage(mux_command_buffer_t command_buffer, mux_image_t image,
                                         const void *color, uint32_t color_size,
                                         mux_offset_3d_t offset, mux_extent_3d_t extent,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point);

/// Records a copy of a box of pixels from one image to another.
///
/// The two boxes must not overlap in memory. Pixels are copied as they are, whatever the formats.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] src_image the image to read.
/// @param[in] dst_image the image to write, with pixels of the same size.
/// @param[in] src_offset the first pixel to read.
/// @param[in] dst_offset the first pixel to write.
/// @param[in] extent the width, height and depth of the box in pixels; array layers count as the
/// last dimension.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `src_image` or `dst_image` is not a valid image of its device or has no memory, the box is
///   empty or reaches beyond one of the images, the two boxes overlap in memory, the pixels have
///   different sizes, exactly one of the wait list and its length is 0, or an element of it is not
///   a sync-point of this command buffer.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandCopyImage(mux_command_buffer_t command_buffer, mux_image_t src_image,
                                         mux_image_t dst_image, mux_offset_3d_t src_offset,
                                         mux_offset_3d_t dst_offset, mux_extent_3d_t extent,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point);

/// Records a copy of a box of pixels to a buffer, tightly packed.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] src_image the image to read.
/// @param[in] dst_buffer the buffer to write.
/// @param[in] src_offset the first pixel to read.
/// @param[in] dst_offset the first byte of the buffer to write.
/// @param[in] extent the width, height and depth of the box in pixels; array layers count as the
/// last dimension.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `src_image` or `dst_buffer` is not a valid object of its device or has no memory, the box is
///   empty or reaches beyond the image, its pixels reach beyond the buffer, exactly one of the wait
///   list and its length is 0, or an element of it is not a sync-point of this command buffer.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandCopyImageToBuffer(mux_command_buffer_t command_buffer,
                                                 mux_image_t src_image, mux_buffer_t dst_buffer,
                                                 mux_offset_3d_t src_offset, uint64_t dst_offset,
                                                 mux_extent_3d_t extent,
                                                 uint32_t num_sync_points_in_wait_list,
                                                 const mux_sync_point_t *sync_point_wait_list,
                                                 mux_sync_point_t *sync_point);

/// Records a copy of tightly packed pixels from a buffer to a box of an image.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] src_buffer the buffer to read.
/// @param[in] dst_image the image to write.
/// @param[in] src_offset the first byte of the buffer to read.
/// @param[in] dst_offset the first pixel to write.
/// @param[in] extent the width, height and depth of the box in pixels; array layers count as the
/// last dimension.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `src_buffer` or `dst_image` is not a valid object of its device or has no memory, the box is
///   empty or reaches beyond the image, its pixels reach beyond the buffer, exactly one of the wait
///   list and its length is 0, or an element of it is not a sync-point of this command buffer.
/// - #mux_error_feature_unsupported if mux_device_info_s::image_support is false.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandCopyBufferToImage(mux_command_buffer_t command_buffer,
                                                 mux_buffer_t src_buffer, mux_image_t dst_image,
                                                 uint32_t src_offset, mux_offset_3d_t dst_offset,
                                                 mux_extent_3d_t extent,
                                                 uint32_t num_sync_points_in_wait_list,
                                                 const mux_sync_point_t *sync_point_wait_list,
                                                 mux_sync_point_t *sync_point);

/// Records the execution of a kernel over an ND-range.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] kernel the kernel.
/// @param[in] options the ND-range and the arguments. Everything it points to is copied.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `kernel` is not a valid kernel of its device, exactly one of `options.descriptors` and its
///   length is 0, a member of `options.local_size` is 0 or beyond the device's maximum,
///   `options.global_offset` or `options.global_size` is NULL, `options.dimensions` is not 1, 2 or
///   3, a descriptor is of an unknown type, refers to an invalid object, or is a custom buffer and
///   the device does not support them, the descriptors do not fit the kernel's arguments in number
///   or kind, exactly one of the wait list and its length is 0, or an element of it is not a
///   sync-point of this command buffer.
/// - #mux_error_internal if no machine code can be generated for such an ND-range. The last error's
///   text states the reason.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                                       mux_ndrange_options_t options,
                                       uint32_t num_sync_points_in_wait_list,
                                       const mux_sync_point_t *sync_point_wait_list,
                                       mux_sync_point_t *sync_point);

/// Changes arguments of a kernel in a finalized command buffer.
///
/// Later dispatches use the new arguments; those in flight keep theirs. After an update to other
/// buffers or images the next muxDispatch() may allocate memory, and can be retried if that fails.
///
/// @param[in] command_buffer the finalized command buffer.
/// @param[in] command_id index of the command: 0 for the first one recorded. Every recording call
/// counts as one command.
/// @param[in] num_args the length of `arg_indices` and `descriptors`.
/// @param[in] arg_indices indices of the kernel arguments to change. Copied.
/// @param[in] descriptors the new arguments. Copied. The kind of an argument stays the same, except
/// that buffers and null buffers may replace each other; the size of plain old data stays the same.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or not finalized,
///   `num_args` is not 0 and one of the arrays is NULL, a descriptor is of an unknown type, refers
///   to an invalid object, or is a custom buffer and the device does not support them, or there is
///   no such command or argument.
/// - #mux_error_feature_unsupported if mux_device_info_s::descriptors_updatable is false.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe for different command buffers; on the host target also concurrently with updates,
/// dispatches and clones of the same one. On an error nothing is changed. ComputeMux 0.76, Command
/// Buffers.
MUX_API mux_result_t muxUpdateDescriptors(mux_command_buffer_t command_buffer,
                                          mux_command_id_t command_id, uint64_t num_args,
                                          uint64_t *arg_indices,
                                          mux_descriptor_info_t *descriptors);

/// Records a call of a host function.
///
/// Commands recorded before it are complete when the function is called; those after it start when
/// it has returned.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] user_function the function, see ::mux_command_user_callback_t.
/// @param[in] user_data passed to the function; may be NULL.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `user_function` is NULL, exactly one of the wait list and its length is 0, or an element of it
///   is not a sync-point of this command buffer.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandUserCallback(mux_command_buffer_t command_buffer,
                                            mux_command_user_callback_t user_function,
                                            void *user_data, uint32_t num_sync_points_in_wait_list,
                                            const mux_sync_point_t *sync_point_wait_list,
                                            mux_sync_point_t *sync_point);

/// Records the begin of queries in slots of a query pool.
///
/// All commands recorded between the begin and the end of a slot are measured. Queries may overlap
/// and nest. Durations can be measured in several slots of one pool at a time, and counters in any
/// number of pools. Each dispatch is measured separately; results are those of the query that ends
/// last. A slot that does not end in the command buffer, or whose command buffer fails before,
/// keeps its previous result. Beginning an active slot restarts it: commands recorded before do not
/// count.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] query_pool the query pool.
/// @param[in] query_index the first slot.
/// @param[in] query_count the number of slots.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `query_pool` is not a valid query pool of its device, `query_index` is not below the pool's
///   count, the slots reach beyond it, the pool is one of durations and another one has active
///   slots in this command buffer, exactly one of the wait list and its length is 0, or an element
///   of it is not a sync-point of this command buffer.
/// - #mux_error_feature_unsupported if the target does not support queries.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandBeginQuery(mux_command_buffer_t command_buffer,
                                          mux_query_pool_t query_pool, uint32_t query_index,
                                          uint32_t query_count,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// Records the end of queries in slots of a query pool.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] query_pool the query pool.
/// @param[in] query_index the first slot.
/// @param[in] query_count the number of slots.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `query_pool` is not a valid query pool of its device, `query_index` is not below the pool's
///   count, the slots reach beyond it, one of the slots was not begun in this command buffer or has
///   ended, exactly one of the wait list and its length is 0, or an element of it is not a
///   sync-point of this command buffer.
/// - #mux_error_feature_unsupported if the target does not support queries.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandEndQuery(mux_command_buffer_t command_buffer,
                                        mux_query_pool_t query_pool, uint32_t query_index,
                                        uint32_t query_count, uint32_t num_sync_points_in_wait_list,
                                        const mux_sync_point_t *sync_point_wait_list,
                                        mux_sync_point_t *sync_point);

/// Records a reset of slots of a query pool: their results become zeros, as in a new pool. Active
/// queries continue.
///
/// @param[in] command_buffer the command buffer to record into.
/// @param[in] query_pool the query pool.
/// @param[in] query_index the first slot.
/// @param[in] query_count the number of slots.
/// @param[in] num_sync_points_in_wait_list the length of `sync_point_wait_list`.
/// @param[in] sync_point_wait_list sync-points of this command buffer that the command waits for;
/// NULL if there are none.
/// @param[out] sync_point receives a sync-point for the command, owned by the command buffer; may
/// be NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `command_buffer` is not a valid command buffer or is finalized,
///   `query_pool` is not a valid query pool of its target, `query_index` is not below the pool's
///   count, the slots reach beyond it, exactly one of the wait list and its length is 0, or an
///   element of it is not a sync-point of this command buffer.
/// - #mux_error_feature_unsupported if the target does not support queries.
/// - #mux_error_out_of_memory if an allocation failed.
///
/// Thread-safe, also for one command buffer. On an error the command buffer is unchanged.
/// ComputeMux 0.76, Command Buffers.
MUX_API mux_result_t muxCommandResetQueryPool(mux_command_buffer_t command_buffer,
                                              mux_query_pool_t query_pool, uint32_t query_index,
                                              uint32_t query_count,
                                              uint32_t num_sync_points_in_wait_list,
                                              const mux_sync_point_t *sync_point_wait_list,
                                              mux_sync_point_t *sync_point);

/// Creates a fence, which signals completion of command buffers to the host.
///
/// @param[in] device the device whose command buffers will signal the fence.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_fence receives the fence, unsignaled, owned by the caller; destroy it with
/// muxDestroyFence().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_fence` is NULL.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Fences.
MUX_API mux_result_t muxCreateFence(mux_device_t device, mux_allocator_info_t allocator_info,
                                    mux_fence_t *out_fence);

/// Destroys a fence.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] fence the fence; no dispatch that will signal it may be in flight. May be called as
/// soon as a wait for it has returned.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the fence any more. ComputeMux 0.76, Fences.
MUX_API void muxDestroyFence(mux_device_t device, mux_fence_t fence,
                             mux_allocator_info_t allocator_info);

/// Resets a fence to unsignaled, as when it was created. Threads that wait for it continue to wait,
/// for its next dispatch.
///
/// @param[in] fence the fence; no dispatch that will signal it may be in flight.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `fence` is not a valid fence.
///
/// Thread-safe. ComputeMux 0.76, Fences.
MUX_API mux_result_t muxResetFence(mux_fence_t fence);

/// Creates a semaphore, which orders command buffers.
///
/// @param[in] device the device whose command buffers will use the semaphore.
/// @param[in] allocator_info provides the host memory of the object.
/// @param[out] out_semaphore receives the semaphore, unsignaled, owned by the caller; destroy it
/// with muxDestroySemaphore().
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device.
/// - #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL.
/// - #mux_error_null_out_parameter if `out_semaphore` is NULL.
/// - #mux_error_out_of_memory if an allocation failed; nothing was created.
///
/// Thread-safe. ComputeMux 0.76, Semaphores.
MUX_API mux_result_t muxCreateSemaphore(mux_device_t device, mux_allocator_info_t allocator_info,
                                        mux_semaphore_t *out_semaphore);

/// Destroys a semaphore.
///
/// An invalid argument makes the call a no-op; muxGetLastErrorMessage() returns the reason.
///
/// @param[in] device the device it was created with.
/// @param[in] semaphore the semaphore; no dispatch that waits for it or will signal it may be in
/// flight. May be called as soon as it was signaled and its waiters have started.
/// @param[in] allocator_info the allocator it was created with.
///
/// Thread-safe, but no other thread may use the semaphore any more. Must not be called in a
/// `user_function` of the device, where it is a no-op. ComputeMux 0.76, Semaphores.
MUX_API void muxDestroySemaphore(mux_device_t device, mux_semaphore_t semaphore,
                                 mux_allocator_info_t allocator_info);

/// Resets a semaphore to unsignaled, as when it was created.
///
/// A semaphore signaled by a failed command buffer stays failed, and fails all dispatches that wait
/// for it, until it is reset.
///
/// @param[in] semaphore the semaphore; no dispatch that waits for it or will signal it may be in
/// flight.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `semaphore` is not a valid semaphore.
/// - #mux_error_failure in a `user_function` of the device.
///
/// Thread-safe. Not from a `user_function` of the device. ComputeMux 0.76, Semaphores.
MUX_API mux_result_t muxResetSemaphore(mux_semaphore_t semaphore);

/// Returns a queue of a device.
///
/// Queues are for independent streams of work: muxWaitAll() waits for one queue. They share the
/// compute units, first come, first served. Only semaphores order dispatches, also those to
/// different queues. A command buffer, a fence or a semaphore belongs to the device and may be used
/// with any of its queues; a query pool belongs to one.
///
/// @param[in] device the device.
/// @param[in] queue_type the type of queue.
/// @param[in] queue_index below the device's number of queues of that type,
/// mux_device_info_s::queue_types.
/// @param[out] out_queue receives the queue. Owned by the device; the same index returns the same
/// queue.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `device` is not a valid device, `queue_type` is unknown, or
///   `queue_index` is out of range.
/// - #mux_error_null_out_parameter if `out_queue` is NULL.
///
/// Thread-safe. ComputeMux 0.76, Queues.
MUX_API mux_result_t muxGetQueue(mux_device_t device, mux_queue_type_e queue_type,
                                 uint32_t queue_index, mux_queue_t *out_queue);

/// Dispatches a finalized command buffer, without waiting for it.
///
/// Commands take effect as if run in the order they were recorded. Then `user_function` is called,
/// then the semaphores are signaled, then the fence; only after that the command buffer is
/// complete. Different dispatches are ordered by their semaphores only. No command and no callback
/// runs on the calling thread.
///
/// If a command fails, later ones do not run, the semaphores are signaled as failed, which fails
/// dispatches that wait for them, and the fence reports #mux_error_fence_failure.
///
/// @param[in] queue the queue to run it on.
/// @param[in] command_buffer the finalized command buffer; may be empty.
/// @param[in] fence signaled at the end; may be NULL. The call resets it; a call that fails leaves
/// it unchanged. While it is in flight it may be passed to other dispatches: it is signaled when
/// all of them are complete, and reports #mux_error_fence_failure if one of them failed. A thread
/// that waits for it meanwhile waits for the later dispatches as well.
/// @param[in] wait_semaphores semaphores that must be signaled before the first command starts;
/// NULL if there are none. The array is copied.
/// @param[in] wait_semaphores_length the length of `wait_semaphores`.
/// @param[in] signal_semaphores semaphores to signal at the end; NULL if there are none. The array
/// is copied.
/// @param[in] signal_semaphores_length the length of `signal_semaphores`.
/// @param[in] user_function is called once, on another thread, when the commands have completed;
/// may be NULL. `error` is #mux_success or the reason of a failure. It must not destroy or reset
/// the command buffer or any semaphore of the device, whether or not this dispatch uses it; it may
/// dispatch others.
/// @param[in] user_data passed to `user_function`; NULL if that is NULL.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `queue` or `command_buffer` is not valid, `fence` is neither NULL
///   nor valid, an element of the semaphore arrays is not a valid semaphore, the objects belong to
///   different devices, exactly one of an array and its length is 0, `user_function` is NULL and
///   `user_data` is not, or the command buffer is not finalized.
/// - #mux_error_out_of_memory if an allocation failed.
/// - #mux_error_failure if the device can no longer run commands, as in a forked child.
///
/// Thread-safe. ComputeMux 0.76, Queues.
MUX_API mux_result_t muxDispatch(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                 mux_fence_t fence, mux_semaphore_t *wait_semaphores,
                                 uint32_t wait_semaphores_length,
                                 mux_semaphore_t *signal_semaphores,
                                 uint32_t signal_semaphores_length,
                                 void (*user_function)(mux_command_buffer_t command_buffer,
                                                       mux_result_t error, void *const user_data),
                                 void *user_data);

/// Waits for a fence, with a timeout.
///
/// @param[in] queue the queue of the dispatch; one of them, if there were several.
/// @param[in] timeout in nanoseconds, rounded up to the resolution of the system; 0 polls,
/// UINT64_MAX waits without limit.
/// @param[in] fence a fence that was passed to muxDispatch().
/// @return
/// - #mux_success if the fence is signaled and the command buffer succeeded.
/// - #mux_fence_not_ready if the fence was not signaled in time; not an error.
/// - #mux_error_fence_failure if the fence was signaled by a command buffer that failed.
/// - #mux_error_invalid_value if `queue` or `fence` is not valid, they belong to different devices,
///   or the fence was dispatched, but never on this queue.
/// - #mux_error_failure if the calling thread is in a callback of the command buffer that it would
///   wait for, or the device can no longer run commands, as in a forked child.
///
/// Thread-safe. ComputeMux 0.76, Queues.
MUX_API mux_result_t muxTryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence);

/// Waits for a fence.
///
/// The waiting thread may execute work that it waits for, but no callbacks.
///
/// @param[in] queue the queue of the dispatch; one of them, if there were several.
/// @param[in] fence a fence that was passed to muxDispatch().
/// @return
/// - #mux_success if the command buffer succeeded.
/// - #mux_error_fence_failure if the fence was signaled by a command buffer that failed.
/// - #mux_error_invalid_value if `queue` or `fence` is not valid, they belong to different devices,
///   or the fence was dispatched, but never on this queue.
/// - #mux_error_failure if the calling thread is in a callback of the command buffer that it would
///   wait for, or the device can no longer run commands, as in a forked child.
///
/// Thread-safe. ComputeMux 0.76, Queues.
MUX_API mux_result_t muxWait(mux_queue_t queue, mux_fence_t fence);

/// Waits for all command buffers dispatched to a queue before the call. Does not wait for other
/// queues, except through semaphores.
///
/// The waiting thread may execute work that it waits for, but no callbacks. A callback may wait for
/// another queue than that of its own command buffer. Failures of command buffers are reported by
/// their fences and callbacks only.
///
/// @param[in] queue the queue.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `queue` is not a valid queue.
/// - #mux_error_failure if the calling thread is in a callback of a command buffer that was
///   dispatched to the queue, or the device can no longer run commands, as in a forked child.
///
/// Thread-safe. ComputeMux 0.76, Queues.
MUX_API mux_result_t muxWaitAll(mux_queue_t queue);

/// Returns the maximum number of sub-groups of a work-group of a kernel.
///
/// Not in the specification, which has the member of the kernel instead; existing clients call it.
///
/// @param[in] kernel the kernel.
/// @param[out] out_max_num_sub_groups receives the number; the same as
/// mux_kernel_s::max_sub_group_count.
/// @return
/// - #mux_success.
/// - #mux_error_invalid_value if `kernel` is not a valid kernel.
/// - #mux_error_null_out_parameter if `out_max_num_sub_groups` is NULL.
/// - #mux_error_feature_unsupported if the device has no sub-groups
///   (mux_device_info_s::max_sub_group_count is 0).
///
/// Thread-safe. ComputeMux 0.76, Kernels.
MUX_API mux_result_t muxQueryMaxNumSubGroups(mux_kernel_t kernel, size_t *out_max_num_sub_groups);

#ifdef __cplusplus
}
#endif

#endif  // MUX_MUX_H
