#define _GNU_SOURCE /* exp10(), sincos() */

#include "compiler/program/native_symbols.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Functions of libgcc and compiler-rt, which compilers call by these names. */
__extension__ typedef __int128 SignedWide;
__extension__ typedef unsigned __int128 UnsignedWide;
SignedWide __divti3(SignedWide, SignedWide);
SignedWide __modti3(SignedWide, SignedWide);
UnsignedWide __udivti3(UnsignedWide, UnsignedWide);
UnsignedWide __umodti3(UnsignedWide, UnsignedWide);
double __floattidf(SignedWide);
float __floattisf(SignedWide);
double __floatuntidf(UnsignedWide);
float __floatuntisf(UnsignedWide);
SignedWide __fixdfti(double);
SignedWide __fixsfti(float);
UnsignedWide __fixunsdfti(double);
UnsignedWide __fixunssfti(float);
int __popcountdi2(int64_t);
float __powisf2(float, int);
double __powidf2(double, int);
_Complex float __mulsc3(float, float, float, float);
_Complex double __muldc3(double, double, double, double);
_Complex float __divsc3(float, float, float, float);
_Complex double __divdc3(double, double, double, double);
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);
float __extendhfsf2(_Float16);
/* Writes a message and aborts (C library). */
void __stack_chk_fail(void);

