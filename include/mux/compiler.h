/// @file
/// Compiler from OpenCL C source, SPIR-V or TGSI to binaries for muxCreateExecutable(), with
/// separate compilation and linking.
///
/// The compiler needs no device: it writes a container with portable code or, on request, with
/// machine code for the CPU it runs on. It is a separate library, libmux_compiler.so, which is
/// searched for beside libmux.so and opened on first use. If it is missing, damaged or from another
/// build, functions that need it return #mux_error_feature_unsupported, and
/// muxGetLastErrorMessage() names the file and the reason. In builds without the frontend (CMake
/// option MUX_ENABLE_FRONTEND=OFF), muxGetCompilerFeatures(), and muxCompile() for source, return
/// #mux_error_feature_unsupported; SPIR-V, TGSI and muxLink() do not need it.
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

/// Result of muxCompile() or muxLink(): a log, and a binary on success.
typedef struct mux_compilation_s *mux_compilation_t;

/// Content of the container.
typedef enum mux_compile_output_e {
  /// Portable code; machine code is generated when its kernels are used.
  mux_compile_output_portable = 0,
  /// Machine code for the CPU the compiler runs on: needs no compilation, but loads only on a
  /// compatible CPU.
  mux_compile_output_native = 1,
  /// Portable code of a part of a program: it may call functions and use program-scope variables
  /// that another object defines. muxLink() links objects to a program; muxCreateExecutable()
  /// rejects them with #mux_error_invalid_binary, even if they are complete.
  mux_compile_output_object = 2
} mux_compile_output_e;

/// The language of a source.
typedef enum mux_compile_language_e {
  /// A source that begins with SPIR-V's magic number, in either byte order, is a module of SPIR-V.
  /// One whose first line is the name of a shader stage alone (`COMP`) and whose second line begins
  /// with `PROPERTY `, `DCL `, `IMM[` or a number and a colon is TGSI. Every other one is OpenCL C.
  mux_compile_language_detect = 0,
  /// OpenCL C 1.0 to 1.2, 2.0, 3.0 or 3.1, as option `-cl-std=` says.
  mux_compile_language_opencl_c = 1,
  /// A module of SPIR-V 1.0 to 1.4 for kernels: capability Kernel, addressing model Physical64,
  /// memory model OpenCL.
  mux_compile_language_spirv = 2,
  /// A shader in TGSI text, as Mesa 22.3 prints it; it may end in null characters. Of a shader of
  /// the pipeline only an object can be made (#mux_compile_output_object), which has the function
  /// of
  /// gallium/stage_abi.h. Of a compute shader the result is one kernel named `main`, whose
  /// work-group size is that of the properties
  /// `CS_FIXED_BLOCK_WIDTH`, `_HEIGHT` and `_DEPTH`. The declarations determine its parameters,
  /// whose names muxGetKernelArgumentInfo() returns. They are, in this order and with ascending
  /// numbers:
  ///
  /// - for `CONST[n]`: `global const uint4 *const_<n>`, `uint const_<n>_size`;
  /// - for `BUFFER[n]`: `global uint *buffer_<n>`, `uint buffer_<n>_size`;
  /// - for `HWATOMIC[n]`: `global uint *atomic_<n>`, `uint atomic_<n>_size`;
  /// - for `MEMORY`: `local uint *shared`, `uint shared_size`;
  /// - for `SAMP[n]`: `global const uchar *view_<n>`, `global const struct
  ///   mux_gallium_view_layout_s *view_<n>_layout`, `global const struct
  ///   mux_gallium_sampler_layout_s *sampler_<n>` (gallium/shader_abi.h);
  /// - for `IMAGE[n]`: `global uchar *image_<n>`, `global const struct texture_layout_s
  ///   *image_<n>_layout`, which describes the image's sizes, pitches and format: twelve words,
  ///   declared in `source/compiler/abi/texture_layout.h`.
  ///
  /// Sizes are in bytes. Reads beyond them give 0, writes and atomic operations have no effect and
  /// give 0; so do accesses of texels that an image does not have. The first 16 bytes of a constant
  /// buffer are readable whatever its size.
  mux_compile_language_tgsi = 3
} mux_compile_language_e;

/// A header in memory for `#include`.
typedef struct mux_compile_header_s {
  /// The name in `#include`, null-terminated; may contain `/`.
  const char *name;
  /// OpenCL C; need not end in a null character. May be NULL if it is empty.
  const char *source;
  /// Bytes of `source`; may be 0.
  uint64_t source_length;
} mux_compile_header_t;

