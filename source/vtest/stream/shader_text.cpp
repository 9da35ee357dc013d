#include "vtest/stream/shader_text.h"

#include <algorithm>
#include <utility>

namespace mux::vtest::stream {

bool ShaderText::add(const CreateShader &piece) {
  if (piece.continuation) {
    if (total_ == 0 || piece.length_or_offset != text_.size()) {
      return false;
    }
  } else {
    if (total_ != 0 || piece.length_or_offset == 0 || piece.length_or_offset > max_bytes) {
      return false;
    }
    total_ = piece.length_or_offset;
  }
  // The last word may have undefined bytes after the text.
  const size_t bytes = std::min<size_t>(piece.text.size_bytes(), total_ - text_.size());
  if (piece.text.size_bytes() >= bytes + sizeof(uint32_t)) {
    return false;
  }
  text_.append(reinterpret_cast<const char *>(piece.text.data()), bytes);
  return true;
}

std::string ShaderText::take() && {
  text_.resize(std::min(text_.size(), text_.find('\0')));
  return std::move(text_);
}

}  // namespace mux::vtest::stream
