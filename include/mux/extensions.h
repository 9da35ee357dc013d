/// @file
/// Extensions of Mux to the ComputeMux specification: error texts, devices with a chosen number of
/// compute units, zero-initialized kernel memory, kernel introspection, suggested local sizes,
/// kernel output, semaphores signaled by the program, completion callbacks of commands and
/// dispatches, barriers, commands on addresses, and updates of ND-ranges. Programs that must be
/// portable between implementations of the specification do not need this header.

#ifndef MUX_EXTENSIONS_H
#define MUX_EXTENSIONS_H

#include <mux/mux.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Kind of a kernel argument, which determines its descriptor.
typedef enum mux_kernel_argument_kind_e {
  /// A pointer to global or constant memory: a buffer, null buffer or custom buffer descriptor.
  mux_kernel_argument_kind_buffer = 0,
  /// A value (scalar, vector or struct): a plain-old-data descriptor of exactly `size` bytes.
  mux_kernel_argument_kind_plain_old_data = 1,
  /// A pointer to local memory: a shared-local-buffer descriptor.
  mux_kernel_argument_kind_local_buffer = 2,
  /// An image: an image descriptor.
  mux_kernel_argument_kind_image = 3,
  /// A sampler: a sampler descriptor.
  mux_kernel_argument_kind_sampler = 4
} mux_kernel_argument_kind_e;

/// Access of a kernel to the memory of an argument: a bitfield, 0 if it has none.
typedef enum mux_kernel_argument_access_e {
  mux_kernel_argument_access_read = 0x1,
  mux_kernel_argument_access_write = 0x2
} mux_kernel_argument_access_e;

/// Address space of a kernel argument (OpenCL 3.0, table 5.21, CL_KERNEL_ARG_ADDRESS_QUALIFIER).
typedef enum mux_kernel_argument_address_space_e {
  /// None: a value or a sampler.
  mux_kernel_argument_address_space_private = 0,
  /// Global memory, which images are in as well.
  mux_kernel_argument_address_space_global = 1,
  mux_kernel_argument_address_space_constant = 2,
  mux_kernel_argument_address_space_local = 3
} mux_kernel_argument_address_space_e;

/// Access qualifier of an image or pipe argument (OpenCL C 3.0, section 6.8).
typedef enum mux_kernel_argument_image_access_e {
  /// It is neither.
  mux_kernel_argument_image_access_none = 0,
  mux_kernel_argument_image_access_read_only = 1,
  mux_kernel_argument_image_access_write_only = 2,
  mux_kernel_argument_image_access_read_write = 3
} mux_kernel_argument_image_access_e;

/// Type qualifiers of a pointer argument and its pointee, or of a pipe: a bitfield.
typedef enum mux_kernel_argument_type_qualifier_e {
  /// The pointee is const, or in constant memory.
  mux_kernel_argument_type_qualifier_const = 0x1,
  mux_kernel_argument_type_qualifier_restrict = 0x2,
  mux_kernel_argument_type_qualifier_volatile = 0x4,
  /// The argument is a pipe (mux/pipe.h): its kind is that of a buffer, its descriptor must be a
  /// buffer or custom buffer that contains a pipe, and its type is the packet type.
  mux_kernel_argument_type_qualifier_pipe = 0x8
} mux_kernel_argument_type_qualifier_e;

/// An argument of a kernel. The strings live as long as the kernel.
typedef struct mux_kernel_argument_info_s {
  /// One of ::mux_kernel_argument_kind_e.
  uint32_t kind;
  /// Bitfield of ::mux_kernel_argument_access_e: an upper bound proven by the compiler.
  uint32_t access;
  /// Size of a plain-old-data descriptor in bytes; 8 for pointers.
  uint64_t size;
  /// The type as spelled in the source ("float*"); an empty string if the binary lacks it.
  const char *type_name;
  /// The parameter's name; an empty string if the binary lacks it.
  const char *name;
  /// One of ::mux_kernel_argument_address_space_e.
  uint32_t address_space;
  /// One of ::mux_kernel_argument_image_access_e.
  uint32_t image_access;
  /// Bitfield of ::mux_kernel_argument_type_qualifier_e; 0 if the binary lacks it.
  uint32_t type_qualifiers;
  /// Size in bytes of the packets of a pipe that the kernel reads or writes; 0 if it does neither,
  /// if it is unknown, and for other arguments.
  uint32_t packet_size;
} mux_kernel_argument_info_t;