/// A value for a specialization constant of a SPIR-V module.
typedef struct mux_specialization_value_s {
  /// The number that the module's decoration SpecId gives the constant. Unknown numbers are
  /// ignored; of two values for one constant the first one is used.
  uint32_t id;
  /// Bytes of `value`: the size of the constant, 1 for a Boolean.
  uint32_t size;
  /// The value, in host byte order; a Boolean is 0 or nonzero. Only read during the call.
  const void *value;
} mux_specialization_value_t;

/// A request to compile. Zero-initialize it, so that members added later keep their defaults.
typedef struct mux_compile_info_s {
  /// Source in one of the languages of ::mux_compile_language_e; text need not end in a null
  /// character. Only read during the call.
  const char *source;
  /// Bytes of `source`.
  uint64_t source_length;
  /// Name of the source in messages, null-terminated; NULL for "kernel.cl".
  const char *source_name;
  /// Build options of clBuildProgram, separated by spaces and quoted as a shell would. May be NULL.
  ///
  /// - `-D NAME[=VALUE]` defines a macro.
  /// - `-I FOLDER` adds a folder that `#include` searches before the current directory, from
  ///   which relative folders are resolved. Names may be absolute or contain `..`, and refer to any
  ///   regular file that the process may read; so untrusted source can read such files.
  /// - `-cl-std=` one of `CL1.0`, `CL1.1`, `CL1.2`, `CL2.0`, `CL3.0`, `CL3.1`. The default is
  ///   version 1.2, as for clBuildProgram. In 2.0, features that the device lacks (enqueueing from
  ///   a kernel) are missing.
  /// - `-cl-single-precision-constant`, `-cl-denorms-are-zero`, `-cl-opt-disable`,
  ///   `-cl-fp32-correctly-rounded-divide-sqrt`, `-cl-strict-aliasing`, `-cl-mad-enable`,
  ///   `-cl-uniform-work-group-size`, `-cl-no-subgroup-ifp`, `-cl-no-signed-zeros`,
  ///   `-cl-unsafe-math-optimizations`, `-cl-finite-math-only`, `-cl-fast-relaxed-math`,
  ///   `-cl-kernel-arg-info` (always on).
  /// - `-w`, `-Werror`, `-W...` and `-g`.
  ///
  /// Other options are errors, which the log names. For SPIR-V and TGSI, options for macros,
  /// folders, the language and warnings are ignored, and floating-point options have the effect
  /// that they have for muxLink(). `-g` keeps the line information of OpLine, in bitcode.
  const char *options;
  /// One of ::mux_compile_output_e.
  uint32_t output;
  /// Headers that take precedence over those in the folders of `-I`, as for clCompileProgram(). A
  /// quoted name is first searched for beside the including file. Of two headers with the same name
  /// the first one is used. Only read during the call. May be NULL if there are none.
  const mux_compile_header_t *headers;
  /// Number of `headers`.
  uint64_t header_count;
  /// Values for specialization constants of SPIR-V; others keep the module's default. May be NULL
  /// if there are none. Ignored for other languages.
  const mux_specialization_value_t *specialization_values;
  /// Number of `specialization_values`.
  uint64_t specialization_value_count;
  /// One of ::mux_compile_language_e. A source in another language than the one named fails with a
  /// log, as a source with errors does.
  uint32_t language;
  /// For SPIR-V, if nonzero: the specialization constants stay open, so that values for them can
  /// also be given when an executable is made (mux_constant_value_t in mux/extensions.h). Values of
  /// `specialization_values` become their defaults. The binary is larger, since nothing that
  /// depends on them is folded; kernels are not slower. Constants that the translation depends on
  /// cannot be given later (mux_constant_info_t::is_fixed). Ignored for OpenCL C, whose constants
  /// are always open.
  uint32_t open_constants;
} mux_compile_info_t;

