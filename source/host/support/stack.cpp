#include "host/support/stack.h"

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "host/support/tuning.h"

extern "C" int32_t mux_call_on_stack(void *argument, int32_t (*function)(void *), void *top);

// The frame pointer saves the caller's stack, which unwinders use too.
asm(R"(
    .text
    .p2align 4
    .hidden mux_call_on_stack
    .globl mux_call_on_stack
    .type mux_call_on_stack, @function
mux_call_on_stack:
    .cfi_startproc
    endbr64
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    movq %rdx, %rsp
    callq *%rsi
    movq %rbp, %rsp
    popq %rbp
    .cfi_def_cfa %rsp, 8
    retq
    .cfi_endproc
    .size mux_call_on_stack, .-mux_call_on_stack
)");

namespace mux::host {
namespace {

/// Bounds of a stack. Unusable if `size` is 0.
struct StackRange {
  uintptr_t lowest = 0;
  size_t size = 0;
  bool is_known = false;
};

size_t page_size() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

/// Returns the main thread's stack, which grows up to its limit or to what the system keeps free
/// below it. Not read from /proc/self/maps, as the C library does, which is slow with many
/// mappings: the name of the program is at the stack's end.
StackRange first_stack() {
  const auto *name = reinterpret_cast<const char *>(getauxval(AT_EXECFN));
  rlimit limit{};
  if (name == nullptr || getrlimit(RLIMIT_STACK, &limit) != 0) {
    return {};
  }
  const uintptr_t end = reinterpret_cast<uintptr_t>(name) + std::strlen(name);
  const uintptr_t top = (end + page_size()) / page_size() * page_size();
  const size_t size = std::min<rlim_t>(limit.rlim_cur, tuning::largest_first_stack);
  return {top - size, size, true};
}

bool contains(const StackRange &range, uintptr_t address) {
  return address - range.lowest < range.size;
}

StackRange stack_of_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
    return {0, 0, true};
  }
  void *lowest = nullptr;
  size_t size = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  return is_known ? StackRange{reinterpret_cast<uintptr_t>(lowest), size, true}
                  : StackRange{0, 0, true};
}

/// Returns the original stack of the calling thread, for a thread that runs at `address`.
StackRange find_stack(uintptr_t address) {
  const StackRange first = first_stack();
  return contains(first, address) ? first : stack_of_thread();
}

}  // namespace

size_t stack_left() {
  static thread_local StackRange range;
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (!range.is_known) {
    range = find_stack(here);
  }
  if (!contains(range, here)) {
    return 0;
  }
  const size_t left = here - range.lowest;
  return left > tuning::stack_reserve ? left - tuning::stack_reserve : 0;
}

OwnStack *map_stack(size_t size) {
  if (size > SIZE_MAX / 2) {
    return nullptr;
  }
  const size_t guard = page_size();
  const size_t whole =
      (size + tuning::stack_reserve + sizeof(OwnStack) + guard - 1) / guard * guard;
  void *memory = mmap(nullptr, guard + whole, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  std::byte *usable = static_cast<std::byte *>(memory) + guard;
  if (mprotect(usable, whole, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, guard + whole);
    return nullptr;
  }
  return new (usable) OwnStack{nullptr, whole};
}

void unmap_stack(OwnStack *stack) {
  const size_t guard = page_size();
  munmap(reinterpret_cast<std::byte *>(stack) - guard, guard + stack->size);
}

size_t size_of(const OwnStack &stack) {
  return stack.size - sizeof(OwnStack) - tuning::stack_reserve;
}

int32_t call_on_stack(OwnStack &stack, int32_t (*function)(void *argument), void *argument) {
  return mux_call_on_stack(argument, function, reinterpret_cast<std::byte *>(&stack) + stack.size);
}

}  // namespace mux::host
