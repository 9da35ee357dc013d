/// @file
/// Entry points that Mux offers beyond the ComputeMux specification: the text of the last error,
/// devices of a chosen size, kernels whose memory starts as zeros, what a kernel looks like from
/// outside, which local size suits it and
/// where it prints, semaphores that the program signals, when commands and dispatches have ended,
/// commands that order others or work on addresses, ND-ranges that change after recording. A
/// program that wants to stay portable between implementations of the specification does not need
/// this header.

#ifndef MUX_EXTENSIONS_H
#define MUX_EXTENSIONS_H

#include <mux/mux.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a kernel argument is, and so which descriptor it takes.
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

/// What a kernel may do with the memory behind an argument: a bitfield, 0 when it never looks.
typedef enum mux_kernel_argument_access_e {
  mux_kernel_argument_access_read = 0x1,
  mux_kernel_argument_access_write = 0x2
} mux_kernel_argument_access_e;

/// The memory that a kernel argument stands for (OpenCL 3.0, table 5.21,
/// CL_KERNEL_ARG_ADDRESS_QUALIFIER).
typedef enum mux_kernel_argument_address_space_e {
  /// None: a value or a sampler.
  mux_kernel_argument_address_space_private = 0,
  /// Global memory, which images are in as well.
  mux_kernel_argument_address_space_global = 1,
  mux_kernel_argument_address_space_constant = 2,
  mux_kernel_argument_address_space_local = 3
} mux_kernel_argument_address_space_e;

/// How the source declares an argument that is an image or a pipe (OpenCL C 3.0, section 6.8).
typedef enum mux_kernel_argument_image_access_e {
  /// It is neither.
  mux_kernel_argument_image_access_none = 0,
  mux_kernel_argument_image_access_read_only = 1,
  mux_kernel_argument_image_access_write_only = 2,
  mux_kernel_argument_image_access_read_write = 3
} mux_kernel_argument_image_access_e;

/// How the source qualifies a pointer argument, and what it points to, or that it is a pipe: a
/// bitfield.
typedef enum mux_kernel_argument_type_qualifier_e {
  /// What it points to is const, or in constant memory.
  mux_kernel_argument_type_qualifier_const = 0x1,
  mux_kernel_argument_type_qualifier_restrict = 0x2,
  mux_kernel_argument_type_qualifier_volatile = 0x4,
  /// The argument is a pipe (mux/pipe.h): its kind is that of a buffer, its descriptor must be one
  /// of a buffer or a custom buffer that holds a pipe, and its type is that of the packets.
  mux_kernel_argument_type_qualifier_pipe = 0x8
} mux_kernel_argument_type_qualifier_e;

/// One argument of a kernel. The strings live as long as the kernel.
typedef struct mux_kernel_argument_info_s {
  /// One of ::mux_kernel_argument_kind_e.
  uint32_t kind;
  /// Bitfield of ::mux_kernel_argument_access_e; what the compiler could prove.
  uint32_t access;
  /// Bytes that a plain-old-data descriptor must hold; 8 for pointers.
  uint64_t size;
  /// The type as the source wrote it ("float*"), or an empty string when the binary does not say.
  const char *type_name;
  /// The parameter's name, or an empty string when the binary does not say.
  const char *name;
  /// One of ::mux_kernel_argument_address_space_e.
  uint32_t address_space;
  /// One of ::mux_kernel_argument_image_access_e.
  uint32_t image_access;
  /// Bitfield of ::mux_kernel_argument_type_qualifier_e; 0 when the binary does not say.
  uint32_t type_qualifiers;
  /// Of a pipe, bytes of the packets that the kernel reads or writes; 0 if it does neither, or this
  /// is not known, and for everything else.
  uint32_t packet_size;
} mux_kernel_argument_info_t;

