// The scalar library of OpenCL C built-ins that take more than an instruction. It is compiled to bitcode for spir64
// when Mux is built, linked into modules that need it, and inlined.
//
// A definition has the name and mangling of the built-in itself. Pointers are generic: calls with a pointer to another
// address space are forwarded. Functions that are called but not defined here are built-ins again, or runtime functions
// of runtime_functions() (those begin with mux_).

#define BUILTIN __attribute__((overloadable))
/// The result depends only on the arguments; no memory is accessed.
#define PURE __attribute__((const))
/// Not inlined before built-ins are inlined into a kernel (pipeline/program/inline_calls.h), which distinguishes these
/// functions by their names: calls of mux_shared_ functions with the same argument by several built-ins are merged; a
/// mux_choose_ function becomes the mux_joint_ one where another such function has the same argument, and the
/// mux_alone_ one elsewhere.
#define SHARED __attribute__((noinline))

#include "floating_point.inc"

#define REAL float
#define BITS int
#define SIGNIFICAND_BITS 23
#define EXPONENT_BIAS 127
#define EXPONENT_MASK 0xff
#define AS_BITS(x) __builtin_astype(x, int)
#define AS_REAL(x) __builtin_astype(x, float)
#define BELOW_ONE 0x1.fffffep-1f
#define SIGN_BITS(x) __builtin_astype(x, uint)
#include "exponents.inc"
#include "short_powers.inc"
#undef REAL
#undef BITS
#undef SIGNIFICAND_BITS
#undef EXPONENT_BIAS
#undef EXPONENT_MASK
#undef AS_BITS
#undef AS_REAL
#undef BELOW_ONE
#undef SIGN_BITS

#include "float_exponentials.inc"
#include "float_logarithms.inc"
#include "float_powers.inc"
#include "float_trigonometry.inc"
#include "float_inverse_trigonometry.inc"
#include "float_hyperbolic.inc"
#include "float_roots.inc"
#include "float_error_functions.inc"
#include "float_native.inc"

#define REAL double
#define BITS long
#define SIGNIFICAND_BITS 52
#define EXPONENT_BIAS 1023
#define EXPONENT_MASK 0x7ff
#define AS_BITS(x) __builtin_astype(x, long)
#define AS_REAL(x) __builtin_astype(x, double)
#define BELOW_ONE 0x1.fffffffffffffp-1
#define SIGN_BITS(x) __builtin_astype(x, ulong)
#include "exponents.inc"
#include "short_powers.inc"

#include "double_exponentials.inc"
#include "double_logarithms.inc"
#include "double_powers.inc"
#include "double_trigonometry.inc"
#include "double_inverse_trigonometry.inc"
#include "double_hyperbolic.inc"
#include "double_roots.inc"
#include "double_error_functions.inc"
#include "double_gamma.inc"
#include "float_gamma.inc"

#include "half.inc"
#include "geometry.inc"
#include "images.inc"
#include "known_images.inc"
#include "texture_texels.inc"
#include "texture_filters.inc"
#include "texture_sampling.inc"
#include "texture_known_texels.inc"
#include "texture_known_places.inc"
#include "texture_known.inc"
#include "sub_group_blocks.inc"
