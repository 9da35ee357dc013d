/// @file
/// Macros for Clang's thread-safety analysis (-Wthread-safety): which lock guards which member, and
/// which locks a function requires, acquires or releases. Empty for other compilers.
#pragma once

#if defined(__clang__)
#define MUX_THREAD_ANNOTATION(words) __attribute__((words))
#else
#define MUX_THREAD_ANNOTATION(words)
#endif

/// A lock class, and a scoped lock class.
#define MUX_CAPABILITY(name) MUX_THREAD_ANNOTATION(capability(name))
#define MUX_SCOPED_CAPABILITY MUX_THREAD_ANNOTATION(scoped_lockable)

/// A member guarded by a lock, and a pointer whose pointee is.
#define MUX_GUARDED_BY(lock) MUX_THREAD_ANNOTATION(guarded_by(lock))
#define MUX_PT_GUARDED_BY(lock) MUX_THREAD_ANNOTATION(pt_guarded_by(lock))

/// Functions that must be called with the locks held, or without.
#define MUX_REQUIRES(...) MUX_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define MUX_EXCLUDES(...) MUX_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))

/// Functions that acquire or release locks; the object itself if none is named.
#define MUX_ACQUIRE(...) MUX_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define MUX_RELEASE(...) MUX_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define MUX_TRY_ACQUIRE(...) MUX_THREAD_ANNOTATION(try_acquire_capability(__VA_ARGS__))

/// Disables the analysis for a function; its comment must state why it is correct.
#define MUX_NO_THREAD_SAFETY_ANALYSIS MUX_THREAD_ANNOTATION(no_thread_safety_analysis)