/// Requirements and resource usage of a kernel. The string lives as long as the kernel.
typedef struct mux_kernel_info_s {
  /// The required work-group size in x, y and z (attribute `reqd_work_group_size`); zeros if any is
  /// valid.
  uint64_t required_local_size[3];
  /// The same for attribute `work_group_size_hint`: the size that the program will most likely use.
  uint64_t local_size_hint[3];
  /// Maximum number of work-items of a work-group of the kernel.
  uint64_t max_local_size;
  /// Work-groups whose size in the vectorized dimension is a multiple of this leave no lanes empty;
  /// 1 if work-items run one at a time.
  uint64_t preferred_local_size_multiple;
  /// Bytes of local memory that the kernel declares, without its arguments.
  uint64_t local_memory_size;
  /// Bytes of each work-item's values live across barriers and of its large arrays, without
  /// registers and stack.
  uint64_t private_memory_size;
  /// The required sub-group size (attribute `intel_reqd_sub_group_size`); 0 if the compiler
  /// chooses.
  uint64_t required_sub_group_size;
  /// The required number of sub-groups of a work-group (SPIR-V's SubgroupsPerWorkgroup); 0 if any
  /// is valid. muxSuggestLocalSize() respects it; muxCommandNDRange() does not check it.
  uint64_t required_sub_group_count;
  /// The kernel's attributes in OpenCL C syntax, separated by spaces: "reqd_work_group_size(64,1,1)
  /// vec_type_hint(float4)". Empty if there are none or the binary lacks them.
  const char *attributes;
} mux_kernel_info_t;

/// Returns a description of the last error on the calling thread: the entry point, the cause and
/// the location.
///
/// @return a null-terminated string, never NULL, empty if no call has failed yet. It stays valid
/// until the next failing call on this thread. Thread-safe: each thread has its own text.
MUX_API const char *muxGetLastErrorMessage(void);

/// Maximum number of compute units of a device.
#define MUX_MAX_COMPUTE_UNITS 1024

/// Maximum number of processors that a device can be bound to.
#define MUX_MAX_PROCESSORS 8192

/// Topology of a processor. Processors that share a NUMA node or a cache have the same number
/// there; unknown or missing domains are #MUX_NO_PROCESSOR_DOMAIN.
typedef struct mux_processor_info_s {
  /// The operating system's number.
  uint32_t number;
  /// The NUMA node.
  uint32_t numa_node;
  /// Data or unified caches, level 1 first.
  uint32_t caches[4];
} mux_processor_info_t;

/// The number of no NUMA node and of no cache.
#define MUX_NO_PROCESSOR_DOMAIN UINT32_MAX

/// Lists the processors that the process may use, ordered by topology, so that processors that
/// share caches are adjacent. The topology is read each time, which takes some milliseconds.
///
/// @param[in] device_info an info of muxGetDeviceInfos(), or the info of an existing device; the
/// result is the same for all infos of a target.
/// @param[in] infos_length capacity of `out_infos`; no more are written.
/// @param[out] out_infos may be NULL to query the number only.
/// @param[out] out_infos_length number of processors; may be NULL if `out_infos` is not.
/// @return #mux_error_invalid_value if `device_info` is not a valid device info, or exactly one of
/// `out_infos` and `infos_length` is 0; #mux_error_null_out_parameter if both `out_infos` and
/// `out_infos_length` are NULL; #mux_error_feature_unsupported if the target does not run on
/// processors of this machine; #mux_error_failure if they cannot be determined;
/// #mux_error_out_of_memory. Nothing is written on an error. Thread-safe.
MUX_API mux_result_t muxGetProcessorInfos(mux_device_info_t device_info, uint64_t infos_length,
                                          mux_processor_info_t *out_infos,
                                          uint64_t *out_infos_length);

/// Options that override the device info. Zero-initialize it: a member that is 0 keeps the value of
/// the device info.
typedef struct mux_device_options_s {
  /// Number of compute units, from 1 to #MUX_MAX_COMPUTE_UNITS; 0 for the number of `processors`
  /// or, without these, that of the device info.
  uint32_t compute_units;
  /// Affinity of threads while they work for the device, by the numbers of muxGetProcessorInfos();
  /// NULL for any. A thread of the program that executes tiles while it waits is bound to them for
  /// that time. Read during the call only.
  const uint32_t *processors;
  /// Number of `processors`, up to #MUX_MAX_PROCESSORS; 0 for any.
  uint64_t processors_length;
} mux_device_options_t;

