/// @file
/// Joins the pieces of a shader's text.
#pragma once

#include <cstdint>
#include <string>

#include "vtest/stream/objects.h"

namespace mux::vtest::stream {

/// The text of one shader, whose pieces arrive in order.
class ShaderText {
 public:
  /// Longest text in bytes: the limit keeps a client from reserving memory by a number alone.
  static constexpr uint32_t max_bytes = 64U << 20;

  /// Adds a piece. False if it does not continue the text: a first piece after others, a gap, a
  /// length beyond the limit, or bytes after the end.
  bool add(const CreateShader &piece);

  bool is_complete() const { return total_ != 0 && text_.size() == total_; }

  /// The text without its final NUL, of a complete shader.
  std::string take() &&;

 private:
  uint32_t total_ = 0;
  std::string text_;
};

}  // namespace mux::vtest::stream
