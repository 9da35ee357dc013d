/// @file
/// How answers of a record of files are written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/cache/key.h"
#include "compiler/container/bytes.h"

namespace mux::compiler {

/// Where Clang finds a file or folder.
struct FilePlace {
  bool is_folder = false;
  /// What a folder's size says changes with every file in it, and does not count.
  uint64_t size = 0;
  bool is_in_memory = false;
  /// Which one it is of those on disk that answers were about.
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