/// Creates one device, with options. muxDestroyDevice() destroys it.
///
/// Any number of devices can be created from one device info, with different numbers of compute
/// units. Devices of the host share the threads of oneTBB: a device uses as many threads as it has
/// compute units, including its own thread, within oneTBB's limit. By default that is one fewer
/// than there are cores, and oneTBB warns on standard error about more; a program can raise it with
/// oneTBB's `global_control`. A thread that waits for the device without a timeout counts as one of
/// these threads; it may exceed the number only if it waits for work that no other thread executes.
///
/// The info of the device reflects the options. If it differs from `device_info`, or `device_info`
/// belongs to another device, `out_device->info` is a copy owned by the new device and freed with
/// it. So it is not among the infos of muxGetDeviceInfos(), and infos must be compared by content,
/// not by address. A device created from such a copy, here or by muxCreateDevices(), has the same
/// number of compute units and a copy of its own: the devices may be destroyed in any order. It
/// does not inherit the affinity.
///
/// @param[in] device_info an info of muxGetDeviceInfos(), or the info of an existing device. Read
/// during the call only, unless it becomes the info of the new device.
/// @param[in] options read during the call only.
/// @param[in] allocator_info the allocator of the device.
/// @param[out] out_device the new device.
/// @return #mux_error_invalid_value if `device_info` is not a valid device info, `options` is NULL
/// or a member of it is out of range, or the system does not let the process use one of the
/// processors; #mux_error_null_allocator_callback if `allocator_info` lacks a function;
/// #mux_error_null_out_parameter if `out_device` is NULL; #mux_error_feature_unsupported if the
/// device info's only type is #mux_device_type_compiler or the target's devices take no options;
/// #mux_error_out_of_memory if an allocation failed or the device's thread could not be started;
/// #mux_error_failure in a process that was forked after a device was created. No device is created
/// on an error. Thread-safe.
MUX_API mux_result_t muxCreateDeviceWithOptions(mux_device_info_t device_info,
                                                const mux_device_options_t *options,
                                                mux_allocator_info_t allocator_info,
                                                mux_device_t *out_device);

/// Kinds of kernel memory to initialize with zeros: a bitfield.
typedef enum mux_initialized_memory_e {
  /// Local memory of each work-group, including arguments.
  mux_initialized_memory_local = 0x1,
  /// Private variables of work-items.
  mux_initialized_memory_private = 0x2
} mux_initialized_memory_e;

/// A value for a constant of a program.
///
/// A constant of OpenCL C is a variable of the program in constant memory that is defined weak, of
/// numbers, vectors, arrays and structures of these, with at most 64 KiB:
///
///     __attribute__((weak)) constant int width = 16;
///
/// A constant of SPIR-V is a specialization constant of a module that muxCompile() compiled with
/// mux_compile_info_t::open_constants. Kernels are compiled with the value as if it stood in the
/// source: branches on it vanish, loops are unrolled.
typedef struct mux_constant_value_s {
  /// Name of the variable, null-terminated; NULL for a specialization constant.
  const char *name;
  /// The number that the decoration SpecId gives a specialization constant. Ignored if there is a
  /// name.
  uint32_t id;
  /// Bytes of `value`: the size of the constant (`sizeof` in OpenCL C, so 16 for a float3), 1 for a
  /// Boolean.
  uint64_t size;
  /// The value as it is in memory of a kernel: little-endian, a Boolean 0 or 1.
  const void *value;
} mux_constant_value_t;

/// Options of executables. Zero-initialize it: members that are 0 have no effect.
typedef struct mux_executable_options_s {
  /// Bitfield of ::mux_initialized_memory_e (OpenCL's cl_khr_initialize_memory). Otherwise the
  /// content of the memory is undefined, and may be data of other kernels.
  uint32_t initialized_memory;
  /// Values for constants of the program, each at most once; others have their default. The values
  /// belong to the executable, so one binary can be used for several executables with different
  /// ones. May be NULL if there are none.
  const mux_constant_value_t *constants;
  /// Number of `constants`.
  uint64_t constant_count;
} mux_executable_options_t;

/// Creates an executable as muxCreateExecutable() does, with options. muxDestroyExecutable()
/// destroys it.
///
/// @param[in] device the device of the executable.
/// @param[in] binary read during the call only.
/// @param[in] binary_length bytes of `binary`.
/// @param[in] options read during the call only, with everything that it points to.
/// @param[in] allocator_info the allocator of the executable.
/// @param[out] out_executable the new executable.
/// @return #mux_error_invalid_value if `device` is not a valid device, `binary` or `options` is
/// NULL, `binary_length` is 0 or `options` has an unknown bit, or if the constants are NULL
/// although their number is not 0, one has no value or an empty name, two values are for one
/// constant, or the program does not have a constant, has it in another size, or depends on its
/// default value (see mux_constant_info_t::is_fixed); #mux_error_null_allocator_callback if
/// `allocator_info` lacks a function; #mux_error_null_out_parameter if `out_executable` is NULL;
/// #mux_error_invalid_binary if the binary cannot be loaded, or if it is machine code and memory is
/// to be initialized or a constant to be given; #mux_error_feature_unsupported if the target's
/// executables take no options or no constants, or as muxCreateExecutable() says;
/// #mux_error_out_of_memory. muxGetLastErrorMessage() names the constant. Thread-safe.
MUX_API mux_result_t muxCreateExecutableWithOptions(mux_device_t device, const void *binary,
                                                    uint64_t binary_length,
                                                    const mux_executable_options_t *options,
                                                    mux_allocator_info_t allocator_info,
                                                    mux_executable_t *out_executable);

