/// Replaces __cxa_atexit(), so that the compiler's static objects are never destroyed.
///
/// A program may end while a thread of this process compiles, or opens the compiler, and uses
/// LLVM's options and tables. This definition is hidden: only the library's own initializers call
/// it, and their destructors are not registered.

extern "C" int __cxa_atexit(void (*)(void *), void *, void *) {
  return 0;
}