/// What a kernel asks for, and what its code takes. The string lives as long as the kernel.
typedef struct mux_kernel_info_s {
  /// Work-items of a work-group in x, y and z that the kernel requires (the attribute
  /// `reqd_work_group_size`), or zeros: it takes any.
  uint64_t required_local_size[3];
  /// The same of the attribute `work_group_size_hint`: what the program will most likely ask for.
  uint64_t local_size_hint[3];
  /// The most work-items that a work-group of the kernel may have.
  uint64_t max_local_size;
  /// A work-group whose size in the dimension that vectors lie along is a multiple of this leaves
  /// no lanes empty; 1 if work-items run one at a time.
  uint64_t preferred_local_size_multiple;
  /// Bytes of local memory that the kernel declares, without what its arguments ask for.
  uint64_t local_memory_size;
  /// Bytes that each work-item keeps in memory across barriers, and of its large arrays; what is in
  /// registers or on the stack does not count.
  uint64_t private_memory_size;
  /// The work-items of a sub-group that the kernel requires (the attribute
  /// `intel_reqd_sub_group_size`), or 0: the compiler chose.
  uint64_t required_sub_group_size;
  /// The sub-groups of a work-group that the kernel requires (SubgroupsPerWorkgroup of SPIR-V), or
  /// 0: it takes any number. What muxSuggestLocalSize() suggests has as many; muxCommandNDRange()
  /// leaves it to the program to give such a local size.
  uint64_t required_sub_group_count;
  /// The kernel's attributes as OpenCL C spells them, one space between them:
  /// "reqd_work_group_size(64,1,1) vec_type_hint(float4)". Empty if it has none or the binary does
  /// not say.
  const char *attributes;
} mux_kernel_info_t;

/// Describes the last error that an entry point returned on the calling thread: which entry point,
/// what was wrong, and where.
///
/// @return a null-terminated string, never NULL, empty when no call failed yet. It stays valid
/// until the next failing call on this thread. Thread-safe: each thread has its own text.
MUX_API const char *muxGetLastErrorMessage(void);

/// The most compute units that a device can be asked to have.
#define MUX_MAX_COMPUTE_UNITS 1024

/// The most processors that a device can be bound to.
#define MUX_MAX_PROCESSORS 8192

/// Where a processor of the machine belongs. Processors that have a NUMA node or a cache in common
/// have the same number there; what a machine does not have, or does not tell, is
/// #MUX_NO_PROCESSOR_DOMAIN.
typedef struct mux_processor_info_s {
  /// The operating system's number.
  uint32_t number;
  uint32_t numa_node;
  /// Of data, or of data and code; that of level 1 first.
  uint32_t caches[4];
} mux_processor_info_t;

#define MUX_NO_PROCESSOR_DOMAIN UINT32_MAX

/// Tells of the processors that the process may use, in the order in which those that share much
/// stand next to each other. They are read anew each time, which takes some milliseconds.
///
/// @param[in] device_info an info of muxGetDeviceInfos(), or the info of a device that exists; of
/// those of one target all tell the same.
/// @param[in] infos_length how many there is room for in `out_infos`; no more are written.
/// @param[out] out_infos may be NULL to ask for the number alone.
/// @param[out] out_infos_length how many processors there are; may be NULL if `out_infos` is not.
/// @return #mux_error_invalid_value if `device_info` is not a valid device info, or `out_infos` is
/// NULL and `infos_length` is not 0 or the other way around; #mux_error_null_out_parameter if both
/// `out_infos` and `out_infos_length` are NULL; #mux_error_feature_unsupported if the target does
/// not run on processors of this machine; #mux_error_failure if the machine does not tell;
/// #mux_error_out_of_memory. Nothing is written then. Thread-safe.
MUX_API mux_result_t muxGetProcessorInfos(mux_device_info_t device_info, uint64_t infos_length,
                                          mux_processor_info_t *out_infos,
                                          uint64_t *out_infos_length);

/// How a device is to differ from its device info. Zero-initialize it: a member that is 0 leaves
/// things as the device info says.
typedef struct mux_device_options_s {
  /// How many work-groups, copies and the like the device runs at once, from 1 to
  /// #MUX_MAX_COMPUTE_UNITS; 0 for what the device info says, or for as many as there are
  /// `processors`.
  uint32_t compute_units;
  /// The processors that threads run on while they work for the device, by their numbers as
  /// muxGetProcessorInfos() tells them; NULL for any. A thread of the program that helps while it
  /// waits is bound to them as long as it helps. Read during the call only.
  const uint32_t *processors;
  /// How many there are, up to #MUX_MAX_PROCESSORS; 0 for any.
  uint64_t processors_length;
} mux_device_options_t;