/// Returns the number of kernels of an executable.
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[out] out_count the number of kernels.
/// @return #mux_error_invalid_value if `executable` is not a valid executable,
/// #mux_error_null_out_parameter if `out_count` is NULL, #mux_error_feature_unsupported if the
/// target does not support the query. Thread-safe.
MUX_API mux_result_t muxGetExecutableKernelCount(mux_executable_t executable, uint64_t *out_count);

/// Properties of an executable.
typedef struct mux_executable_info_s {
  /// Size in bytes of the program-scope variables in global memory that its kernels use. 0 if the
  /// binary is machine code, where it is unknown.
  uint64_t global_variable_size;
} mux_executable_info_t;

/// Describes an executable.
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[out] out_info the description.
/// @return #mux_error_invalid_value if `executable` is not a valid executable,
/// #mux_error_null_out_parameter if `out_info` is NULL, #mux_error_feature_unsupported if the
/// target does not support the query. Thread-safe.
MUX_API mux_result_t muxGetExecutableInfo(mux_executable_t executable,
                                          mux_executable_info_t *out_info);

/// Returns the number of constants of an executable's program (see mux_constant_value_t).
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[out] out_count the number of constants; 0 if the binary is machine code, in which they
/// have their values already.
/// @return #mux_error_invalid_value if `executable` is not a valid executable,
/// #mux_error_null_out_parameter if `out_count` is NULL, #mux_error_feature_unsupported if the
/// target does not support the query. Thread-safe.
MUX_API mux_result_t muxGetExecutableConstantCount(mux_executable_t executable,
                                                   uint64_t *out_count);

/// A constant of a program. Pointers live as long as the executable.
typedef struct mux_constant_info_s {
  /// Name of the variable of OpenCL C; NULL for a specialization constant of SPIR-V.
  const char *name;
  /// Number of the specialization constant; 0 for a variable.
  uint32_t id;
  /// Nonzero if no value can be given: the translation of the SPIR-V module depends on the default,
  /// since it is the length of an array, a work-group size, a scope, or in the initializer of a
  /// variable. Values for such constants are given to muxCompile().
  uint32_t is_fixed;
  /// Bytes of the value.
  uint64_t size;
  /// The value that the executable's kernels have: the given one, or the default.
  const void *value;
  /// The value that the program defines.
  const void *default_value;
} mux_constant_info_t;

/// Describes a constant of an executable's program.
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[in] index below the count of muxGetExecutableConstantCount(). Constants are in the order
/// of the program.
/// @param[out] out_info the description.
/// @return #mux_error_invalid_value if `executable` is not valid or `index` is out of range,
/// #mux_error_null_out_parameter if `out_info` is NULL, #mux_error_feature_unsupported if the
/// target does not support the query. Thread-safe.
MUX_API mux_result_t muxGetExecutableConstantInfo(mux_executable_t executable, uint64_t index,
                                                  mux_constant_info_t *out_info);

/// Returns the name of a kernel of an executable.
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[in] index below the count of muxGetExecutableKernelCount().
/// @param[out] out_name null-terminated; lives as long as the executable.
/// @return #mux_error_invalid_value if `executable` is not valid or `index` is out of range,
/// #mux_error_null_out_parameter if `out_name` is NULL, #mux_error_feature_unsupported if the
/// target does not support the query. Thread-safe.
MUX_API mux_result_t muxGetExecutableKernelName(mux_executable_t executable, uint64_t index,
                                                const char **out_name);

/// Returns the number of arguments of a kernel.
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[out] out_count the number of arguments.
/// @return #mux_error_invalid_value if `kernel` is not valid, #mux_error_null_out_parameter if
/// `out_count` is NULL, #mux_error_feature_unsupported if the target does not support the query.
/// Thread-safe.
MUX_API mux_result_t muxGetKernelArgumentCount(mux_kernel_t kernel, uint64_t *out_count);

/// Describes an argument of a kernel.
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[in] index below the count of muxGetKernelArgumentCount().
/// @param[out] out_info the description; its strings live as long as the kernel.
/// @return #mux_error_invalid_value if `kernel` is not valid or `index` is out of range,
/// #mux_error_null_out_parameter if `out_info` is NULL, #mux_error_feature_unsupported if the
/// target does not support the query. Thread-safe.
MUX_API mux_result_t muxGetKernelArgumentInfo(mux_kernel_t kernel, uint64_t index,
                                              mux_kernel_argument_info_t *out_info);

