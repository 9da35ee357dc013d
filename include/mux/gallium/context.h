/// @file
/// Contexts: creation, flushes, fences, barriers, resets of the device, messages.

#ifndef MUX_GALLIUM_CONTEXT_H
#define MUX_GALLIUM_CONTEXT_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a context.
///
/// @param[in] screen the screen.
/// @param[in] flags 0; reserved.
/// @param[out] out_context receives the context; destroy it with muxGalliumDestroyContext().
/// @return #mux_success; #mux_error_invalid_value if `screen` is NULL or `flags` is not 0;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// Thread-safe. Several contexts of a screen may be used at once, each by one thread at a time.
/// Gallium 2020, Using several contexts; R02.
MUX_API mux_result_t muxGalliumCreateContext(mux_gallium_screen_t screen, uint32_t flags,
                                             mux_gallium_context_t *out_context);

/// Destroys a context: flushes it, waits for its commands, drops all its bindings, and destroys the
/// objects that it made. Not from a callback.
///
/// @param[in] context the context.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL.
///
/// No other thread may use the context any more. R02, R03.
MUX_API mux_result_t muxGalliumDestroyContext(mux_gallium_context_t context);

/// How to flush; a bitfield. Gallium 2020, Flushing.
typedef enum mux_gallium_flush_e {
  /// The end of a frame; a hint. S02.
  mux_gallium_flush_end_of_frame = 1 << 0,
  /// Commands need not be submitted yet, and the fence is valid nevertheless. S03.
  mux_gallium_flush_deferred = 1 << 1,
  /// The caller is about to wait for the fence; a hint. S08.
  mux_gallium_flush_hint_finish = 1 << 2,
  /// Other contexts are not ordered after this flush; the fence is signaled in finite time without
  /// further calls. S05, S06.
  mux_gallium_flush_async = 1 << 3,
  /// With deferred, and not with the next: the fence may be signaled before the next command reads
  /// its input. Ignored: the fence is a normal one. S09, S13.
  mux_gallium_flush_top_of_pipe = 1 << 4,
  /// With deferred: the fence may be signaled before caches are flushed. Ignored. S10, S13.
  mux_gallium_flush_bottom_of_pipe = 1 << 5
} mux_gallium_flush_e;

/// Submits the commands of a context. Unless `flags` say otherwise, commands that any context of
/// the screen records after the call run after those flushed here.
///
/// @param[in] context the context.
/// @param[in] flags bitfield of ::mux_gallium_flush_e.
/// @param[out] out_fence receives a fence with one reference that is signaled when all commands
/// recorded so far have ended; NULL if it is not wanted.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, a flag is unknown, or
/// top_of_pipe or bottom_of_pipe is set without deferred or with the other (S11);
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Flushing; S01 to S13, R06.
MUX_API mux_result_t muxGalliumFlush(mux_gallium_context_t context, uint32_t flags,
                                     mux_gallium_fence_t *out_fence);

/// Makes a resource's contents visible outside of the screen: submits the commands that write it.
/// Uses inside the screen do not need it.
///
/// @param[in] context the context.
/// @param[in] resource the resource.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Flushing; S14, S15.
MUX_API mux_result_t muxGalliumFlushResource(mux_gallium_context_t context,
                                             mux_gallium_resource_t resource);

/// Behavior of a fence after it was signaled.
typedef enum mux_gallium_fence_type_e {
  /// Stays signaled for ever. S17.
  mux_gallium_fence_type_one_time = 0,
  /// A wait by muxGalliumFenceServerSync() resets it; at most one waiter at a time. S18, S19.
  mux_gallium_fence_type_reusable = 1
} mux_gallium_fence_type_e;

/// Creates an unsignaled fence for muxGalliumFenceServerSignal().
///
/// @param[in] screen the screen.
/// @param[in] type one of ::mux_gallium_fence_type_e.
/// @param[out] out_fence receives the fence with one reference.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// Thread-safe. Gallium 2020, Fences; S16 to S20.
MUX_API mux_result_t muxGalliumCreateFence(mux_gallium_screen_t screen, uint32_t type,
                                           mux_gallium_fence_t *out_fence);

/// Creates a fence from a file descriptor: it is signaled while the file is readable, as an eventfd
/// whose counter is not 0. A wait of a reusable fence reads the file, which resets an eventfd.
///
/// @param[in] context a context of the screen.
/// @param[in] descriptor a file that epoll can watch, such as an eventfd; duplicated.
/// @param[in] type one of ::mux_gallium_fence_type_e.
/// @param[out] out_fence receives the fence with one reference.
/// @return #mux_success; #mux_error_invalid_value if the descriptor is not open or `type` is
/// unknown; #mux_error_failure if it cannot be duplicated or after a reset;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Fences; S16.
MUX_API mux_result_t muxGalliumCreateFenceFromFile(mux_gallium_context_t context, int descriptor,
                                                   uint32_t type, mux_gallium_fence_t *out_fence);

