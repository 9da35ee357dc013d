// jpeglib.h needs the types of stdio.h.
#include <cstdio>
// clang-format off
#include <jpeglib.h>
// clang-format on

#include <csetjmp>

#include "common/command_line.h"
#include "muxdemo/picture.h"

namespace mux::demo {

namespace {

// libjpeg's error handler must not return: it calls longjmp() to the caller of the failed function.
// Frames in between must not have objects with destructors, so the two functions that call libjpeg
// have none.
class Decoder {
 public:
  explicit Decoder(const std::string &bytes) : bytes_(bytes) {
    decoder_.err = jpeg_std_error(&errors_);
    decoder_.client_data = this;
    errors_.error_exit = [](j_common_ptr decoder) {
      Decoder &self = *static_cast<Decoder *>(decoder->client_data);
      decoder->err->format_message(decoder, self.message_);
      std::longjmp(self.failed_, 1);
    };
    errors_.output_message = [](j_common_ptr decoder) {
      decoder->err->format_message(decoder, static_cast<Decoder *>(decoder->client_data)->message_);
    };
  }
  Decoder(const Decoder &) = delete;
  Decoder &operator=(const Decoder &) = delete;
  ~Decoder() { jpeg_destroy_decompress(&decoder_); }

  bool read_header() {
    if (setjmp(failed_) != 0) {
      return false;
    }
    jpeg_create_decompress(&decoder_);
    jpeg_mem_src(&decoder_, reinterpret_cast<const unsigned char *>(bytes_.data()), bytes_.size());
    jpeg_read_header(&decoder_, TRUE);
    decoder_.out_color_space = JCS_RGB;
    return true;
  }

  bool read_pixels(uint8_t *rgba) {
    if (setjmp(failed_) != 0) {
      return false;
    }
    jpeg_start_decompress(&decoder_);
    while (decoder_.output_scanline < decoder_.output_height) {
      JSAMPROW row = rgba + size_t{4} * decoder_.output_width * decoder_.output_scanline;
      jpeg_read_scanlines(&decoder_, &row, 1);
      // From right to left, because the four bytes of a pixel overwrite three of the following
      // pixels.
      for (size_t x = decoder_.output_width; x-- > 0;) {
        const uint8_t red = row[x * 3];
        const uint8_t green = row[x * 3 + 1];
        const uint8_t blue = row[x * 3 + 2];
        row[x * 4] = red;
        row[x * 4 + 1] = green;
        row[x * 4 + 2] = blue;
        row[x * 4 + 3] = 255;
      }
    }
    jpeg_finish_decompress(&decoder_);
    return true;
  }

  size_t width() const { return decoder_.image_width; }
  size_t height() const { return decoder_.image_height; }
  /// The last error or warning; empty if there was none.
  const char *message() const { return message_; }

 private:
  const std::string &bytes_;
  jpeg_decompress_struct decoder_ = {};
  jpeg_error_mgr errors_ = {};
  std::jmp_buf failed_ = {};
  char message_[JMSG_LENGTH_MAX] = {};
};

}  // namespace

bool is_jpeg(const std::string &bytes) {
  return bytes.starts_with("\xff\xd8\xff");
}

Picture decode_jpeg(const std::string &bytes, std::string &warning) {
  Decoder decoder(bytes);
  if (!decoder.read_header()) {
    throw tools::UsageError(decoder.message());
  }
  Picture picture = make_picture(decoder.width(), decoder.height());
  if (!decoder.read_pixels(picture.rgba.data())) {
    throw tools::UsageError(decoder.message());
  }
  warning = decoder.message();
  return picture;
}

}  // namespace mux::demo
