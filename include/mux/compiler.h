/// @file
/// Compiles OpenCL C source to a binary that muxCreateExecutable() loads.
///
/// The compiler needs no device: it writes a container with portable code, or, on request, with
/// code finished for the CPU it runs on. Build without it (CMake option MUX_ENABLE_FRONTEND=OFF)
/// and muxCompile() answers #mux_error_feature_unsupported.
///
///     mux_compile_info_t info = {0};
///     info.source = source;
///     info.source_length = strlen(source);
///     info.options = "-cl-std=CL3.0 -DWIDTH=16";
///     mux_compilation_t compilation = NULL;
///     mux_result_t result = muxCompile(&info, allocator, &compilation);
///     if (result != mux_success) fputs(muxGetCompilationLog(compilation), stderr);
///     ... muxCreateExecutable(device, muxGetCompilationBinary(compilation),
///                             muxGetCompilationBinaryLength(compilation), ...) ...
///     muxDestroyCompilation(compilation, allocator);

#ifndef MUX_COMPILER_H
#define MUX_COMPILER_H

#include <mux/mux.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What muxCompile() made: a log, and a binary if the source compiled.
typedef struct mux_compilation_s *mux_compilation_t;

/// What the container holds.
typedef enum mux_compile_output_e {
  /// Portable code, finished for the CPU it runs on when an executable is created from it.
  mux_compile_output_portable = 0,
  /// Machine code for the CPU the compiler runs on: loads at once, but only on a CPU like it.
  mux_compile_output_native = 1
} mux_compile_output_e;

/// A request to compile. Zero-initialize it, so that members added later keep their defaults.
typedef struct mux_compile_info_s {
  /// OpenCL C 1.0 to 1.2 or 3.0 source; need not end in a null character. Only read during the
  /// call.
  const char *source;
  /// Bytes of `source`.
  uint64_t source_length;
  /// Name of the source in messages, null-terminated; NULL for "kernel.cl".
  const char *source_name;
  /// Build options of clBuildProgram, separated by spaces and quoted as a shell would. May be NULL.
  ///
  /// - `-D NAME[=VALUE]` defines a macro.
  /// - `-I FOLDER` is where `#include` looks; relative folders count from the current directory. It
  ///   reaches no other file of the machine, so name the folder of the source if it has headers
  ///   beside it.
  /// - `-cl-std=` one of `CL1.0`, `CL1.1`, `CL1.2`, `CL2.0`, `CL3.0`. Without it the source is in
  ///   version 1.2, as clBuildProgram says. In 2.0 what the device has no feature for (pipes,
  ///   images, enqueueing from a kernel) is missing.
  /// - `-cl-single-precision-constant`, `-cl-denorms-are-zero`, `-cl-opt-disable`,
  ///   `-cl-fp32-correctly-rounded-divide-sqrt`, `-cl-strict-aliasing`, `-cl-mad-enable`,
  ///   `-cl-uniform-work-group-size`, `-cl-no-subgroup-ifp`, `-cl-no-signed-zeros`,
  ///   `-cl-unsafe-math-optimizations`, `-cl-finite-math-only`, `-cl-fast-relaxed-math`,
  ///   `-cl-kernel-arg-info` (always on).
  /// - `-w`, `-Werror`, `-W...` and `-g`.
  ///
  /// Anything else is an error, and the log names it.
  const char *options;
  /// One of ::mux_compile_output_e.
  uint32_t output;
} mux_compile_info_t;

/// Compiles OpenCL C source. An expression of more than 20,000 tokens and a chain of more than
/// 2,000 `else if` are errors, so that no source exhausts the stack.
///
/// @param[in] info the source and how to compile it; copied.
/// @param[in] allocator_info allocates the compilation object, its log and its binary.
/// @param[out] out_compilation the result, to be given to muxDestroyCompilation(). Also set when
/// #mux_error_failure is returned, to hold the log; NULL after any other error.
/// @return #mux_success; #mux_error_failure if the source or the options have errors: the log says
/// where; #mux_error_invalid_value if `info` or its source is NULL, the length 0 or `output` out of
/// range; #mux_error_null_allocator_callback; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory; #mux_error_feature_unsupported if built without the frontend.
/// Thread-safe.
MUX_API mux_result_t muxCompile(const mux_compile_info_t *info, mux_allocator_info_t allocator_info,
                                mux_compilation_t *out_compilation);

/// The messages of the compiler, each with file, line and column, null-terminated; empty when there
/// was nothing to say, or when `compilation` is NULL. Lives as long as the compilation.
MUX_API const char *muxGetCompilationLog(mux_compilation_t compilation);

/// The binary for muxCreateExecutable(), or NULL if the source did not compile. Lives as long as
/// the compilation.
MUX_API const void *muxGetCompilationBinary(mux_compilation_t compilation);

/// Bytes of muxGetCompilationBinary(); 0 if the source did not compile.
MUX_API uint64_t muxGetCompilationBinaryLength(mux_compilation_t compilation);

/// Destroys a compilation, its log and its binary. NULL does nothing.
///
/// @param[in] compilation a compilation of muxCompile().
/// @param[in] allocator_info the allocator it was made with.
MUX_API void muxDestroyCompilation(mux_compilation_t compilation,
                                   mux_allocator_info_t allocator_info);

#ifdef __cplusplus
}
#endif

#endif  // MUX_COMPILER_H
