#include "opencl/program/compiler.h"

#include <mux/compiler.h>
#include <mux/extensions.h>

#include <algorithm>

#include "client/allocator.h"
#include "opencl/program/options.h"

namespace mux::opencl::compiler {
namespace {

class Compilation {
 public:
  Compilation() = default;
  ~Compilation() {
    if (made_ != nullptr) {
      muxDestroyCompilation(made_, client::allocator());
    }
  }
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;

  mux_compilation_t *out() { return &made_; }
  std::string log() const { return made_ != nullptr ? muxGetCompilationLog(made_) : ""; }
  std::string code() const {
    return {static_cast<const char *>(muxGetCompilationBinary(made_)),
            muxGetCompilationBinaryLength(made_)};
  }

 private:
  mux_compilation_t made_ = nullptr;
};

/// Whether a compilation or link succeeded. Throws for failures that have no log.
bool succeeded(mux_result_t result, cl_int unavailable) {
  require(result != mux_error_feature_unsupported, unavailable, nullptr);
  require(result == mux_success || result == mux_error_failure, code_of(result), nullptr);
  return result == mux_success;
}

mux_compile_info_t info_of(const std::string &source, const std::string &options) {
  mux_compile_info_t info{};
  info.source = source.data();
  info.source_length = source.size();
  info.options = options.c_str();
  return info;
}

bool compile_to(const mux_compile_info_t &info, Compilation &compilation) {
  return succeeded(muxCompile(&info, client::allocator(), compilation.out()),
                   CL_COMPILER_NOT_AVAILABLE);
}

}  // namespace

Result compile(const Source &source, const std::string &options, cl_program_binary_type type,
               std::span<const Header> headers, std::span<const Specialization> specialization) {
  // mux rejects empty source.
  const std::string text(source.text.empty() ? "\n" : source.text);
  const std::string all_options = add_include_folders(options);
  std::vector<mux_compile_header_t> header_infos;
  for (const Header &header : headers) {
    header_infos.push_back({header.name.c_str(), header.source.data(), header.source.size()});
  }
  mux_compile_info_t info = info_of(text, all_options);
  info.language = source.is_module ? mux_compile_language_spirv : mux_compile_language_opencl_c;
  info.headers = header_infos.data();
  info.header_count = header_infos.size();
  std::vector<mux_specialization_value_t> values;
  for (const auto &[id, value] : specialization) {
    values.push_back({id, static_cast<uint32_t>(value.size()), value.data()});
  }
  info.specialization_values = values.data();
  info.specialization_value_count = values.size();
  info.output = type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE ? mux_compile_output_portable
                                                          : mux_compile_output_object;
  Compilation compilation;
  Result result;
  if (compile_to(info, compilation)) {
    const bool uniform =
        source.is_module ? demands_uniform_groups(options) : needs_uniform_groups(options);
    const bool argument_info = !source.is_module && has_option(options, "-cl-kernel-arg-info");
    result.binary = std::make_shared<const Binary>(
        Binary{type, uniform, argument_info, options, compilation.code()});
  }
  result.log = compilation.log();
  return result;
}

std::map<cl_uint, uint32_t> specialization_sizes(std::string_view module) {
  uint64_t count = 0;
  const auto list = [&](std::span<mux_specialization_constant_t> constants) {
    const mux_result_t result = muxGetSpecializationConstants(
        module.data(), module.size(), constants.size(), constants.data(), &count);
    require(result != mux_error_invalid_binary, CL_INVALID_VALUE, muxGetLastErrorMessage());
    require(result == mux_success, code_of(result), nullptr);
  };
  list({});
  std::vector<mux_specialization_constant_t> constants(count);
  list(constants);
  std::map<cl_uint, uint32_t> sizes;
  for (const mux_specialization_constant_t &constant : constants) {
    sizes.emplace(constant.id, constant.size);
  }
  return sizes;
}

bool takes(const std::string &options, std::string &log) {
  const std::string nothing = "\n";
  Compilation compilation;
  const bool taken = compile_to(info_of(nothing, options), compilation);
  log = compilation.log();
  return taken;
}

Result link(std::span<const std::shared_ptr<const Binary>> objects, const std::string &options) {
  std::vector<const void *> codes;
  std::vector<uint64_t> lengths;
  bool uniform = false;
  bool argument_info = true;
  for (const std::shared_ptr<const Binary> &object : objects) {
    codes.push_back(object->code.data());
    lengths.push_back(object->code.size());
    uniform = uniform || object->uniform_groups;
    argument_info = argument_info && object->argument_info;
  }
  const bool library = has_option(options, "-create-library");
  mux_link_info_t info{};
  info.binaries = codes.data();
  info.binary_lengths = lengths.data();
  info.binary_count = codes.size();
  info.options = options.c_str();
  info.output = library ? mux_compile_output_object : mux_compile_output_portable;
  Compilation compilation;
  Result result;
  const mux_result_t linked = muxLink(&info, client::allocator(), compilation.out());
  if (linked == mux_error_invalid_binary) {
    result.log = std::string(muxGetLastErrorMessage()) + "\n";
    return result;
  }
  if (succeeded(linked, CL_LINKER_NOT_AVAILABLE)) {
    result.binary = std::make_shared<const Binary>(
        Binary{library ? cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_LIBRARY}
                       : cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE},
               uniform, argument_info, options, compilation.code()});
  }
  result.log = compilation.log();
  return result;
}

bool linker_accepts(const std::string &options, std::string &log) {
  Result object = compile({"", false}, "", CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  Result linked = link(std::span(&object.binary, 1), options);
  log = std::move(linked.log);
  return linked.binary != nullptr;
}

}  // namespace mux::opencl::compiler