/// Creates one device, with options. muxDestroyDevice() destroys it.
///
/// Any number of devices of different sizes live side by side, made from one device info. Devices
/// of the host share the threads of oneTBB: one device works with as many threads as it has compute
/// units, its own thread included, as far as oneTBB is allowed to make them. By default that is one
/// fewer than there are cores, and oneTBB says on the standard error what it ignores; a program
/// that wants more allows it with oneTBB's `global_control`. A thread that waits for the device
/// without a limit of time helps as one of them; only where it waits for what no other works on, it
/// may be one more.
///
/// The info of the device tells the truth. Where it is not to be as `device_info` says, or
/// `device_info` belongs to another device, `out_device->info` is a copy that belongs to the new
/// device and is gone when that is destroyed. So do not look for it among the infos of
/// muxGetDeviceInfos(), and compare infos by what they hold, not by their addresses. A device that
/// is created from such a copy, here or by muxCreateDevices(), has that many compute units as well
/// and has a copy of its own: the devices may be destroyed in any order. It is bound to no
/// processors, unless that is asked for again.
///
/// @param[in] device_info an info of muxGetDeviceInfos(), or the info of a device that exists. Read
/// during the call only, unless the device gets it as its info.
/// @param[in] options read during the call only.
/// @param[in] allocator_info the allocator of the device.
/// @param[out] out_device the new device.
/// @return #mux_error_invalid_value if `device_info` is not a valid device info, `options` is NULL
/// or a member of it is out of range, or a processor is none that the system lets the process use;
/// #mux_error_null_allocator_callback if `allocator_info` lacks
/// a function; #mux_error_null_out_parameter if `out_device` is NULL;
/// #mux_error_feature_unsupported if the device info's only type is #mux_device_type_compiler or
/// the target's devices take no options; #mux_error_out_of_memory if memory ran out or the device's
/// thread could not be started; #mux_error_failure in a process that was forked after Mux made a
/// device. There is no device then and nothing is left behind. Thread-safe.
MUX_API mux_result_t muxCreateDeviceWithOptions(mux_device_info_t device_info,
                                                const mux_device_options_t *options,
                                                mux_allocator_info_t allocator_info,
                                                mux_device_t *out_device);

/// Memory that kernels find filled with zeros: a bitfield.
typedef enum mux_initialized_memory_e {
  /// The local memory of each work-group when it starts, also that of arguments.
  mux_initialized_memory_local = 0x1,
  /// What a work-item reads of its variables before it writes there.
  mux_initialized_memory_private = 0x2
} mux_initialized_memory_e;

/// How an executable is to differ from what muxCreateExecutable() makes. Zero-initialize it: a
/// member that is 0 changes nothing.
typedef struct mux_executable_options_s {
  /// Bitfield of ::mux_initialized_memory_e (OpenCL's cl_khr_initialize_memory). Without a bit the
  /// memory holds anything, also what other kernels have left there.
  uint32_t initialized_memory;
} mux_executable_options_t;

/// Creates an executable as muxCreateExecutable() does, with options. muxDestroyExecutable()
/// destroys it.
///
/// @param[in] device the device of the executable.
/// @param[in] binary read during the call only.
/// @param[in] binary_length bytes of `binary`.
/// @param[in] options read during the call only.
/// @param[in] allocator_info the allocator of the executable.
/// @param[out] out_executable the new executable.
/// @return #mux_error_invalid_value if `device` is not a valid device, `binary` or `options` is
/// NULL, `binary_length` is 0 or a bit of `options` is none; #mux_error_null_allocator_callback if
/// `allocator_info` lacks a function; #mux_error_null_out_parameter if `out_executable` is NULL;
/// #mux_error_invalid_binary if the binary cannot be loaded, or if it is machine code, which
/// initializes what it was written to, and memory is to be initialized;
/// #mux_error_feature_unsupported if the target's executables take no options, or as
/// muxCreateExecutable() says; #mux_error_out_of_memory. Thread-safe.
MUX_API mux_result_t muxCreateExecutableWithOptions(mux_device_t device, const void *binary,
                                                    uint64_t binary_length,
                                                    const mux_executable_options_t *options,
                                                    mux_allocator_info_t allocator_info,
                                                    mux_executable_t *out_executable);

/// Counts the kernels of an executable.
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[out] out_count the number of kernels.
/// @return #mux_error_invalid_value if `executable` is not a valid executable,
/// #mux_error_null_out_parameter if `out_count` is NULL, #mux_error_feature_unsupported if the
/// target cannot tell. Thread-safe.
MUX_API mux_result_t muxGetExecutableKernelCount(mux_executable_t executable, uint64_t *out_count);

