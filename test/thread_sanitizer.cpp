// What the thread sanitizer is told about programs that run the host target; nothing without it.

#if defined(__SANITIZE_THREAD__)
// oneTBB is not instrumented, so its own use of memset() on memory that it hands from thread to
// thread looks unordered. Nothing else is suppressed.
// Visible, for the sanitizer is a shared library.
extern "C" [[gnu::visibility("default")]] const char *__tsan_default_suppressions();
extern "C" const char *__tsan_default_suppressions() {
  return "called_from_lib:libtbb.so\n";
}
#endif
