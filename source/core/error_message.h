/// @file
/// The text of muxGetLastErrorMessage(): one fixed-size buffer for each thread.
///
/// Functions access the calling thread's buffer only. Nothing fails or allocates: texts that are
/// too long are truncated.
#pragma once

#include <cstdarg>

namespace mux::core {

/// Replaces the text by "entry_point: " and the formatted message.
void set_error_message(const char *entry_point, const char *format, std::va_list arguments);

/// Enclose the call of a hook, to detect whether a failed hook has set an error text
/// (muxSetLastErrorMessage). If so, the text is prefixed with the entry point's name, unless it
/// already is; otherwise `fallback` becomes the text.
void begin_hook();
void end_failed_hook(const char *entry_point, const char *fallback);

}  // namespace mux::core
