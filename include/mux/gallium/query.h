/// @file
/// Queries and conditional rendering.

#ifndef MUX_GALLIUM_QUERY_H
#define MUX_GALLIUM_QUERY_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a query measures. Those of draws cannot be created yet; see
/// mux_gallium_screen_info_s::query_types.
typedef enum mux_gallium_query_type_e {
  /// Fragments that passed; of draws. Q15.
  mux_gallium_query_occlusion_counter = 0,
  /// Of draws. Q16.
  mux_gallium_query_occlusion_predicate = 1,
  /// Time in nanoseconds when all earlier commands had ended; needs no begin. Q19, Q20.
  mux_gallium_query_timestamp = 2,
  /// Frequency of timestamps, and whether they cannot be trusted. Q21, Q22.
  mux_gallium_query_timestamp_disjoint = 3,
  /// Nanoseconds from the end of the commands before the query's begin to that of the commands
  /// before
  /// its end. Q18.
  mux_gallium_query_time_elapsed = 4,
  /// Of draws. Q23.
  mux_gallium_query_primitives_generated = 5,
  /// Of draws. Q24.
  mux_gallium_query_primitives_emitted = 6,
  /// Of draws. Q25.
  mux_gallium_query_so_statistics = 7,
  /// Of draws. Q26.
  mux_gallium_query_so_overflow_predicate = 8,
  /// Whether all commands before its end have ended; needs no begin, and orders nothing. Q28, Q29.
  mux_gallium_query_gpu_finished = 9,
  /// Of draws. Q30.
  mux_gallium_query_pipeline_statistics = 10,
  /// Of draws. Q17.
  mux_gallium_query_occlusion_predicate_conservative = 11,
  /// Of draws. Q27.
  mux_gallium_query_so_overflow_any_predicate = 12,
  /// Of draws. Q32.
  mux_gallium_query_pipeline_statistics_single = 13,
  /// The number of types; not a type.
  mux_gallium_query_type_count = 14
} mux_gallium_query_type_e;

/// Result of a query: the member that goes with its type.
MUX_EXTENSION typedef union mux_gallium_query_result_s {
  /// Counters, timestamp, time_elapsed.
  uint64_t u64;
  /// Predicates, gpu_finished.
  bool b;
  /// timestamp_disjoint.
  struct {
    /// In Hz.
    uint64_t frequency;
    /// Whether timestamps taken meanwhile cannot be trusted.
    bool disjoint;
  } timestamp_disjoint;
  /// so_statistics.
  struct {
    /// Primitives stored.
    uint64_t emitted;
    /// Primitives that unlimited memory would have stored.
    uint64_t storage_needed;
  } so_statistics;
  /// The ten numbers of pipeline_statistics, in the order of the documents.
  uint64_t pipeline_statistics[10];
} mux_gallium_query_result_t;

/// Creates a query.
///
/// @param[in] context the context.
/// @param[in] type one of ::mux_gallium_query_type_e.
/// @param[in] index vertex stream, below 4, of primitives_generated, primitives_emitted,
/// so_statistics and so_overflow_predicate; 0 of others.
/// @param[out] out_query receives the query; destroy it with muxGalliumDestroyQuery().
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, `type` is unknown or
/// `index` is out of range; #mux_error_feature_unsupported for pipeline statistics;
/// #mux_error_failure after a reset; #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Queries; Q01, Q14.
MUX_API mux_result_t muxGalliumCreateQuery(mux_gallium_context_t context, uint32_t type,
                                           uint32_t index, mux_gallium_query_t *out_query);

/// Destroys a query, active or not. A render condition that uses it is switched off.
///
/// @param[in] context the context that made it.
/// @param[in] query the query.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the query is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, Queries; Q03.
MUX_API mux_result_t muxGalliumDestroyQuery(mux_gallium_context_t context,
                                            mux_gallium_query_t query);

/// Starts a query, and drops an earlier result.
///
/// @param[in] context the context that made it.
/// @param[in] query the query; not active, and not of a type that needs no begin.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, the query is of another
/// context, is active or has no begin; #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Queries; Q04, Q05, Q07.
MUX_API mux_result_t muxGalliumBeginQuery(mux_gallium_context_t context, mux_gallium_query_t query);

