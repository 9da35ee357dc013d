/// @file
/// Compiles OpenCL C source or SPIR-V to a binary that muxCreateExecutable() loads, at once or in
/// parts that muxLink() joins.
///
/// The compiler needs no device: it writes a container with portable code, or, on request, with
/// code finished for the CPU it runs on. It is a library of its own, libmux_compiler.so, which is
/// looked for beside libmux.so and opened when it is first needed. If it is missing, damaged or
/// another build's, functions that need it answer #mux_error_feature_unsupported, and
/// muxGetLastErrorMessage() names the file and what is wrong. Build without the
/// frontend (CMake option MUX_ENABLE_FRONTEND=OFF) and muxGetCompilerFeatures(), and muxCompile()
/// of source, answer #mux_error_feature_unsupported; SPIR-V and muxLink() do not need it.
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

/// What muxCompile() or muxLink() made: a log, and a binary if that succeeded.
typedef struct mux_compilation_s *mux_compilation_t;

/// What the container holds.
typedef enum mux_compile_output_e {
  /// Portable code, finished for the CPU it runs on when an executable is created from it.
  mux_compile_output_portable = 0,
  /// Machine code for the CPU the compiler runs on: loads at once, but only on a CPU like it.
  mux_compile_output_native = 1,
  /// Portable code that is a part of a program: it may call functions and use program-scope
  /// variables that another object defines. muxLink() makes a program of objects;
  /// muxCreateExecutable() refuses them with #mux_error_invalid_binary, also those that lack
  /// nothing.
  mux_compile_output_object = 2
} mux_compile_output_e;

/// The language of a source.
typedef enum mux_compile_language_e {
  /// A source that begins with SPIR-V's magic number, in either byte order, is a module of SPIR-V;
  /// every other one is OpenCL C.
  mux_compile_language_detect = 0,
  /// OpenCL C 1.0 to 1.2, 2.0, 3.0 or 3.1, as option `-cl-std=` says.
  mux_compile_language_opencl_c = 1,
  /// A module of SPIR-V 1.0 to 1.4 for kernels: capability Kernel, addressing model Physical64,
  /// memory model OpenCL.
  mux_compile_language_spirv = 2
} mux_compile_language_e;

/// A header that `#include` finds although there is no such file.
typedef struct mux_compile_header_s {
  /// What `#include` calls it, null-terminated; may have `/` in it.
  const char *name;
  /// OpenCL C; need not end in a null character. May be NULL if there is nothing in it.
  const char *source;
  /// Bytes of `source`; may be 0.
  uint64_t source_length;
} mux_compile_header_t;

/// A value for a specialization constant of a SPIR-V module.
typedef struct mux_specialization_value_s {
  /// The number that the module's decoration SpecId gives the constant. One that no constant has
  /// means nothing; of two values for one constant the first one counts.
  uint32_t id;
  /// Bytes of `value`: as many as the constant has, 1 for a truth value.
  uint32_t size;
  /// The value, in this machine's byte order; a truth value is 0 or not. Only read during the call.
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
  /// - `-I FOLDER` is where `#include` looks before the current directory, from which relative
  /// folders
  ///   count. Names may be absolute or have `..`, and reach whatever regular file the process may
  ///   read; so source of others can see such files.
  /// - `-cl-std=` one of `CL1.0`, `CL1.1`, `CL1.2`, `CL2.0`, `CL3.0`, `CL3.1`. Without it the
  ///   source is in version 1.2, as clBuildProgram says. In 2.0 what the device has no feature for
  ///   (enqueueing from a kernel) is missing.
  /// - `-cl-single-precision-constant`, `-cl-denorms-are-zero`, `-cl-opt-disable`,
  ///   `-cl-fp32-correctly-rounded-divide-sqrt`, `-cl-strict-aliasing`, `-cl-mad-enable`,
  ///   `-cl-uniform-work-group-size`, `-cl-no-subgroup-ifp`, `-cl-no-signed-zeros`,
  ///   `-cl-unsafe-math-optimizations`, `-cl-finite-math-only`, `-cl-fast-relaxed-math`,
  ///   `-cl-kernel-arg-info` (always on).
  /// - `-w`, `-Werror`, `-W...` and `-g`.
  ///
  /// Anything else is an error, and the log names it. For SPIR-V those about macros, folders, the
  /// language and warnings mean nothing, and those about floating-point numbers what they mean to
  /// muxLink(). `-g` keeps the lines of OpLine, in bitcode.
  const char *options;
  /// One of ::mux_compile_output_e.
  uint32_t output;
  /// Headers that come before those in the folders of `-I`, as clCompileProgram() says. A quoted
  /// name is looked for beside the file that includes it first. Of two headers of one name the
  /// first one is used. Only read during the call. May be NULL if there are none.
  const mux_compile_header_t *headers;
  /// How many `headers` there are.
  uint64_t header_count;
  /// Values for specialization constants of SPIR-V; others keep those of the module. May be NULL if
  /// there are none. OpenCL C has no such constants, and its values mean nothing.
  const mux_specialization_value_t *specialization_values;
  /// How many `specialization_values` there are.
  uint64_t specialization_value_count;
  /// One of ::mux_compile_language_e. A source in another language than the one named fails with a
  /// log, as a source with errors does.
  uint32_t language;
} mux_compile_info_t;