/// Returns an eventfd that becomes readable when the fence is signaled: at once, if it is.
///
/// @param[in] screen the screen.
/// @param[in] fence the fence; if its flush was deferred, the context must still be flushed.
/// @param[out] out_descriptor receives a new descriptor, owned by the caller, close-on-exec.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_failure if no descriptor can be made;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// Thread-safe. Gallium 2020, Fences; S16.
MUX_API mux_result_t muxGalliumGetFenceFile(mux_gallium_screen_t screen, mux_gallium_fence_t fence,
                                            int *out_descriptor);

/// Adds a reference to a fence.
///
/// @param[in] fence the fence.
/// @return #mux_success; #mux_error_invalid_value if `fence` is NULL.
///
/// Thread-safe. Gallium 2020, Fences.
MUX_API mux_result_t muxGalliumRetainFence(mux_gallium_fence_t fence);

/// Drops a reference to a fence; with the last one it is destroyed, and what waits for it still
/// waits.
///
/// @param[in] fence the fence.
/// @return #mux_success; #mux_error_invalid_value if `fence` is NULL.
///
/// Thread-safe, but no other thread may use the reference any more. Gallium 2020, Fences.
MUX_API mux_result_t muxGalliumReleaseFence(mux_gallium_fence_t fence);

/// Waits for a fence. Does not reset a reusable fence.
///
/// @param[in] screen the screen.
/// @param[in] context NULL, or the context that the calling thread uses: if it made the fence by a
/// deferred flush and has not been flushed since, this flushes it.
/// @param[in] fence the fence.
/// @param[in] timeout nanoseconds; 0 returns at once, UINT64_MAX waits without limit.
/// @param[out] out_signaled receives whether it is signaled.
/// @return #mux_success, whether it is signaled or not; #mux_error_fence_failure if it is signaled
/// and the commands failed; #mux_error_invalid_value; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// Thread-safe without a context. Gallium 2020, Flushing; S04, S16, S17.
MUX_API mux_result_t muxGalliumFenceFinish(mux_gallium_screen_t screen,
                                           mux_gallium_context_t context, mux_gallium_fence_t fence,
                                           uint64_t timeout, bool *out_signaled);

/// Records a wait: commands recorded afterwards start when the fence is signaled. A reusable fence
/// is unsignaled afterwards.
///
/// The context is flushed, so that what it recorded before does not wait.
///
/// @param[in] context the context.
/// @param[in] fence the fence. A fence whose commands failed counts as signaled.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, or the fence is reusable
/// and has a waiter already (S19); #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Fences; S18 to S24, S07.
MUX_API mux_result_t muxGalliumFenceServerSync(mux_gallium_context_t context,
                                               mux_gallium_fence_t fence);

/// Records a signal: the fence is signaled when all commands recorded before have ended. The signal
/// may stay unsubmitted until the next flush.
///
/// @param[in] context the context.
/// @param[in] fence a fence of muxGalliumCreateFence() or muxGalliumCreateFenceFromFile().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, or the fence is of a
/// flush, or is a one-time fence that has a signal already; #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Fences; S20, S22 to S24.
MUX_API mux_result_t muxGalliumFenceServerSignal(mux_gallium_context_t context,
                                                 mux_gallium_fence_t fence);

/// What a texture barrier is for; a bitfield.
typedef enum mux_gallium_texture_barrier_e {
  mux_gallium_texture_barrier_sampler = 1 << 0,
  mux_gallium_texture_barrier_framebuffer = 1 << 1
} mux_gallium_texture_barrier_e;

/// Orders later sampling after earlier writes to surfaces.
///
/// @param[in] context the context.
/// @param[in] flags bitfield of ::mux_gallium_texture_barrier_e.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or a flag is unknown;
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, texture_barrier; S25.
MUX_API mux_result_t muxGalliumTextureBarrier(mux_gallium_context_t context, uint32_t flags);

/// Orders later accesses of the kinds of `flags` after earlier writes by shaders.
///
/// @param[in] context the context.
/// @param[in] flags bitfield of ::mux_gallium_barrier_e.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or a flag is unknown;
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, memory_barrier; S27, S28, R08, R36.
MUX_API mux_result_t muxGalliumMemoryBarrier(mux_gallium_context_t context, uint32_t flags);

/// Accesses of pending commands to a resource; a bitfield.
typedef enum mux_gallium_reference_e {
  mux_gallium_referenced_for_read = 1 << 0,
  mux_gallium_referenced_for_write = 1 << 1
} mux_gallium_reference_e;