/// Describes a kernel as a whole (OpenCL 3.0, clGetKernelWorkGroupInfo and CL_KERNEL_ATTRIBUTES).
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[out] out_info the description; its string lives as long as the kernel. It does not
/// change, even if the kernel is compiled again for a local size.
/// @return #mux_error_invalid_value if `kernel` is not valid, #mux_error_null_out_parameter if
/// `out_info` is NULL, #mux_error_feature_unsupported if the target does not support the query.
/// Thread-safe.
MUX_API mux_result_t muxGetKernelInfo(mux_kernel_t kernel, mux_kernel_info_t *out_info);

/// Constraint on a suggested local size.
typedef enum mux_local_size_fit_e {
  /// Any: the last work-groups in a dimension may be smaller than the others.
  mux_local_size_fit_any = 0,
  /// The local size divides the global size in each dimension: all work-groups are full.
  mux_local_size_fit_divides = 1
} mux_local_size_fit_e;

/// Suggests a local size for programs that leave the choice to the implementation (OpenCL 3.0,
/// clEnqueueNDRangeKernel without a local size). The result is the size or number of sub-groups
/// that the kernel requires; otherwise the size of its attribute `work_group_size_hint`, if it
/// fits; otherwise a size that suits the kernel's code and leaves work for every compute unit. It
/// is deterministic for a kernel and ND-range.
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[in] dimensions number of dimensions of the ND-range: 1, 2 or 3.
/// @param[in] global_size work-items of the ND-range in each dimension, as many as there are
/// dimensions, none of them 0; read during the call only.
/// @param[in] fit constraint on the local size.
/// @param[out] out_local_size_x work-items of a work-group in x; at most the global size, unless
/// the kernel requires more.
/// @param[out] out_local_size_y the same in y, 1 if the ND-range has no y.
/// @param[out] out_local_size_z the same in z, 1 if the ND-range has no z.
/// @return #mux_error_invalid_value if `kernel` is not valid, `dimensions` is out of range,
/// `global_size` is NULL or has a 0, `fit` is none of ::mux_local_size_fit_e, or the kernel
/// requires a size that does not divide the global size and `fit` asks for one that does, or more
/// sub-groups than a work-group has room for; #mux_error_null_out_parameter if an out parameter is
/// NULL; #mux_error_feature_unsupported if the target does not support the query. Nothing is
/// written on an error. Thread-safe.
MUX_API mux_result_t muxSuggestLocalSize(mux_kernel_t kernel, size_t dimensions,
                                         const size_t *global_size, mux_local_size_fit_e fit,
                                         size_t *out_local_size_x, size_t *out_local_size_y,
                                         size_t *out_local_size_z);

/// Describes how a kernel is vectorized, and why: the vector width, or what in the kernel's code
/// prevents vectorization. A text for people; programs use muxQueryWFVInfoForLocalSize().
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[out] out_text null-terminated, empty if unknown (kernels not compiled by this compiler);
/// lives as long as the kernel.
/// @return #mux_error_invalid_value if `kernel` is not valid, #mux_error_null_out_parameter if
/// `out_text` is NULL, #mux_error_feature_unsupported if the target does not support the query.
/// Thread-safe.
MUX_API mux_result_t muxGetKernelVectorization(mux_kernel_t kernel, const char **out_text);

/// Destination of the text that kernels print with printf.
typedef enum mux_kernel_output_e {
  /// Standard output (stdout of the C library) of the process.
  mux_kernel_output_stdout = 0,
  /// The callback of the command buffer.
  mux_kernel_output_callback = 1
} mux_kernel_output_e;

/// Kind of a message with data to a command buffer's callback.
typedef enum mux_message_kind_e {
  /// The text of one printf call of a kernel.
  mux_message_kind_printf = 1,
  /// Why a kernel is not, or not fully, vectorized; see muxGetKernelVectorization(). Sent once for
  /// each kernel, on the thread that records it, before muxCommandNDRange() returns: by the first
  /// command buffer with a callback that it is recorded into.
  mux_message_kind_vectorization = 2
} mux_message_kind_e;

/// Data of a message that is not an error; error messages have no data (NULL and 0).
typedef struct mux_message_info_s {
  /// One of ::mux_message_kind_e.
  uint32_t kind;
  /// Bytes of the message, without the terminating null character. It may contain null characters.
  uint64_t length;
} mux_message_info_t;

/// Sets the destination of kernel output of a command buffer. The default, also after
/// muxResetCommandBuffer(), is standard output. A clone inherits the destination.
///
/// The text of one printf call is never interleaved with others, and the output of one work-item
/// keeps its order; work-items are not ordered. Before a dispatch is complete (its `user_function`
/// called, semaphores and fence signaled), standard output is flushed, or the callback has returned
/// from the last text. If a text cannot be delivered, its printf call returns -1 and the kernel
/// continues.
///
/// The callback receives each text as a message, with a ::mux_message_info_t of
/// #mux_message_kind_printf as data. It is called by the thread of the library that runs the
/// kernel, during execution, for one text of a command buffer at a time; calls for different
/// command buffers may be concurrent. Until it returns, other prints of that command buffer block:
/// it must not wait for a command of any command buffer.
///
/// @param[in] command_buffer not finalized.
/// @param[in] output destination of the output.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, if `output`
/// is none of ::mux_kernel_output_e, or if it is the callback of a command buffer without one;
/// #mux_error_feature_unsupported if the target's kernels cannot print. Nothing is changed on an
/// error. The program serializes it with finalizing and resetting the command buffer, and with
/// itself.
MUX_API mux_result_t muxSetKernelOutput(mux_command_buffer_t command_buffer,
                                        mux_kernel_output_e output);