/// Compiles OpenCL C source or a SPIR-V module. Of a module, what is wrong or not supported is told
/// with the offset of the word, the name of the instruction, and the capability or extension that
/// is missing. An expression of more than 20,000 tokens and a chain of more than
/// 2,000 `else if` are errors, so that no source exhausts the stack.
///
/// @param[in] info the source and how to compile it; copied.
/// @param[in] allocator_info allocates the compilation object, its log and its binary.
/// @param[out] out_compilation the result, to be given to muxDestroyCompilation(). Also set when
/// #mux_error_failure is returned, to hold the log; NULL after any other error.
/// @return #mux_success; #mux_error_failure if the source or the options have errors: the log says
/// where; #mux_error_invalid_value if `info` or its source is NULL, the length 0 or `output` out of
/// range, if the headers or specialization values are NULL although there are some, or one of these
/// has no name, no source and yet a length, or no value; #mux_error_null_allocator_callback;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory; #mux_error_feature_unsupported if built
/// without the frontend, or if the compiler cannot be opened. Thread-safe.
MUX_API mux_result_t muxCompile(const mux_compile_info_t *info, mux_allocator_info_t allocator_info,
                                mux_compilation_t *out_compilation);

/// A constant that a SPIR-V module lets a program choose.
typedef struct mux_specialization_constant_s {
  /// What mux_specialization_value_t::id is.
  uint32_t id;
  /// Bytes of its value; 1 for a truth value.
  uint32_t size;
  /// The value it has if the program chooses none, in the lower `size` bytes.
  uint64_t default_value;
} mux_specialization_constant_t;

/// Lists the specialization constants of a SPIR-V module. Needs no device.
///
/// @param[in] module the module, in either byte order.
/// @param[in] module_length its bytes.
/// @param[in] capacity how many constants there is room for in `out_constants`; may be 0.
/// @param[out] out_constants the first `capacity` of the constants, in the order of the module. May
/// be NULL if `capacity` is 0.
/// @param[out] out_count how many constants the module has; 0 if the call fails.
/// @return #mux_success; #mux_error_invalid_value if `module` or the length is NULL or 0, or
/// `out_constants` NULL although there is room; #mux_error_invalid_binary if it is no module that
/// muxCompile() takes: muxGetLastErrorMessage() says why; #mux_error_null_out_parameter if
/// `out_count` is NULL; #mux_error_out_of_memory; #mux_error_feature_unsupported if the compiler
/// cannot be opened. Thread-safe.
MUX_API mux_result_t muxGetSpecializationConstants(const void *module, uint64_t module_length,
                                                   uint64_t capacity,
                                                   mux_specialization_constant_t *out_constants,
                                                   uint64_t *out_count);

/// A request to link. Zero-initialize it, so that members added later keep their defaults.
typedef struct mux_link_info_s {
  /// Objects of muxCompile(), and libraries that muxLink() made. Only read during the call.
  const void *const *binaries;
  /// Bytes of each of `binaries`.
  const uint64_t *binary_lengths;
  /// How many `binaries` there are, at least one.
  uint64_t binary_count;
  /// Link options of clLinkProgram, separated by spaces and quoted as a shell would. May be NULL.
  ///
  /// - `-create-library` makes a library: one object of all binaries, which may lack what other
  ///   objects define. `output` is #mux_compile_output_object with it, and never without.
  /// - `-enable-link-options`, together with `-create-library` only: the options below, given when
  ///   the library is linked, change its functions too. Without it they stay as they were compiled.
  /// - `-cl-denorms-are-zero`, `-cl-no-signed-zeros`, `-cl-unsafe-math-optimizations`,
  ///   `-cl-finite-math-only`, `-cl-fast-relaxed-math`, `-cl-no-subgroup-ifp`: as if the functions
  ///   of all binaries had been compiled with them, macros aside; besides what they were compiled
  ///   with.
  ///
  /// Anything else is an error, and the log names it.
  const char *options;
  /// One of ::mux_compile_output_e.
  uint32_t output;
} mux_link_info_t;