/// What an executable is made of, besides its kernels.
typedef struct mux_executable_info_s {
  /// Bytes of the variables at program scope, in global memory, that its kernels use. 0 if the
  /// binary is machine code, which does not tell.
  uint64_t global_variable_size;
} mux_executable_info_t;

/// Describes an executable.
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[out] out_info the description.
/// @return #mux_error_invalid_value if `executable` is not a valid executable,
/// #mux_error_null_out_parameter if `out_info` is NULL, #mux_error_feature_unsupported if the
/// target cannot tell. Thread-safe.
MUX_API mux_result_t muxGetExecutableInfo(mux_executable_t executable,
                                          mux_executable_info_t *out_info);

/// Names a kernel of an executable.
///
/// @param[in] executable an executable of muxCreateExecutable().
/// @param[in] index below the count of muxGetExecutableKernelCount().
/// @param[out] out_name null-terminated; lives as long as the executable.
/// @return #mux_error_invalid_value if `executable` is not valid or `index` is out of range,
/// #mux_error_null_out_parameter if `out_name` is NULL, #mux_error_feature_unsupported if the
/// target cannot tell. Thread-safe.
MUX_API mux_result_t muxGetExecutableKernelName(mux_executable_t executable, uint64_t index,
                                                const char **out_name);

/// Counts the arguments of a kernel.
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[out] out_count the number of arguments.
/// @return #mux_error_invalid_value if `kernel` is not valid, #mux_error_null_out_parameter if
/// `out_count` is NULL, #mux_error_feature_unsupported if the target cannot tell. Thread-safe.
MUX_API mux_result_t muxGetKernelArgumentCount(mux_kernel_t kernel, uint64_t *out_count);

/// Describes an argument of a kernel.
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[in] index below the count of muxGetKernelArgumentCount().
/// @param[out] out_info the description; its strings live as long as the kernel.
/// @return #mux_error_invalid_value if `kernel` is not valid or `index` is out of range,
/// #mux_error_null_out_parameter if `out_info` is NULL, #mux_error_feature_unsupported if the
/// target cannot tell. Thread-safe.
MUX_API mux_result_t muxGetKernelArgumentInfo(mux_kernel_t kernel, uint64_t index,
                                              mux_kernel_argument_info_t *out_info);

/// Describes a kernel as a whole (OpenCL 3.0, clGetKernelWorkGroupInfo and CL_KERNEL_ATTRIBUTES).
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[out] out_info the description; its string lives as long as the kernel. It is the same
/// however often one asks, also when the kernel's code is compiled once more for a local size.
/// @return #mux_error_invalid_value if `kernel` is not valid, #mux_error_null_out_parameter if
/// `out_info` is NULL, #mux_error_feature_unsupported if the target cannot tell. Thread-safe.
MUX_API mux_result_t muxGetKernelInfo(mux_kernel_t kernel, mux_kernel_info_t *out_info);

/// Which local sizes suit an ND-range.
typedef enum mux_local_size_fit_e {
  /// Any: the last work-groups in a dimension may be smaller than the others.
  mux_local_size_fit_any = 0,
  /// Those that divide the global size in each dimension: all work-groups are full.
  mux_local_size_fit_divides = 1
} mux_local_size_fit_e;

/// Suggests a local size for programs that leave the choice to the implementation (OpenCL 3.0,
/// clEnqueueNDRangeKernel without a local size). A kernel that requires a size, or a number of
/// sub-groups, gets that; else one
/// that its attribute `work_group_size_hint` names, if it fits; else one whose work-groups suit the
/// kernel's code and leave work for every compute unit. It is the same for the same kernel and
/// ND-range.
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[in] dimensions of the ND-range: 1, 2 or 3.
/// @param[in] global_size work-items of the ND-range in each dimension, as many as there are
/// dimensions, none of them 0; read during the call only.
/// @param[in] fit which sizes will do.
/// @param[out] out_local_size_x work-items of a work-group in x; at most the global size, unless
/// the kernel requires more.
/// @param[out] out_local_size_y the same in y, 1 if the ND-range has no y.
/// @param[out] out_local_size_z the same in z, 1 if the ND-range has no z.
/// @return #mux_error_invalid_value if `kernel` is not valid, `dimensions` is out of range,
/// `global_size` is NULL or has a 0, `fit` is none of ::mux_local_size_fit_e, or the kernel
/// requires a size that does not divide the global size and `fit` asks for one that does, or more
/// sub-groups than a work-group has room for;
/// #mux_error_null_out_parameter if an out parameter is NULL; #mux_error_feature_unsupported if the
/// target cannot tell. Nothing is written then. Thread-safe.
MUX_API mux_result_t muxSuggestLocalSize(mux_kernel_t kernel, size_t dimensions,
                                         const size_t *global_size, mux_local_size_fit_e fit,
                                         size_t *out_local_size_x, size_t *out_local_size_y,
                                         size_t *out_local_size_z);