/// Signals a semaphore from the program. So work that depends on an event outside of the device,
/// such as a file that is read or an OpenCL user event, can be dispatched in advance and starts
/// when the semaphore is signaled.
///
/// @param[in] semaphore pending: created or reset, and not signaled since. No dispatch that will
/// signal it may be in flight.
/// @param[in] status #mux_success, or an error with which all dispatches that wait for the
/// semaphore fail without running a command, as after a command buffer that failed; their fences
/// report #mux_error_fence_failure for any error.
/// @return #mux_error_invalid_value if `semaphore` is not a valid semaphore or was already signaled
/// (it stays unchanged); #mux_error_failure if the device can no longer run commands, as in a
/// forked child; #mux_error_feature_unsupported if the target's semaphores can be signaled by
/// dispatches only. Thread-safe, also from callbacks and from the `user_function` of a dispatch.
/// Unblocked work does not run on the calling thread.
MUX_API mux_result_t muxSignalSemaphore(mux_semaphore_t semaphore, mux_result_t status);

/// Result of a command in one dispatch of its command buffer.
typedef struct mux_command_completion_s {
  /// #mux_success; #mux_error_failure if the command, or another of the dispatch, failed before it
  /// had ended; #mux_error_fence_failure if it never started, because a semaphore that the dispatch
  /// waited for failed.
  mux_result_t status;
  /// When its first work began, in nanoseconds of the clock that duration queries use
  /// (CLOCK_MONOTONIC).
  uint64_t start_time;
  /// When its last work ended, by the same clock.
  uint64_t end_time;
} mux_command_completion_t;

/// Called when a command has ended, by the thread that ended it, one of the device or one that
/// waits for it, after all effects of the command and before any dependent command starts, which it
/// delays. So it must be short, must not wait, and must not take a lock that a thread may hold
/// while it waits for the device. It may signal semaphores, dispatch other command buffers, and
/// destroy objects that no pending command uses. It must not reset or destroy the command buffer,
/// nor throw.
///
/// @param[in] completion valid during the call.
/// @param[in] user_data the argument of muxSetCommandCompletion().
typedef void (*mux_command_completion_function_t)(const mux_command_completion_t *completion,
                                                  void *user_data);

/// Sets a function that is called when a command has ended, while others of its command buffer may
/// still run. Unlike a user callback it does not order commands: which ones overlap is unchanged.
///
/// The function is called once for the command in each dispatch, also in one that fails, and before
/// the `user_function`, the semaphores and the fence of the dispatch. A clone inherits the
/// function. muxResetCommandBuffer() removes it.
///
/// @param[in] command_buffer not finalized.
/// @param[in] command_id index of the command: 0 for the first one recorded, as for
/// muxUpdateDescriptors().
/// @param[in] function the function; replaces a previous one. NULL for none.
/// @param[in] user_data passed to the function.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, or has no
/// such command; #mux_error_out_of_memory if an allocation failed; #mux_error_feature_unsupported
/// if the target does not support the query. Nothing is changed on an error. Several threads may
/// call it, and record, at once.
MUX_API mux_result_t muxSetCommandCompletion(mux_command_buffer_t command_buffer,
                                             mux_command_id_t command_id,
                                             mux_command_completion_function_t function,
                                             void *user_data);

/// Records a command that only orders others. Without a wait list, it waits for all commands
/// recorded before it, and all recorded after it wait for it. With a wait list, it waits only for
/// these sync-points, and only commands that wait for its sync-point are ordered after it: a marker
/// that joins several sync-points to one.
///
/// @param[in] command_buffer not finalized.
/// @param[in] num_sync_points_in_wait_list length of the list.
/// @param[in] sync_point_wait_list sync-points of this command buffer; read during the call only.
/// @param[out] sync_point receives a sync-point for the command; may be NULL.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, exactly one
/// of the list and its length is 0, or a sync-point belongs to another command buffer;
/// #mux_error_out_of_memory if an allocation failed; #mux_error_feature_unsupported if the target
/// has no such command. Several threads may record at once.
MUX_API mux_result_t muxCommandBarrier(mux_command_buffer_t command_buffer,
                                       uint32_t num_sync_points_in_wait_list,
                                       const mux_sync_point_t *sync_point_wait_list,
                                       mux_sync_point_t *sync_point);