/// Ends a query.
///
/// @param[in] context the context that made it.
/// @param[in] query the query; active, unless its type needs no begin.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, the query is of another
/// context or is not active; #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Queries; Q06, Q20, Q29.
MUX_API mux_result_t muxGalliumEndQuery(mux_gallium_context_t context, mux_gallium_query_t query);

/// Returns the result of a query that has ended.
///
/// @param[in] context the context that made it.
/// @param[in] query the query.
/// @param[in] wait whether to wait for it. Without, the call never waits, but submits its commands.
/// @param[out] out_result receives the result, if it is available; unchanged otherwise.
/// @param[out] out_available receives whether it is; always true with `wait`.
/// @return #mux_success, available or not; #mux_error_invalid_value if an object is NULL, the query
/// is of another context, is active or was never ended; #mux_error_failure if its commands failed
/// or after a reset; #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Queries; Q08, Q09.
MUX_API mux_result_t muxGalliumGetQueryResult(mux_gallium_context_t context,
                                              mux_gallium_query_t query, bool wait,
                                              mux_gallium_query_result_t *out_result,
                                              bool *out_available);

/// Type of a number that muxGalliumGetQueryResultResource() writes; values that do not fit become
/// the largest one.
typedef enum mux_gallium_query_value_type_e {
  mux_gallium_query_value_i32 = 0,
  mux_gallium_query_value_u32 = 1,
  mux_gallium_query_value_i64 = 2,
  mux_gallium_query_value_u64 = 3
} mux_gallium_query_value_type_e;

/// Writes the result of a query to a buffer, in the context's order, without waiting on the calling
/// thread.
///
/// @param[in] context the context that made the query.
/// @param[in] query the query.
/// @param[in] wait whether the write waits for the result. Without, the buffer is unchanged if the
/// result is not available when the write's turn comes; since the query ended earlier in the
/// context's order, it is.
/// @param[in] type one of ::mux_gallium_query_value_type_e.
/// @param[in] index which number of the result, 0 for the first; -1 for whether it is available, as
/// 0 or 1.
/// @param[in] resource the buffer.
/// @param[in] offset the first byte; a multiple of the number's size.
/// @return #mux_success; #mux_error_invalid_value if an object is NULL, the query is of another
/// context, is active or was never ended, `type` or `index` is out of range, or the bytes are not
/// aligned or not inside a buffer; #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Queries; Q10 to Q12.
MUX_API mux_result_t muxGalliumGetQueryResultResource(mux_gallium_context_t context,
                                                      mux_gallium_query_t query, bool wait,
                                                      uint32_t type, int32_t index,
                                                      mux_gallium_resource_t resource,
                                                      uint64_t offset);

/// Suspends or resumes all queries but time_elapsed.
///
/// @param[in] context the context.
/// @param[in] enable false to suspend.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL; #mux_error_failure after a
/// reset.
///
/// For one thread at a time of each context. Gallium 2020, Queries; Q13. Queries that count are of
/// draws, so that this has no effect yet.
MUX_API mux_result_t muxGalliumSetActiveQueryState(mux_gallium_context_t context, bool enable);

/// Whether a render condition waits for its query.
typedef enum mux_gallium_condition_mode_e {
  /// Decides when the result is there. Q42.
  mux_gallium_condition_wait = 0,
  /// Runs commands while the result is not there. Q43.
  mux_gallium_condition_no_wait = 1,
  /// As wait. Q44.
  mux_gallium_condition_by_region_wait = 2,
  /// As no_wait. Q45.
  mux_gallium_condition_by_region_no_wait = 3
} mux_gallium_condition_mode_e;

/// Skips commands that obey the condition while the result of a query equals `condition`:
/// muxGalliumClear() always, muxGalliumClearRenderTarget(), muxGalliumClearDepthStencil() and
/// muxGalliumBlit() if they are asked to; nothing else. A result other than 0 counts as true.
///
/// @param[in] context the context.
/// @param[in] query a query of the context that has ended; NULL for no condition.
/// @param[in] condition the result that skips.
/// @param[in] mode one of ::mux_gallium_condition_mode_e.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, `query` is of another
/// context, is active or was never ended, or `mode` is unknown; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Conditional Rendering; Q33 to Q45. Any
/// query with a number as its result is accepted; those that the documents name are of draws.
MUX_API mux_result_t muxGalliumRenderCondition(mux_gallium_context_t context,
                                               mux_gallium_query_t query, bool condition,
                                               uint32_t mode);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_QUERY_H