/// Makes a program, or a library, of objects. Needs no device, and no source.
///
/// Errors of the log are: a function, kernel or variable that is defined in two binaries, or
/// declared as something else than it is defined as; and of a program everything for which
/// muxCreateExecutable() would refuse it, such as functions and variables that a kernel needs and
/// nothing defines. What no kernel needs may be missing.
///
/// @param[in] info the binaries and how to link them; copied.
/// @param[in] allocator_info allocates the compilation object, its log and its binary.
/// @param[out] out_compilation the result, to be given to muxDestroyCompilation(). Also set when
/// #mux_error_failure is returned, to hold the log; NULL after any other error.
/// @return #mux_success; #mux_error_failure if the binaries do not make a program, or the options
/// have errors: the log says why, and calls the binaries by their index; #mux_error_invalid_binary
/// if a binary is damaged, or something else than an object or a library: muxGetLastErrorMessage()
/// says which; #mux_error_invalid_value if `info`, its binaries or lengths or one of them is NULL
/// or 0, or `output` out of range; #mux_error_null_allocator_callback;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory; #mux_error_feature_unsupported if the
/// compiler cannot be opened. Thread-safe.
MUX_API mux_result_t muxLink(const mux_link_info_t *info, mux_allocator_info_t allocator_info,
                             mux_compilation_t *out_compilation);

/// The messages of the compiler, each with file, line and column, null-terminated; empty when there
/// was nothing to say, or when `compilation` is NULL. Lives as long as the compilation.
MUX_API const char *muxGetCompilationLog(mux_compilation_t compilation);

/// The binary for muxCreateExecutable() or, if it is an object, for muxLink(). NULL if the source
/// did not compile or link. Lives as long as the compilation.
MUX_API const void *muxGetCompilationBinary(mux_compilation_t compilation);

/// Bytes of muxGetCompilationBinary(); 0 if the source did not compile or link.
MUX_API uint64_t muxGetCompilationBinaryLength(mux_compilation_t compilation);

/// Destroys a compilation, its log and its binary. NULL does nothing.
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
  /// A number is added, and the sum saturated; both operands are signed.
  mux_dot_product_saturated_signed = 0x8,
  /// The same, where neither is signed.
  mux_dot_product_saturated_unsigned = 0x10,
  /// The same, where one is signed.
  mux_dot_product_saturated_mixed = 0x20,
} mux_dot_product_e;

/// What the compiler accepts. All strings and lists live as long as the library is loaded, and
/// nothing is named twice.
typedef struct mux_compiler_features_s {
  /// Versions of OpenCL C as `-cl-std=` names them, oldest first: `CL1.2`, `CL3.1`. Of `CL2.0`,
  /// enqueueing from a kernel is missing.
  const char *const *versions;
  /// How many `versions` there are.
  uint64_t version_count;
  /// Optional features, whose macros are defined from OpenCL C 3.0 on: `__opencl_c_fp64`.
  const char *const *features;
  /// How many `features` there are.
  uint64_t feature_count;
  /// Extensions of OpenCL C whose macros are defined: `cl_khr_fp64`. Those of sub-groups and of
  /// work-group collectives are there from OpenCL C 3.0 on.
  const char *const *extensions;
  /// How many `extensions` there are.
  uint64_t extension_count;
  /// Bits of #mux_dot_product_e: those that the processor which code is generated for has
  /// instructions for, so that they are faster than what a program can write without them.
  uint32_t accelerated_dot_products;
  /// Versions of SPIR-V that muxCompile() takes: 1.0 and so many minor versions in all.
  uint32_t spirv_version_count;
  /// Sets of extended instructions of SPIR-V: `OpenCL.std`.
  const char *const *spirv_instruction_sets;
  /// How many `spirv_instruction_sets` there are.
  uint64_t spirv_instruction_set_count;
  /// Extensions of SPIR-V: `SPV_KHR_expect_assume`.
  const char *const *spirv_extensions;
  /// How many `spirv_extensions` there are.
  uint64_t spirv_extension_count;
  /// Capabilities of SPIR-V, by their numbers.
  const uint32_t *spirv_capabilities;
  /// How many `spirv_capabilities` there are.
  uint64_t spirv_capability_count;
} mux_compiler_features_t;

/// Tells what muxCompile() accepts, which is the same for all devices. Needs no device.
///
/// @param[out] out_features filled in; zeros when #mux_error_feature_unsupported is returned.
/// @return #mux_success; #mux_error_null_out_parameter; #mux_error_feature_unsupported if built
/// without the frontend. Thread-safe.
MUX_API mux_result_t muxGetCompilerFeatures(mux_compiler_features_t *out_features);

#ifdef __cplusplus
}
#endif

#endif  // MUX_COMPILER_H
