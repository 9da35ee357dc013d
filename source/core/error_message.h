/// @file
/// The text behind muxGetLastErrorMessage(): one fixed buffer in each thread.
///
/// The buffer belongs to its thread; a function here touches the calling thread's only. Nothing
/// fails and nothing allocates: a text that is too long is cut.
#pragma once

#include <cstdarg>

namespace mux::core {

/// Replaces the text by "entry_point: " and the formatted message.
void set_error_message(const char *entry_point, const char *format, std::va_list arguments);

/// Brackets the call of a hook: after begin_hook(), end_failed_hook() can tell whether the hook
/// said what was wrong (muxSetLastErrorMessage). If so its text gets the entry point's name in
/// front, unless it has it already; if not, `fallback` is the text.
void begin_hook();
void end_failed_hook(const char *entry_point, const char *fallback);

}  // namespace mux::core
