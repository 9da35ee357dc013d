// Suppressions of the thread sanitizer for programs with the host target; empty without it.

#if defined(__SANITIZE_THREAD__)
// oneTBB is not instrumented, so its memset() of memory that it passes between threads is reported
// as a race. Nothing else is suppressed. Exported, because the sanitizer is a shared library.
extern "C" [[gnu::visibility("default")]] const char *__tsan_default_suppressions();
extern "C" const char *__tsan_default_suppressions() {
  return "called_from_lib:libtbb.so\n";
}
#endif
