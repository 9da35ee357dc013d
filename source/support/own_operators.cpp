/// Memory goes back to where it came from, whatever a program puts in the place of the allocator.
///
/// Some replacements of `new` and `delete` come into a process after it has begun. Libraries that
/// are loaded later call them, and the C++ library, which was there before, does not: what a string
/// of ours got from one would be given back to the other as soon as it grows. Such replacements
/// take back what malloc() gave, or nobody could load them, so that is where the memory of this
/// library comes from then. They also leave the forms of `delete` out that are told a size. What
/// replaced the operators from the start of the process on, or is the program's own, serves
/// everybody.
///
/// These definitions are the library's own, hidden from all others.

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <cstddef>
#include <cstdlib>
#include <new>

// Sanitizers are there from the start, and compare how memory was allocated and deleted.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MUX_WITH_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MUX_WITH_SANITIZER 1
#endif
#endif

#ifndef MUX_WITH_SANITIZER

namespace {

/// Whether the object that something is in was loaded when the process started: before the dynamic
/// linker's own place in the list. If that cannot be told, it was.
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

/// A form of `new` that everybody in the process calls; NULL if there is none.
template <typename Function>
Function common_form(const char *name) {
  void *address = dlsym(RTLD_DEFAULT, name);
  return address != nullptr && is_there_from_the_start(address)
             ? reinterpret_cast<Function>(address)
             : nullptr;
}

/// What `new` has to do: asks again as long as the program makes room.
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

/// The same without an exception.
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
// The others are not to be the library's own.
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