/// Says how the work-items of a kernel are run, and why: how many at once, or what in the kernel's
/// code keeps them from being run as vectors. For people to read; muxQueryWFVInfoForLocalSize()
/// answers programs.
///
/// @param[in] kernel a kernel of muxCreateKernel() or muxCreateBuiltInKernel().
/// @param[out] out_text null-terminated, empty if nothing is known (kernels that were not made by
/// this compiler); lives as long as the kernel.
/// @return #mux_error_invalid_value if `kernel` is not valid, #mux_error_null_out_parameter if
/// `out_text` is NULL, #mux_error_feature_unsupported if the target cannot tell. Thread-safe.
MUX_API mux_result_t muxGetKernelVectorization(mux_kernel_t kernel, const char **out_text);

/// Where the text goes that kernels print with printf.
typedef enum mux_kernel_output_e {
  /// To the standard output (stdout of the C library) of the process.
  mux_kernel_output_stdout = 0,
  /// To the callback that the command buffer was created with.
  mux_kernel_output_callback = 1
} mux_kernel_output_e;

/// What a message is that a command buffer's callback receives with data.
typedef enum mux_message_kind_e {
  /// The text of one printf call of a kernel.
  mux_message_kind_printf = 1,
  /// Why a kernel's work-items are not run as vectors, or not everywhere; see
  /// muxGetKernelVectorization(). Sent once for each kernel, on the thread that records it, before
  /// muxCommandNDRange() returns: by the first command buffer with a callback that it is recorded
  /// into.
  mux_message_kind_vectorization = 2
} mux_message_kind_e;

/// The data of a message that is not about an error; messages about errors come with none (NULL and
/// 0).
typedef struct mux_message_info_s {
  /// One of ::mux_message_kind_e.
  uint32_t kind;
  /// Bytes of the message, without the null character at its end. It may have others in it.
  uint64_t length;
} mux_message_info_t;

/// Says where the kernels of a command buffer print. Without it, and again after
/// muxResetCommandBuffer(), that is the standard output. A clone prints where its original does.
///
/// However it goes, the text of one printf call stays in one piece, and what one work-item prints
/// keeps its order; there is no order between work-items. Before a dispatch is complete (its
/// `user_function` called, semaphores and fence signalled), the standard output is flushed, or the
/// callback has returned from the last text. If a text cannot be delivered, its printf call returns
/// -1 and the kernel goes on.
///
/// The callback receives each text as a message, with a ::mux_message_info_t of
/// #mux_message_kind_printf as data. It is called in the middle of a kernel by the thread that runs
/// it, one of the library's, for one text at a time of each command buffer; texts of different
/// command buffers come at once. Until it returns, nothing else of that command buffer can print:
/// it must not wait for a command of any command buffer.
///
/// @param[in] command_buffer not finalized.
/// @param[in] output where to print.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, if `output`
/// is none of ::mux_kernel_output_e, or if it is the callback of a command buffer without one;
/// #mux_error_feature_unsupported if the target's kernels cannot print. Nothing has changed then.
/// The program serializes it with finalizing and resetting the command buffer, and with itself.
MUX_API mux_result_t muxSetKernelOutput(mux_command_buffer_t command_buffer,
                                        mux_kernel_output_e output);

/// Signals a semaphore from the program, as a dispatch does that was given it to signal: what waits
/// for something that happens outside of the device, a file that is read or a user event of OpenCL,
/// is dispatched at once and starts when it has happened.
///
/// @param[in] semaphore pending: created or reset, and not signalled since. No dispatch that will
/// signal it may be in flight.
/// @param[in] status #mux_success, and the dispatches that wait for the semaphore, or will, may
/// start. Anything else, and they fail as after a command buffer that failed, without running a
/// command; #mux_error_fence_failure is what their fences report, whatever the status.
/// @return #mux_error_invalid_value if `semaphore` is not a valid semaphore or was signalled
/// already (it stays as it is); #mux_error_failure if the device can no longer run commands, as in
/// a forked child; #mux_error_feature_unsupported if the target's semaphores can be signalled by
/// dispatches only. Thread-safe, also from callbacks and from the `user_function` of a dispatch.
/// Nothing that was released runs on the calling thread.
MUX_API mux_result_t muxSignalSemaphore(mux_semaphore_t semaphore, mux_result_t status);