/// Returns whether commands that have not ended use a resource. Never waits, and submits what was
/// recorded, so that a program that polls makes progress.
///
/// @param[in] context the context; uses by other contexts count once they are flushed.
/// @param[in] resource the resource. Uses count for it as a whole.
/// @param[out] out_references receives a bitfield of ::mux_gallium_reference_e; 0 if it is idle.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter;
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Resource Busy Queries; S29.
MUX_API mux_result_t muxGalliumIsResourceReferenced(mux_gallium_context_t context,
                                                    mux_gallium_resource_t resource,
                                                    uint32_t *out_references);

/// Status of a context with regard to resets of the device.
typedef enum mux_gallium_reset_status_e {
  /// No reset since the last report.
  mux_gallium_reset_none = 0,
  /// A command of this context caused a reset.
  mux_gallium_reset_guilty = 1,
  /// Another context caused a reset.
  mux_gallium_reset_innocent = 2,
  mux_gallium_reset_unknown = 3
} mux_gallium_reset_status_e;

/// Returns whether the context was reset since the last report, by this function or by the
/// callback. A command that fails while it runs resets its context.
///
/// After a reset every function that records, maps or flushes fails with #mux_error_failure, also
/// once the reset has been reported; destroying objects works. Contents of resources that its
/// pending commands would have written are undefined.
///
/// @param[in] context the context.
/// @param[out] out_status receives one of ::mux_gallium_reset_status_e.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// For one thread at a time of each context. Gallium 2020, Device resets; S30 to S32, S35.
MUX_API mux_result_t muxGalliumGetDeviceResetStatus(mux_gallium_context_t context,
                                                    mux_gallium_reset_status_e *out_status);

/// Called on a reset, by the thread that is in a call for the context.
///
/// @param[in] user_data as given.
/// @param[in] status one of ::mux_gallium_reset_status_e, not none.
typedef void (*mux_gallium_reset_callback_t)(void *user_data, mux_gallium_reset_status_e status);

/// Sets the function that is called once when a call for the context detects a reset. It may
/// destroy objects, and not the context.
///
/// @param[in] context the context.
/// @param[in] callback the function; NULL for none.
/// @param[in] user_data passed to it.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL.
///
/// For one thread at a time of each context. Gallium 2020, Device resets; S33, S34.
MUX_API mux_result_t muxGalliumSetDeviceResetCallback(mux_gallium_context_t context,
                                                      mux_gallium_reset_callback_t callback,
                                                      void *user_data);

/// Simulates a reset of the device, to test programs: the context behaves as after a reset with
/// this status, which its next call detects; commands that are running end normally.
///
/// @param[in] context the context.
/// @param[in] status one of ::mux_gallium_reset_status_e, not none.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or `status` is none or
/// unknown.
///
/// Thread-safe. Not in the documents; S35.
MUX_API mux_result_t muxGalliumInjectDeviceReset(mux_gallium_context_t context, uint32_t status);

/// Kind of a message.
typedef enum mux_gallium_debug_type_e {
  mux_gallium_debug_out_of_memory = 1,
  /// An error of a call or a command, with its text.
  mux_gallium_debug_error = 2,
  /// The compiler's log of a program, and how it was vectorized.
  mux_gallium_debug_shader_info = 3,
  /// Something that takes longer than it could.
  mux_gallium_debug_perf_info = 4,
  mux_gallium_debug_info = 5
} mux_gallium_debug_type_e;

/// Receives a message.
///
/// @param[in] user_data as given.
/// @param[in] type one of ::mux_gallium_debug_type_e.
/// @param[in] message null-terminated; valid during the call.
typedef void (*mux_gallium_debug_callback_t)(void *user_data, mux_gallium_debug_type_e type,
                                             const char *message);

/// Where messages of a context go.
typedef struct mux_gallium_debug_sink_s {
  /// The function.
  mux_gallium_debug_callback_t callback;
  /// Passed to it.
  void *user_data;
  /// Whether any thread may call it, several at once: then errors of running commands arrive when
  /// they happen. Otherwise they arrive in later calls for the context.
  bool async;
} mux_gallium_debug_sink_t;

/// Sets the receiver of a context's messages.
///
/// @param[in] context the context.
/// @param[in] sink copied; NULL, or a NULL callback, for none.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL.
///
/// For one thread at a time of each context. Gallium 2020, Non-CSO State; F29.
MUX_API mux_result_t muxGalliumSetDebugCallback(mux_gallium_context_t context,
                                                const mux_gallium_debug_sink_t *sink);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_CONTEXT_H
