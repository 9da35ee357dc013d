#include "muxcc/list.h"

#include <mux/mux.hpp>

#include "common/command_line.h"
#include "common/files.h"

namespace mux::cc {
namespace {

/// Bitcode of a compiler that dropped argument metadata has neither names nor types of arguments.
std::string describe(const mux_kernel_argument_info_t &argument) {
  std::string text = argument.type_name;
  if (text.empty()) {
    text = argument.kind == mux_kernel_argument_kind_plain_old_data
               ? std::to_string(argument.size) + " bytes"
               : "pointer";
  }
  if (argument.kind == mux_kernel_argument_kind_local_buffer) {
    text = "local " + text;
  }
  return *argument.name == '\0' ? text : text + ' ' + argument.name;
}

std::string declaration(const Kernel &kernel, const std::string &name) {
  std::string arguments;
  for (const mux_kernel_argument_info_t &argument : kernel.arguments()) {
    arguments += (arguments.empty() ? "" : ", ") + describe(argument);
  }
  return "kernel " + name + '(' + arguments + ")\n";
}

/// The bytes as one hexadecimal number.
std::string value_text(const mux_constant_info_t &constant) {
  const auto *bytes = static_cast<const unsigned char *>(constant.default_value);
  std::string text;
  for (uint64_t i = constant.size; i-- > 0;) {
    constexpr const char *digits = "0123456789abcdef";
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 0xF];
  }
  return "0x" + text;
}

std::string declaration(const mux_constant_info_t &constant) {
  const std::string name = constant.name != nullptr
                               ? std::string(constant.name)
                               : "specialization constant " + std::to_string(constant.id);
  return "constant " + name + ": " + std::to_string(constant.size) +
         (constant.size == 1 ? " byte" : " bytes") +
         (constant.size <= sizeof(uint64_t) ? ", default " + value_text(constant) : "") +
         (constant.is_fixed != 0 ? ", fixed when compiled" : "") + '\n';
}

/// One line for each constant of the program.
std::string constants_of(const Executable &executable) {
  std::string text;
  for (const mux_constant_info_t &constant : executable.constants()) {
    text += declaration(constant);
  }
  return text;
}

std::string no_constants(const Executable &) {
  return {};
}

std::string explanation(const Kernel &kernel, const std::string &name) {
  return "kernel " + name + ": " + std::string(kernel.vectorization()) + '\n';
}

std::string of_each_kernel(std::span<const std::byte> binary,
                           std::string (*describe_program)(const Executable &),
                           std::string (*describe_kernel)(const Kernel &, const std::string &)) {
  const Device device;
  const Executable executable(device, binary);
  const std::vector<std::string> names = executable.kernel_names();
  const std::vector<Kernel> kernels = make_kernels(executable, names);
  std::string text = describe_program(executable);
  for (size_t i = 0; i < names.size(); ++i) {
    text += describe_kernel(kernels[i], names[i]);
  }
  return text;
}

}  // namespace

std::string list_kernels(const std::string &path) {
  const std::string content = tools::read_file(path);
  try {
    return of_each_kernel(std::as_bytes(std::span(content)), constants_of, declaration);
  } catch (const Error &error) {
    if (error.result() != mux_error_invalid_binary && error.result() != mux_error_invalid_value) {
      throw;
    }
    throw tools::UsageError("cannot load '" + path + "': " + error.what());
  }
}

std::string explain_kernels(std::span<const std::byte> binary) {
  return of_each_kernel(binary, no_constants, explanation);
}

}  // namespace mux::cc