/// What became of a command of a command buffer, in one dispatch of it.
typedef struct mux_command_completion_s {
  /// #mux_success; #mux_error_failure if the command, or another of the dispatch, failed before it
  /// had ended; #mux_error_fence_failure if it never started, because something that the dispatch
  /// waited for failed.
  mux_result_t status;
  /// When its first work began and its last ended, in nanoseconds of the clock that duration
  /// queries use (CLOCK_MONOTONIC).
  uint64_t start_time;
  uint64_t end_time;
} mux_command_completion_t;

/// Is told that a command has ended. It is called by the thread that ended the command, one of the
/// device's or one that waits for it, after all that the command did and before anything starts
/// that waits for the command: whatever it does delays that. So it must be short, must not wait,
/// and must not take a lock that a thread may hold while it waits for the device. It may signal
/// semaphores, dispatch other command buffers, and destroy objects that no command uses that can
/// still run. It may not reset or destroy the command buffer, nor throw.
///
/// @param[in] completion valid during the call.
/// @param[in] user_data what muxSetCommandCompletion() was given.
typedef void (*mux_command_completion_function_t)(const mux_command_completion_t *completion,
                                                  void *user_data);

/// Lets the program know when a command has ended, and how, while others of its command buffer
/// still run. Unlike a user callback this orders nothing: which commands overlap stays as it was.
///
/// The function is called once for the command in each dispatch, also in one that fails, and before
/// the `user_function`, the semaphores and the fence of the dispatch. A clone tells as its original
/// does. muxResetCommandBuffer() ends it.
///
/// @param[in] command_buffer not finalized.
/// @param[in] command_id which command: 0 for the first one recorded, as for
/// muxUpdateDescriptors().
/// @param[in] function whom to tell; replaces one that was set before. NULL for nobody.
/// @param[in] user_data given to the function; never read here.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, or has no
/// such command; #mux_error_out_of_memory if memory ran out; #mux_error_feature_unsupported if the
/// target cannot tell. Nothing has changed then. Several threads may call it, and record, at once.
MUX_API mux_result_t muxSetCommandCompletion(mux_command_buffer_t command_buffer,
                                             mux_command_id_t command_id,
                                             mux_command_completion_function_t function,
                                             void *user_data);

/// Records a command that does nothing but order others. Without sync-points to wait for, it waits
/// for all commands recorded before it, and all recorded after it wait for it. With them, it waits
/// for theirs alone, and only what is given its sync-point waits for it: a marker that joins
/// several sync-points to one.
///
/// @param[in] command_buffer not finalized.
/// @param[in] num_sync_points_in_wait_list length of the list.
/// @param[in] sync_point_wait_list sync-points of this command buffer; read during the call only.
/// @param[out] sync_point the command's own; may be NULL.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, or the list
/// and its length do not go together or a sync-point is of another command buffer;
/// #mux_error_out_of_memory if memory ran out; #mux_error_feature_unsupported if the target has no
/// such command. Several threads may record at once.
MUX_API mux_result_t muxCommandBarrier(mux_command_buffer_t command_buffer,
                                       uint32_t num_sync_points_in_wait_list,
                                       const mux_sync_point_t *sync_point_wait_list,
                                       mux_sync_point_t *sync_point);

