#include "muxdemo/picture.h"

#include "common/command_line.h"
#include "common/files.h"

namespace mux::demo {

Picture read_picture(const std::string &path, std::string &warning) {
  const std::string bytes = tools::read_file(path);
  try {
    if (is_png(bytes)) {
      return decode_png(bytes);
    }
    if (is_jpeg(bytes)) {
      return decode_jpeg(bytes, warning);
    }
    throw tools::UsageError("it is neither PNG nor JPEG");
  } catch (const tools::UsageError &error) {
    throw tools::UsageError("cannot read the picture '" + path + "': " + error.what());
  }
}

Picture make_picture(size_t width, size_t height) {
  if (width == 0 || height == 0 || width >= max_pixels / height) {
    throw tools::UsageError("a picture of " + std::to_string(width) + " x " +
                            std::to_string(height) + " pixels is not supported");
  }
  return {width, height, std::vector<uint8_t>(width * height * 4)};
}

}  // namespace mux::demo
