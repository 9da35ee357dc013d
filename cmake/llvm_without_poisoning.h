// Included before every file that uses LLVM in a build with sanitizers. With the address sanitizer,
// LLVM's headers poison unused memory of their allocators; its archives are not instrumented and
// never unpoison it. The header that detects the sanitizer is included here, and its macro is
// overridden. Works with GCC and Clang.
#pragma once

#include <llvm/Support/Compiler.h>

#undef LLVM_ADDRESS_SANITIZER_BUILD
#define LLVM_ADDRESS_SANITIZER_BUILD 0
#undef __asan_poison_memory_region
#define __asan_poison_memory_region(p, size)
#undef __asan_unpoison_memory_region
#define __asan_unpoison_memory_region(p, size)
