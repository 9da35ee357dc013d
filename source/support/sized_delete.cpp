/// Memory goes back to where it came from, whatever a program puts in the place of the allocator.
///
/// Some replacements of `new` and `delete` come into a process after it has begun, and leave the
/// forms out that are told the size of what they delete: what one allocator gave, another one would
/// get back then. These definitions are the library's own, hidden from all others, and leave it to
/// the form that every replacement has.

#include <cstddef>
#include <new>

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
