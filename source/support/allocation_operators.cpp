/// Definitions of operator new and sized delete that keep allocation and deallocation consistent
/// when a program replaces the allocator.
///
/// Some replacements of `new` and `delete` are loaded after the process has started. Libraries
/// loaded later call them, but the C++ library, which was loaded before, does not: memory that a
/// string allocated through one would be freed by the other when it grows. Such replacements must
/// accept memory from malloc(), or they would break every program, so this library then allocates
/// with malloc(). They also may lack the sized forms of `delete`. Operators replaced since process
/// start, or by the program itself, are used by everything in the process.
///
/// These definitions have hidden visibility.

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <cstddef>
#include <cstdlib>
#include <new>

// Sanitizers are loaded at process start, and check that allocation and deallocation match.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MUX_WITH_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MUX_WITH_SANITIZER 1
#endif
#endif

#ifndef MUX_WITH_SANITIZER

namespace {

/// Whether the object that contains `address` was loaded at process start: it precedes the dynamic
/// linker in the link map. True if that is unknown.
bool is_there_from_the_start(const void *address) {
  Dl_info info{};
  link_map *object = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void **>(&object), RTLD_DL_LINKMAP) == 0) {
    return true;
  }
  const unsigned long linker = getauxval(AT_BASE);
  for (; linker != 0 && object != nullptr; object = object->l_prev) {
    if (object->l_addr == linker) {
      return false;
    }
  }
  return true;
}

/// Returns a form of `new` that the whole process uses; NULL if there is none.
template <typename Function>
Function common_form(const char *name) {
  void *address = dlsym(RTLD_DEFAULT, name);
  return address != nullptr && is_there_from_the_start(address)
             ? reinterpret_cast<Function>(address)
             : nullptr;
}

/// Semantics of `new`: retries as long as the new-handler frees memory.
template <typename Allocate>
void *allocate_or_throw(const Allocate &allocate) {
  for (;;) {
    if (void *memory = allocate()) {
      return memory;
    }
    const std::new_handler make_room = std::get_new_handler();
    if (make_room == nullptr) {
      throw std::bad_alloc();
    }
    make_room();
  }
}

/// The same, but returns NULL instead of throwing.
template <typename Allocate>
void *allocate_or_null(const Allocate &allocate) noexcept {
  try {
    return allocate();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

void *operator new(std::size_t size) {
  using Function = void *(*)(std::size_t);
  static const auto common = common_form<Function>("_Znwm");
  return common != nullptr
             ? common(size)
             : allocate_or_throw([size] { return std::malloc(size == 0 ? 1 : size); });
}

void *operator new[](std::size_t size) {
  using Function = void *(*)(std::size_t);
  static const auto common = common_form<Function>("_Znam");
  return common != nullptr ? common(size) : ::operator new(size);
}

void *operator new(std::size_t size, std::align_val_t alignment) {
  using Function = void *(*)(std::size_t, std::align_val_t);
  static const auto common = common_form<Function>("_ZnwmSt11align_val_t");
  if (common != nullptr) {
    return common(size, alignment);
  }
  const auto bytes = static_cast<std::size_t>(alignment);
  const std::size_t whole = (size + bytes - 1) / bytes * bytes;
  if (whole < size) {
    throw std::bad_alloc();
  }
  return allocate_or_throw(
      [bytes, whole] { return std::aligned_alloc(bytes, whole == 0 ? bytes : whole); });
}

void *operator new[](std::size_t size, std::align_val_t alignment) {
  using Function = void *(*)(std::size_t, std::align_val_t);
  static const auto common = common_form<Function>("_ZnamSt11align_val_t");
  return common != nullptr ? common(size, alignment) : ::operator new(size, alignment);
}

void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  return allocate_or_null([size] { return ::operator new(size); });
}

void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  return allocate_or_null([size] { return ::operator new[](size); });
}

void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return allocate_or_null([&] { return ::operator new(size, alignment); });
}

void *operator new[](std::size_t size, std::align_val_t alignment,
                     const std::nothrow_t &) noexcept {
  return allocate_or_null([&] { return ::operator new[](size, alignment); });
}

#endif

#ifndef __clang__
// Only sized forms are defined here; the unsized ones are those of the process.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsized-deallocation"
#endif

void operator delete(void *memory, std::size_t /*size*/) noexcept {
  ::operator delete(memory);
}

void operator delete[](void *memory, std::size_t /*size*/) noexcept {
  ::operator delete[](memory);
}

void operator delete(void *memory, std::size_t /*size*/, std::align_val_t alignment) noexcept {
  ::operator delete(memory, alignment);
}

void operator delete[](void *memory, std::size_t /*size*/, std::align_val_t alignment) noexcept {
  ::operator delete[](memory, alignment);
}

#ifndef __clang__
#pragma GCC diagnostic pop
#endif