/// Records a copy between two addresses, in memory of the program or of mapped device memory, as
/// muxCommandCopyBuffer() copies between buffers. They may overlap: what is copied is what was
/// there before. Ordered after and before other commands by the bytes that it touches, like those
/// of buffers.
///
/// @param[in] command_buffer not finalized.
/// @param[in] source address of the first byte; valid until the command has run.
/// @param[in] destination address of the first byte; valid until the command has run.
/// @param[in] size bytes, not 0.
/// @param[in] num_sync_points_in_wait_list length of the list.
/// @param[in] sync_point_wait_list sync-points of this command buffer; read during the call only.
/// @param[out] sync_point the command's own; may be NULL.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, an address is
/// NULL, `size` is 0 or reaches past the last address, or the list and its length do not go
/// together or a sync-point is of another command buffer; #mux_error_out_of_memory if memory ran
/// out; #mux_error_feature_unsupported if the target cannot use the program's addresses. Several
/// threads may record at once.
MUX_API mux_result_t muxCommandCopyMemory(mux_command_buffer_t command_buffer, const void *source,
                                          void *destination, uint64_t size,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// Records filling memory at an address with copies of a pattern, as muxCommandFillBuffer() fills
/// buffers; the last copy is cut if the pattern's size does not divide the memory's.
///
/// @param[in] command_buffer not finalized.
/// @param[in] destination address of the first byte; valid until the command has run.
/// @param[in] size bytes to fill, not 0.
/// @param[in] pattern read during the call only.
/// @param[in] pattern_size bytes of the pattern, from 1 to 128.
/// @param[in] num_sync_points_in_wait_list length of the list.
/// @param[in] sync_point_wait_list sync-points of this command buffer; read during the call only.
/// @param[out] sync_point the command's own; may be NULL.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or is finalized, an address is
/// NULL, `size` is 0 or reaches past the last address, `pattern_size` is out of range, or the list
/// and its length do not go together or a sync-point is of another command buffer;
/// #mux_error_out_of_memory if memory ran out; #mux_error_feature_unsupported if the target cannot
/// use the program's addresses. Several threads may record at once.
MUX_API mux_result_t muxCommandFillMemory(mux_command_buffer_t command_buffer, void *destination,
                                          uint64_t size, const void *pattern, uint64_t pattern_size,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);

/// What an ND-range of a finalized command buffer is to become.
typedef struct mux_ndrange_update_s {
  /// Which command: 0 for the first one recorded, as for muxUpdateDescriptors().
  mux_command_id_t command_id;
  /// The kernel that was recorded, or another one whose arguments are of the same kinds and sizes.
  mux_kernel_t kernel;
  /// As muxCommandNDRange() takes them: all of the arguments, the local size, the global offset and
  /// size, and the number of dimensions.
  mux_ndrange_options_t options;
} mux_ndrange_update_t;

/// Changes ND-ranges of a finalized command buffer: each is from now on as muxCommandNDRange()
/// would have recorded it with these options. All of them change, or none if one is wrong.
/// Dispatches from now on see the new ones; those in flight keep what they had. Unlike
/// muxUpdateDescriptors() this lets any descriptor replace another that fits the same argument.
///
/// An ND-range may be recorded without work-items and without descriptors (a global size of 0,
/// `descriptors` NULL), though its kernel has arguments, to become one that does something here.
///
/// As long as the kernel and the memory that it touches stay the same, and it has work-items before
/// and after, an update takes about as long as recording the commands anew. Else the next
/// muxDispatch() finds out anew which commands of the command buffer depend on which; it may need
/// memory, and may be repeated if there was none.
///
/// @param[in] command_buffer the finalized command buffer.
/// @param[in] updates_length how many updates there are; 0 changes nothing.
/// @param[in] updates copied, with all they point to but the kernels. The last one for a command
/// counts.
/// @return #mux_error_invalid_value if `command_buffer` is not valid or not finalized, `updates` is
/// NULL and `updates_length` is not 0 or the other way round, there is no such command or it is not
/// an ND-range, or a kernel and its options are none that muxCommandNDRange() would take, or the
/// arguments of the kernel are others than those recorded; #mux_error_out_of_memory if memory ran
/// out; #mux_error_internal if the kernel's code for such work-groups cannot be generated;
/// #mux_error_feature_unsupported if mux_device_info_s::descriptors_updatable is false or the
/// target cannot change ND-ranges. Nothing has changed then. Thread-safe for different command
/// buffers; on the host target also beside updates, dispatches and clones of the same one.
MUX_API mux_result_t muxUpdateNDRanges(mux_command_buffer_t command_buffer, uint64_t updates_length,
                                       const mux_ndrange_update_t *updates);

/// A call that a thread of a device is to make.
typedef struct mux_device_call_s {
  /// Called with `user_data`, once for each request. It may call mux, but should neither wait nor
  /// take long: the thread has work to do.
  void (*function)(void *user_data);
  void *user_data;
} mux_device_call_t;

/// Has a thread of a queue's device make a call when it is between two pieces of work, if one soon
/// will be: because it has nothing to do and is awake, or because it is the calling one, in the
/// middle of a function that the device calls.
///
/// For programs that gather commands while the device is busy, and let it fetch them when it is not
/// any more: what a dispatch costs is then paid by the thread that would wait for it. A dispatch in
/// the call reckons with this thread, and wakes another only for what is left.
///
/// @param[in] queue a queue of the device.
/// @param[in] call what to call; must stay as it is until the call was made.
/// @return #mux_success if it will be called; #mux_fence_not_ready if not, because no thread is
/// about to look for work, or another call has been requested that was not made yet;
/// #mux_error_invalid_value if `queue` is not a valid queue, or `call` or its function is NULL;
/// #mux_error_feature_unsupported if the target makes no calls. Thread-safe.
MUX_API mux_result_t muxRequestDeviceCall(mux_queue_t queue, const mux_device_call_t *call);

/// Takes a request of muxRequestDeviceCall() back.
///
/// @param[in] queue the queue, or another one of its device.
/// @param[in] call what was requested.
/// @return #mux_success if it will not be called; #mux_fence_not_ready if it has been or is being
/// called, or is not requested; else as muxRequestDeviceCall(). Thread-safe.
MUX_API mux_result_t muxWithdrawDeviceCall(mux_queue_t queue, const mux_device_call_t *call);

/// Starts a finalized command buffer as muxDispatch() does, and tells when it has ended, and how.
///
/// The function is called once, after the commands and before the semaphores and the fence are
/// signalled, under the rules of ::mux_command_completion_function_t. Unlike the `user_function` of
/// muxDispatch() it is told when the first command began, and may be called by a thread that waits
/// for the dispatch. Each dispatch of a command buffer has a function and data of its own.
///
/// The completion's status is #mux_success; #mux_error_failure if a command failed; or
/// #mux_error_fence_failure if none was started, because something that the dispatch waited for
/// failed. Where there was no command to start, both times are those of the end.
///
/// @param[in] queue the queue to run it on.
/// @param[in] command_buffer the finalized command buffer; may be empty.
/// @param[in] fence is signalled in the end, as muxDispatch() says; may be NULL.
/// @param[in] wait_semaphores semaphores that must be signalled before the first command starts;
/// NULL if there are none. The array is copied.
/// @param[in] wait_semaphores_length the length of `wait_semaphores`.
/// @param[in] signal_semaphores semaphores to signal in the end; NULL if there are none. The array
/// is copied.
/// @param[in] signal_semaphores_length the length of `signal_semaphores`.
/// @param[in] completion whom to tell.
/// @param[in] user_data given to the function; never read here.
/// @return what muxDispatch() returns; #mux_error_invalid_value also if `completion` is NULL;
/// #mux_error_feature_unsupported if the target cannot tell. Nothing is started then, and the
/// function is not called. Thread-safe.
MUX_API mux_result_t muxDispatchWithCompletion(
    mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
    const mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
    const mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
    mux_command_completion_function_t completion, void *user_data);

/// Starts a finalized command buffer as muxDispatch() does, for a thread that is about to wait for
/// it.
///
/// What takes a few microseconds is done sooner by the thread that waits for it than by one that
/// has to be woken. So this wakes no thread of the device that sleeps, but for callbacks: the
/// calling thread does the work in muxWait(), and threads that are awake may take part. If it turns
/// out to take longer, others are called for what is left.
///
/// The calling thread has to wait for the fence by muxWait(), right after this: until then it is
/// possible that nothing runs.
///
/// @param[in] queue the queue to run it on.
/// @param[in] command_buffer the finalized command buffer; may be empty.
/// @param[in] fence is signalled in the end, as muxDispatch() says.
/// @param[in] wait_semaphores semaphores that must be signalled before the first command starts;
/// NULL if there are none. The array is copied.
/// @param[in] wait_semaphores_length the length of `wait_semaphores`.
/// @param[in] signal_semaphores semaphores to signal in the end; NULL if there are none. The array
/// is copied.
/// @param[in] signal_semaphores_length the length of `signal_semaphores`.
/// @return what muxDispatch() returns; #mux_error_invalid_value also if `fence` is NULL;
/// #mux_error_feature_unsupported if the target's waiting threads do not work. Nothing is started
/// then. Thread-safe.
MUX_API mux_result_t muxDispatchForWaiter(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                          mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                          uint32_t wait_semaphores_length,
                                          const mux_semaphore_t *signal_semaphores,
                                          uint32_t signal_semaphores_length);

#ifdef __cplusplus
}
#endif

#endif  // MUX_EXTENSIONS_H
