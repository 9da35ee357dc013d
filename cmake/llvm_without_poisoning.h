// Included ahead of every file that uses LLVM in a build with sanitizers. LLVM's headers notice the
// address sanitizer and poison what their allocators have not handed out yet; its archives are not
// instrumented and would never lift that again. Works for GCC and Clang alike: the header that
// decides is included here, once, and its decision taken back.
#pragma once

#include <llvm/Support/Compiler.h>

#undef LLVM_ADDRESS_SANITIZER_BUILD
#define LLVM_ADDRESS_SANITIZER_BUILD 0
#undef __asan_poison_memory_region
#define __asan_poison_memory_region(p, size)
#undef __asan_unpoison_memory_region
#define __asan_unpoison_memory_region(p, size)
