/// @file
/// The functions that objects of C and C++ compilers may call, by their symbol names.
///
/// The table is written in C, where a function of <math.h> has one address; in C++ each name is a
/// set of overloads.

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct NativeFunction {
  const char *name;
  void (*address)(void);
} NativeFunction;

/// The functions of <math.h> except those that write a global variable (lgamma), and the functions
/// that compilers call implicitly: block operations, support for 128-bit integers, complex and half
/// numbers, and the stack protector's abort function.
extern const NativeFunction native_functions[];
extern const size_t native_function_count;

#ifdef __cplusplus
}
#endif
