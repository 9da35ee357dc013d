/// @file
/// What objects of C and C++ compilers may call, under the names that those give it.
///
/// The table is written in C, where a function of <math.h> has one meaning; in C++ each is a set of
/// overloads.

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct NativeFunction {
  const char *name;
  void (*address)(void);
} NativeFunction;

/// The functions of <math.h> but those that write a global variable (lgamma), and what compilers
/// call without being asked: block operations, support for 128-bit integers, complex and half
/// numbers, and the stack protector's end of the program.
extern const NativeFunction native_functions[];
extern const size_t native_function_count;

#ifdef __cplusplus
}
#endif