/// Records a copy between two addresses, in memory of the program or of mapped device memory, as
/// muxCommandCopyBuffer() copies between buffers. The ranges may overlap, as for memmove(). Ordered
/// with other commands by the bytes that it accesses, as commands on buffers.
///
/// @param[in] command_buffer not finalized.
/// @param[in] source address of the first byte; valid until the command has run.
/// @param[in] destination address of the first byte; valid until the command has run.
/// @param[in] size bytes, not 0.
/// @param[in] num_sync_points_in_wait_list length of the list.
/// @param[in] sync_point_wait_list sync-points of this command buffer; read during the call only.
/// @param[out] sync_point receives a sync-point for the command; may be NULL.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, an address is
/// NULL, `size` is 0 or reaches past the last address, exactly one of the list and its length is 0,
/// or a sync-point belongs to another command buffer; #mux_error_out_of_memory if an allocation
/// failed; #mux_error_feature_unsupported if the target cannot use the program's addresses. Several
/// threads may record at once.
MUX_API mux_result_t muxCommandCopyMemory(mux_command_buffer_t command_buffer, const void *source,
                                          void *destination, uint64_t size,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// Records a fill of memory at an address with a repeated pattern, as muxCommandFillBuffer(); the
/// last copy is truncated if the pattern's size does not divide `size`.
///
/// @param[in] command_buffer not finalized.
/// @param[in] destination address of the first byte; valid until the command has run.
/// @param[in] size bytes to fill, not 0.
/// @param[in] pattern read during the call only.
/// @param[in] pattern_size bytes of the pattern, from 1 to 128.
/// @param[in] num_sync_points_in_wait_list length of the list.
/// @param[in] sync_point_wait_list sync-points of this command buffer; read during the call only.
/// @param[out] sync_point receives a sync-point for the command; may be NULL.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, an address is
/// NULL, `size` is 0 or reaches past the last address, `pattern_size` is out of range, exactly one
/// of the list and its length is 0, or a sync-point belongs to another command buffer;
/// #mux_error_out_of_memory if an allocation failed; #mux_error_feature_unsupported if the target
/// cannot use the program's addresses. Several threads may record at once.
MUX_API mux_result_t muxCommandFillMemory(mux_command_buffer_t command_buffer, void *destination,
                                          uint64_t size, const void *pattern, uint64_t pattern_size,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// An update of an ND-range of a finalized command buffer.
typedef struct mux_ndrange_update_s {
  /// Index of the command: 0 for the first one recorded, as for muxUpdateDescriptors().
  mux_command_id_t command_id;
  /// The kernel that was recorded, or another one whose arguments are of the same kinds and sizes.
  mux_kernel_t kernel;
  /// As for muxCommandNDRange(): all arguments, local size, global offset and size, and number of
  /// dimensions.
  mux_ndrange_options_t options;
} mux_ndrange_update_t;

/// Replaces ND-ranges of a finalized command buffer, as if muxCommandNDRange() had recorded them
/// with the new options: all of them, or none if one is invalid. Later dispatches use the new ones;
/// those in flight are not affected. Unlike muxUpdateDescriptors(), it allows every kind of
/// descriptor that fits the argument.
///
/// An ND-range may be recorded as a placeholder without work-items and descriptors (a global size
/// of 0, `descriptors` NULL), to be updated later.
///
/// As long as the kernel and the memory that it accesses stay the same, and it has work-items
/// before and after, an update takes about as long as recording the command. Otherwise the next
/// muxDispatch() computes the dependences of the command buffer again; it may allocate memory, and
/// can be retried if that fails.
///
/// @param[in] command_buffer the finalized command buffer.
/// @param[in] updates_length number of updates; may be 0.
/// @param[in] updates copied, with everything they point to except the kernels. If a command occurs
/// more than once, the last update applies.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or not finalized, exactly one
/// of `updates` and `updates_length` is 0, there is no such command or it is not an ND-range,
/// muxCommandNDRange() would reject a kernel and its options, or the arguments of the kernel differ
/// from those recorded; #mux_error_out_of_memory if an allocation failed; #mux_error_internal if
/// the kernel's code for such work-groups cannot be generated; #mux_error_feature_unsupported if
/// mux_device_info_s::descriptors_updatable is false or the target cannot change ND-ranges. Nothing
/// is changed on an error. Thread-safe for different command buffers; on the host target also
/// beside updates, dispatches and clones of the same one.
MUX_API mux_result_t muxUpdateNDRanges(mux_command_buffer_t command_buffer, uint64_t updates_length,
                                       const mux_ndrange_update_t *updates);

/// A call to be made by a thread of a device.
typedef struct mux_device_call_s {
  /// Called with `user_data`, once for each request. It may call entry points, but must neither
  /// wait nor take long, since the thread has other work.
  void (*function)(void *user_data);
  /// Passed to `function`.
  void *user_data;
} mux_device_call_t;

/// Requests a call by a thread of a queue's device between two pieces of work, if one is available
/// soon: a thread that is idle and awake, or the calling thread, inside a callback of the device.
///
/// For programs that batch commands while the device is busy, and dispatch them when it becomes
/// idle: the device's thread then pays the cost of the dispatch. A dispatch in the call takes this
/// thread into account, and wakes others only for the remaining work.
///
/// @param[in] queue a queue of the device.
/// @param[in] call the call; must stay valid and unchanged until it was made or withdrawn.
/// @return #mux_success if it will be called; #mux_fence_not_ready if not, because no thread is
/// about to look for work, or another requested call is pending; #mux_error_invalid_value if
/// `queue` is not a valid queue, or `call` or its function is NULL; #mux_error_feature_unsupported
/// if the target does not support it. Thread-safe.
MUX_API mux_result_t muxRequestDeviceCall(mux_queue_t queue, const mux_device_call_t *call);

/// Withdraws a request of muxRequestDeviceCall().
///
/// @param[in] queue the queue, or another one of its device.
/// @param[in] call the requested call.
/// @return #mux_success if it will not be called; #mux_fence_not_ready if it has been or is being
/// called, or is not requested; otherwise as muxRequestDeviceCall(). Thread-safe.
MUX_API mux_result_t muxWithdrawDeviceCall(mux_queue_t queue, const mux_device_call_t *call);

/// Dispatches a finalized command buffer as muxDispatch() does, with a function that is called when
/// it has ended.
///
/// The function is called once, after the commands and before the semaphores and the fence are
/// signaled, under the rules of ::mux_command_completion_function_t. Unlike the `user_function` of
/// muxDispatch() it receives the start time of the first command, and may be called by a thread
/// that waits for the dispatch. Each dispatch of a command buffer has its own function and data.
///
/// The completion's status is #mux_success; #mux_error_failure if a command failed; or
/// #mux_error_fence_failure if none was started, because a semaphore that the dispatch waited for
/// failed. If no command was started, both times are the end time.
///
/// @param[in] queue the queue to run it on.
/// @param[in] command_buffer the finalized command buffer; may be empty.
/// @param[in] fence signaled at the end, as by muxDispatch(); may be NULL.
/// @param[in] wait_semaphores semaphores that must be signaled before the first command starts;
/// NULL if there are none. The array is copied.
/// @param[in] wait_semaphores_length the length of `wait_semaphores`.
/// @param[in] signal_semaphores semaphores to signal at the end; NULL if there are none. The array
/// is copied.
/// @param[in] signal_semaphores_length the length of `signal_semaphores`.
/// @param[in] completion the function.
/// @param[in] user_data passed to the function.
/// @return as muxDispatch(); #mux_error_invalid_value also if `completion` is NULL;
/// #mux_error_feature_unsupported if the target does not support the query. Nothing is started on
/// an error, and the function is not called. Thread-safe.
MUX_API mux_result_t muxDispatchWithCompletion(
    mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
    const mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
    const mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
    mux_command_completion_function_t completion, void *user_data);

/// Dispatches a finalized command buffer as muxDispatch() does, for a thread that is about to wait
/// for it.
///
/// Work of a few microseconds is done sooner by the waiting thread than by one that must be woken.
/// So this does not wake sleeping threads of the device, except for callbacks: the calling thread
/// executes the work in muxWait(), and threads that are awake may help. If it takes longer, others
/// are woken for the remaining work.
///
/// The calling thread must call muxWait() for the fence right after this: the work may not start
/// before.
///
/// @param[in] queue the queue to run it on.
/// @param[in] command_buffer the finalized command buffer; may be empty.
/// @param[in] fence signaled at the end, as by muxDispatch().
/// @param[in] wait_semaphores semaphores that must be signaled before the first command starts;
/// NULL if there are none. The array is copied.
/// @param[in] wait_semaphores_length the length of `wait_semaphores`.
/// @param[in] signal_semaphores semaphores to signal at the end; NULL if there are none. The array
/// is copied.
/// @param[in] signal_semaphores_length the length of `signal_semaphores`.
/// @return as muxDispatch(); #mux_error_invalid_value also if `fence` is NULL;
/// #mux_error_feature_unsupported if waiting threads of the target do not execute work. Nothing is
/// started on an error. Thread-safe.
MUX_API mux_result_t muxDispatchForWaiter(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                          mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                          uint32_t wait_semaphores_length,
                                          const mux_semaphore_t *signal_semaphores,
                                          uint32_t signal_semaphores_length);

#ifdef __cplusplus
}
#endif

#endif  // MUX_EXTENSIONS_H