/// Compiles OpenCL C source, a SPIR-V module or a shader in TGSI. Errors of a module state the
/// offset of the word, the name of the instruction, and the capability or extension that is
/// missing; those of a shader the number of the line and the word. An expression of more than
/// 20,000 tokens and a chain of more than 2,000 `else if` are errors, so that no source exhausts
/// the stack.
///
/// @param[in] info the source and how to compile it; copied.
/// @param[in] allocator_info allocates the compilation object, its log and its binary.
/// @param[out] out_compilation the result; destroy it with muxDestroyCompilation(). Also set when
/// #mux_error_failure is returned, to hold the log; NULL after any other error.
/// @return #mux_success; #mux_error_failure if the source or the options have errors, which the log
/// contains; #mux_error_invalid_value if `info` or its source is NULL, the length 0 or `output` out
/// of range, if the headers or specialization values are NULL although their number is not 0, or
/// one of these has no name, no source but a length, or no value;
/// #mux_error_null_allocator_callback; #mux_error_null_out_parameter; #mux_error_out_of_memory;
/// #mux_error_feature_unsupported if built without the frontend, or if the compiler cannot be
/// opened. Thread-safe.
MUX_API mux_result_t muxCompile(const mux_compile_info_t *info, mux_allocator_info_t allocator_info,
                                mux_compilation_t *out_compilation);

/// A specialization constant of a SPIR-V module.
typedef struct mux_specialization_constant_s {
  /// See mux_specialization_value_t::id.
  uint32_t id;
  /// Bytes of its value; 1 for a Boolean.
  uint32_t size;
  /// The default value, in the lower `size` bytes.
  uint64_t default_value;
} mux_specialization_constant_t;

/// Lists the specialization constants of a SPIR-V module. Needs no device.
///
/// @param[in] module the module, in either byte order.
/// @param[in] module_length its bytes.
/// @param[in] capacity capacity of `out_constants`; may be 0.
/// @param[out] out_constants receives the first `capacity` constants, in the order of the module.
/// May be NULL if `capacity` is 0.
/// @param[out] out_count number of constants of the module; 0 if the call fails.
/// @return #mux_success; #mux_error_invalid_value if `module` or the length is NULL or 0, or
/// `out_constants` is NULL although `capacity` is not 0; #mux_error_invalid_binary if it is not a
/// module that muxCompile() accepts: muxGetLastErrorMessage() returns the reason;
/// #mux_error_null_out_parameter if `out_count` is NULL; #mux_error_out_of_memory;
/// #mux_error_feature_unsupported if the compiler cannot be opened. Thread-safe.
MUX_API mux_result_t muxGetSpecializationConstants(const void *module, uint64_t module_length,
                                                   uint64_t capacity,
                                                   mux_specialization_constant_t *out_constants,
                                                   uint64_t *out_count);

/// A request to link. Zero-initialize it, so that members added later keep their defaults.
typedef struct mux_link_info_s {
  /// Objects of muxCompile(), and libraries of muxLink(). Only read during the call.
  const void *const *binaries;
  /// Bytes of each of `binaries`.
  const uint64_t *binary_lengths;
  /// Number of `binaries`, at least one.
  uint64_t binary_count;
  /// Link options of clLinkProgram, separated by spaces and quoted as a shell would. May be NULL.
  ///
  /// - `-create-library` creates a library: one object of all binaries, which may have undefined
  ///   symbols. Requires `output` #mux_compile_output_object, which is invalid without it.
  /// - `-enable-link-options`, only with `-create-library`: the options below also apply to the
  ///   library's functions when it is linked. Without it they stay as compiled.
  /// - `-cl-denorms-are-zero`, `-cl-no-signed-zeros`, `-cl-unsafe-math-optimizations`,
  ///   `-cl-finite-math-only`, `-cl-fast-relaxed-math`, `-cl-no-subgroup-ifp`: applied to the
  ///   functions of all binaries as if compiled with them, except for macros, in addition to the
  ///   options they were compiled with.
  ///
  /// Other options are errors, which the log names.
  const char *options;
  /// One of ::mux_compile_output_e.
  uint32_t output;
} mux_link_info_t;

/// Links objects to a program or a library. Needs neither a device nor source.
///
/// Errors in the log are: a function, kernel or variable that is defined in two binaries, or whose
/// declaration and definition differ; and for a program everything for which muxCreateExecutable()
/// would reject it, such as undefined functions and variables that a kernel needs. Symbols that no
/// kernel needs may be undefined.
///
/// @param[in] info the binaries and how to link them; copied.
/// @param[in] allocator_info allocates the compilation object, its log and its binary.
/// @param[out] out_compilation the result; destroy it with muxDestroyCompilation(). Also set when
/// #mux_error_failure is returned, to hold the log; NULL after any other error.
/// @return #mux_success; #mux_error_failure if the binaries cannot be linked, or the options have
/// errors: the log states the reason, with binaries by index; #mux_error_invalid_binary if a binary
/// is damaged, or not an object or library: muxGetLastErrorMessage() states which;
/// #mux_error_invalid_value if `info`, its binaries or lengths or one of them is NULL or 0, or
/// `output` out of range; #mux_error_null_allocator_callback; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory; #mux_error_feature_unsupported if the compiler cannot be opened.
/// Thread-safe.
MUX_API mux_result_t muxLink(const mux_link_info_t *info, mux_allocator_info_t allocator_info,
                             mux_compilation_t *out_compilation);

