#include "muxdemo/picture.h"

#include "common/command_line.h"
#include "common/files.h"

namespace mux::demo {

Picture read_picture(const std::string &path, std::string &warning) {
  const std::string bytes = tools::read_file(path);
  try {
    if (tools::is_png(bytes)) {
      return tools::decode_png(bytes);
    }
    if (is_jpeg(bytes)) {
      return decode_jpeg(bytes, warning);
    }
    throw tools::UsageError("the file is neither PNG nor JPEG");
  } catch (const tools::UsageError &error) {
    throw tools::UsageError("cannot read the picture '" + path + "': " + error.what());
  }
}

}  // namespace mux::demo
