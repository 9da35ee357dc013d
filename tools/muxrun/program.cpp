#include "muxrun/program.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string_view>

#include "common/command_line.h"
#include "common/files.h"
#include "common/shell_word.h"

namespace mux::run {

namespace {

bool is_source(std::string_view path, std::string_view content) {
  if (path.ends_with(".cl") || path.ends_with(".spv")) {
    return true;
  }
  // Files with other extensions are source if they are text.
  return !path.ends_with(".mux") && !path.ends_with(".bc") && !path.ends_with(".o") &&
         content.find('\0') == std::string_view::npos;
}

Executable load_source(const Device &device, const std::string &path, const std::string &source,
                       const std::vector<std::string> &defines, std::string options,
                       std::span<const ConstantValue> constants) {
  for (const std::string &define : defines) {
    options += ' ' + tools::shell_word("-D" + define);
  }
  // The folder of the source is searched for includes.
  const std::string folder = std::filesystem::path(path).parent_path().string();
  options += ' ' + tools::shell_word("-I" + (folder.empty() ? "." : folder));
  try {
    const Compilation compilation(source, options, path, mux_compile_output_portable,
                                  default_allocator(), {}, mux_compile_language_detect,
                                  /*open_constants=*/!constants.empty());
    std::fputs(compilation.log(), stderr);
    return Executable(device, compilation.binary(), constants);
  } catch (const CompileError &error) {
    throw tools::UsageError("'" + path + "' does not compile:\n" + error.what());
  }
}

}  // namespace

Executable load(const Device &device, const std::string &path,
                const std::vector<std::string> &defines, const std::string &build_options,
                std::span<const ConstantValue> constants) {
  const std::string content = tools::read_file(path);
  if (content.empty()) {
    throw tools::UsageError("'" + path + "' is empty");
  }
  try {
    if (is_source(path, content)) {
      return load_source(device, path, content, defines, build_options, constants);
    }
    if (!defines.empty() || !build_options.empty()) {
      throw tools::UsageError("--define and --options are for source; '" + path + "' is a binary");
    }
    return Executable(device, std::as_bytes(std::span(content)), constants);
  } catch (const Error &error) {
    const bool is_refused = error.result() == mux_error_invalid_value && !constants.empty();
    if (error.result() != mux_error_invalid_binary && !is_refused) {
      throw;
    }
    throw tools::UsageError("'" + path + "' cannot be loaded: " + error.what());
  }
}

Kernel find_kernel(const Executable &executable, const std::string &path, const std::string &name) {
  const std::vector<std::string> names = executable.kernel_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string list;
    for (const std::string &existing : names) {
      list += (list.empty() ? "" : ", ") + existing;
    }
    throw tools::UsageError("'" + path + "' has no kernel '" + name + "'; it has " +
                            (list.empty() ? "none" : list));
  }
  try {
    return Kernel(executable, name);
  } catch (const Error &error) {
    if (error.result() != mux_error_invalid_binary) {
      throw;
    }
    throw tools::UsageError("'" + path + "' cannot be run: " + error.what());
  }
}

}  // namespace mux::run