/// Returns the messages of the compiler, each with file, line and column, null-terminated; empty if
/// there are none, or if `compilation` is NULL. Lives as long as the compilation.
MUX_API const char *muxGetCompilationLog(mux_compilation_t compilation);

/// Returns the binary for muxCreateExecutable() or, if it is an object, for muxLink(). NULL if
/// compiling or linking failed. Lives as long as the compilation.
MUX_API const void *muxGetCompilationBinary(mux_compilation_t compilation);

/// Returns the size of muxGetCompilationBinary() in bytes; 0 if compiling or linking failed.
MUX_API uint64_t muxGetCompilationBinaryLength(mux_compilation_t compilation);

/// Destroys a compilation, its log and its binary. NULL is a no-op.
///
/// @param[in] compilation a compilation of muxCompile() or muxLink().
/// @param[in] allocator_info the allocator it was made with.
MUX_API void muxDestroyCompilation(mux_compilation_t compilation,
                                   mux_allocator_info_t allocator_info);

/// Kinds of dot products of four bytes (cl_khr_integer_dot_product), as bits.
typedef enum mux_dot_product_e {
  /// Both operands are signed.
  mux_dot_product_signed = 0x1,
  /// Neither is.
  mux_dot_product_unsigned = 0x2,
  /// One is.
  mux_dot_product_mixed = 0x4,
  /// With accumulation and saturation; both operands are signed.
  mux_dot_product_saturated_signed = 0x8,
  /// The same, where neither is signed.
  mux_dot_product_saturated_unsigned = 0x10,
  /// The same, where one is signed.
  mux_dot_product_saturated_mixed = 0x20,
} mux_dot_product_e;

/// Features of the compiler. Strings and lists live as long as the library is loaded, and have no
/// duplicates.
typedef struct mux_compiler_features_s {
  /// Versions of OpenCL C, as in `-cl-std=`, oldest first: `CL1.2`, `CL3.1`. Of `CL2.0`, enqueueing
  /// from a kernel is missing.
  const char *const *versions;
  /// Number of `versions`.
  uint64_t version_count;
  /// Optional features, whose macros are defined from OpenCL C 3.0 on: `__opencl_c_fp64`.
  const char *const *features;
  /// Number of `features`.
  uint64_t feature_count;
  /// Extensions of OpenCL C whose macros are defined: `cl_khr_fp64`. Those of sub-groups and of
  /// work-group collectives are available from OpenCL C 3.0 on.
  const char *const *extensions;
  /// Number of `extensions`.
  uint64_t extension_count;
  /// Bits of #mux_dot_product_e: those for which the target processor has instructions.
  uint32_t accelerated_dot_products;
  /// Number of SPIR-V versions that muxCompile() accepts, from 1.0 on.
  uint32_t spirv_version_count;
  /// Sets of extended instructions of SPIR-V: `OpenCL.std`.
  const char *const *spirv_instruction_sets;
  /// Number of `spirv_instruction_sets`.
  uint64_t spirv_instruction_set_count;
  /// Extensions of SPIR-V: `SPV_KHR_expect_assume`.
  const char *const *spirv_extensions;
  /// Number of `spirv_extensions`.
  uint64_t spirv_extension_count;
  /// Capabilities of SPIR-V, by their numbers.
  const uint32_t *spirv_capabilities;
  /// Number of `spirv_capabilities`.
  uint64_t spirv_capability_count;
} mux_compiler_features_t;

/// Returns what muxCompile() accepts, which is the same for all devices. Needs no device.
///
/// @param[out] out_features receives the features; zeros if #mux_error_feature_unsupported is
/// returned.
/// @return #mux_success; #mux_error_null_out_parameter; #mux_error_feature_unsupported if built
/// without the frontend. Thread-safe.
MUX_API mux_result_t muxGetCompilerFeatures(mux_compiler_features_t *out_features);

#ifdef __cplusplus
}
#endif

#endif  // MUX_COMPILER_H