const NativeFunction native_functions[] = {
    {"acos", (void (*)(void))acos},
    {"acosf", (void (*)(void))acosf},
    {"acosh", (void (*)(void))acosh},
    {"acoshf", (void (*)(void))acoshf},
    {"asin", (void (*)(void))asin},
    {"asinf", (void (*)(void))asinf},
    {"asinh", (void (*)(void))asinh},
    {"asinhf", (void (*)(void))asinhf},
    {"atan", (void (*)(void))atan},
    {"atanf", (void (*)(void))atanf},
    {"atan2", (void (*)(void))atan2},
    {"atan2f", (void (*)(void))atan2f},
    {"atanh", (void (*)(void))atanh},
    {"atanhf", (void (*)(void))atanhf},
    {"cbrt", (void (*)(void))cbrt},
    {"cbrtf", (void (*)(void))cbrtf},
    {"ceil", (void (*)(void))ceil},
    {"ceilf", (void (*)(void))ceilf},
    {"copysign", (void (*)(void))copysign},
    {"copysignf", (void (*)(void))copysignf},
    {"cos", (void (*)(void))cos},
    {"cosf", (void (*)(void))cosf},
    {"cosh", (void (*)(void))cosh},
    {"coshf", (void (*)(void))coshf},
    {"erf", (void (*)(void))erf},
    {"erff", (void (*)(void))erff},
    {"erfc", (void (*)(void))erfc},
    {"erfcf", (void (*)(void))erfcf},
    {"exp", (void (*)(void))exp},
    {"expf", (void (*)(void))expf},
    {"exp10", (void (*)(void))exp10},
    {"exp10f", (void (*)(void))exp10f},
    {"exp2", (void (*)(void))exp2},
    {"exp2f", (void (*)(void))exp2f},
    {"expm1", (void (*)(void))expm1},
    {"expm1f", (void (*)(void))expm1f},
    {"fabs", (void (*)(void))fabs},
    {"fabsf", (void (*)(void))fabsf},
    {"fdim", (void (*)(void))fdim},
    {"fdimf", (void (*)(void))fdimf},
    {"floor", (void (*)(void))floor},
    {"floorf", (void (*)(void))floorf},
    {"fma", (void (*)(void))fma},
    {"fmaf", (void (*)(void))fmaf},
    {"fmax", (void (*)(void))fmax},
    {"fmaxf", (void (*)(void))fmaxf},
    {"fmin", (void (*)(void))fmin},
    {"fminf", (void (*)(void))fminf},
    {"fmod", (void (*)(void))fmod},
    {"fmodf", (void (*)(void))fmodf},
    {"frexp", (void (*)(void))frexp},
    {"frexpf", (void (*)(void))frexpf},
    {"hypot", (void (*)(void))hypot},
    {"hypotf", (void (*)(void))hypotf},
    {"ilogb", (void (*)(void))ilogb},
    {"ilogbf", (void (*)(void))ilogbf},
    {"ldexp", (void (*)(void))ldexp},
    {"ldexpf", (void (*)(void))ldexpf},
    {"lgamma_r", (void (*)(void))lgamma_r},
    {"lgammaf_r", (void (*)(void))lgammaf_r},
    {"llrint", (void (*)(void))llrint},
    {"llrintf", (void (*)(void))llrintf},
    {"llround", (void (*)(void))llround},
    {"llroundf", (void (*)(void))llroundf},
    {"log", (void (*)(void))log},
    {"logf", (void (*)(void))logf},
    {"log10", (void (*)(void))log10},
    {"log10f", (void (*)(void))log10f},
    {"log1p", (void (*)(void))log1p},
    {"log1pf", (void (*)(void))log1pf},
    {"log2", (void (*)(void))log2},
    {"log2f", (void (*)(void))log2f},
    {"logb", (void (*)(void))logb},
    {"logbf", (void (*)(void))logbf},
    {"lrint", (void (*)(void))lrint},
    {"lrintf", (void (*)(void))lrintf},
    {"lround", (void (*)(void))lround},
    {"lroundf", (void (*)(void))lroundf},
    {"modf", (void (*)(void))modf},
    {"modff", (void (*)(void))modff},
    {"nearbyint", (void (*)(void))nearbyint},
    {"nearbyintf", (void (*)(void))nearbyintf},
    {"nextafter", (void (*)(void))nextafter},
    {"nextafterf", (void (*)(void))nextafterf},
    {"pow", (void (*)(void))pow},
    {"powf", (void (*)(void))powf},
    {"remainder", (void (*)(void))remainder},
    {"remainderf", (void (*)(void))remainderf},
    {"remquo", (void (*)(void))remquo},
    {"remquof", (void (*)(void))remquof},
    {"rint", (void (*)(void))rint},
    {"rintf", (void (*)(void))rintf},
    {"round", (void (*)(void))round},
    {"roundf", (void (*)(void))roundf},
    {"roundeven", (void (*)(void))roundeven},
    {"roundevenf", (void (*)(void))roundevenf},
    {"scalbln", (void (*)(void))scalbln},
    {"scalblnf", (void (*)(void))scalblnf},
    {"scalbn", (void (*)(void))scalbn},
    {"scalbnf", (void (*)(void))scalbnf},
    {"sin", (void (*)(void))sin},
    {"sinf", (void (*)(void))sinf},
    {"sincos", (void (*)(void))sincos},
    {"sincosf", (void (*)(void))sincosf},
    {"sinh", (void (*)(void))sinh},
    {"sinhf", (void (*)(void))sinhf},
    {"sqrt", (void (*)(void))sqrt},
    {"sqrtf", (void (*)(void))sqrtf},
    {"tan", (void (*)(void))tan},
    {"tanf", (void (*)(void))tanf},
    {"tanh", (void (*)(void))tanh},
    {"tanhf", (void (*)(void))tanhf},
    {"tgamma", (void (*)(void))tgamma},
    {"tgammaf", (void (*)(void))tgammaf},
    {"trunc", (void (*)(void))trunc},
    {"truncf", (void (*)(void))truncf},

    {"memcmp", (void (*)(void))memcmp},
    {"memcpy", (void (*)(void))memcpy},
    {"memmove", (void (*)(void))memmove},
    {"memset", (void (*)(void))memset},

    {"__divti3", (void (*)(void))__divti3},
    {"__modti3", (void (*)(void))__modti3},
    {"__udivti3", (void (*)(void))__udivti3},
    {"__umodti3", (void (*)(void))__umodti3},
    {"__floattidf", (void (*)(void))__floattidf},
    {"__floattisf", (void (*)(void))__floattisf},
    {"__floatuntidf", (void (*)(void))__floatuntidf},
    {"__floatuntisf", (void (*)(void))__floatuntisf},
    {"__fixdfti", (void (*)(void))__fixdfti},
    {"__fixsfti", (void (*)(void))__fixsfti},
    {"__fixunsdfti", (void (*)(void))__fixunsdfti},
    {"__fixunssfti", (void (*)(void))__fixunssfti},
    {"__popcountdi2", (void (*)(void))__popcountdi2},
    {"__powisf2", (void (*)(void))__powisf2},
    {"__powidf2", (void (*)(void))__powidf2},
    {"__mulsc3", (void (*)(void))__mulsc3},
    {"__muldc3", (void (*)(void))__muldc3},
    {"__divsc3", (void (*)(void))__divsc3},
    {"__divdc3", (void (*)(void))__divdc3},
    {"__truncsfhf2", (void (*)(void))__truncsfhf2},
    {"__truncdfhf2", (void (*)(void))__truncdfhf2},
    {"__extendhfsf2", (void (*)(void))__extendhfsf2},

    /* Many distributions enable the stack protector by default. */
    {"__stack_chk_fail", (void (*)(void))__stack_chk_fail},
};

const size_t native_function_count = sizeof native_functions / sizeof *native_functions;
