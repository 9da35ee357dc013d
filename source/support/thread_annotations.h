/// @file
/// Which lock guards what, in words that Clang checks (-Wthread-safety): a member is touched only
/// with its lock held, a function that needs a lock is called only with it, and every lock is given
/// back. For other compilers they are nothing.
#pragma once

#if defined(__clang__)
#define MUX_THREAD_ANNOTATION(words) __attribute__((words))
#else
#define MUX_THREAD_ANNOTATION(words)
#endif

/// A class whose objects are locks, and one whose objects hold a lock while they live.
#define MUX_CAPABILITY(name) MUX_THREAD_ANNOTATION(capability(name))
#define MUX_SCOPED_CAPABILITY MUX_THREAD_ANNOTATION(scoped_lockable)

/// A member under a lock, and a pointer to what is under it.
#define MUX_GUARDED_BY(lock) MUX_THREAD_ANNOTATION(guarded_by(lock))
#define MUX_PT_GUARDED_BY(lock) MUX_THREAD_ANNOTATION(pt_guarded_by(lock))

/// Functions called with locks held, and without them, because they take them.
#define MUX_REQUIRES(...) MUX_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define MUX_EXCLUDES(...) MUX_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))

/// Functions that take locks and give them back: their own object's if none is named.
#define MUX_ACQUIRE(...) MUX_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define MUX_RELEASE(...) MUX_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define MUX_TRY_ACQUIRE(...) MUX_THREAD_ANNOTATION(try_acquire_capability(__VA_ARGS__))

/// A function that is right for a reason the compiler cannot know, which its comment says.
#define MUX_NO_THREAD_SAFETY_ANALYSIS MUX_THREAD_ANNOTATION(no_thread_safety_analysis)
