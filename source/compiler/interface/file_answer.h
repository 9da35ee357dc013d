/// @file
/// Serialization of the answers in a file record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/cache/key.h"
#include "compiler/container/bytes.h"

namespace mux::compiler {

/// The identity of a file or folder for Clang.
struct FilePlace {
  bool is_folder = false;
  /// Ignored for folders, whose size changes with the files in them.
  uint64_t size = 0;
  bool is_in_memory = false;
  /// Index among the files and folders on disk that answers referred to.
  uint64_t index = 0;
};

inline std::string status_answer(const FilePlace &place) {
  ByteWriter answer;
  answer.boolean(place.is_folder);
  answer.integer<uint64_t>(place.is_folder ? 0 : place.size);
  answer.boolean(place.is_in_memory);
  answer.integer<uint64_t>(place.is_in_memory ? 0 : place.index);
  return answer.take();
}

inline std::string content_answer(std::string_view content) {
  ByteWriter answer;
  write_content(answer, content);
  return answer.take();
}

}  // namespace mux::compiler
