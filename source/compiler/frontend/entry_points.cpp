/// The entry points of mux/compiler.h that need Clang: they validate their parameters, compile, and
/// create a compilation object with the results.

#include <mux/compiler.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/features/compiler_features.h"
#include "compiler/frontend/compilation.h"
#include "compiler/frontend/source_compiler.h"
#include "compiler/frontend/spirv_compiler.h"
#include "compiler/frontend/tgsi_compiler.h"
#include "compiler/spirv/words.h"
#include "compiler/tgsi/recognition.h"

namespace {

using mux::compiler::EmbeddedHeader;
using mux::compiler::SourceRequest;
using mux::compiler::SourceResult;

constexpr const char *compile_name = "muxCompile";
constexpr const char *features_name = "muxGetCompilerFeatures";
constexpr const char *without_frontend = "Mux was built without the OpenCL C frontend";

mux_result_t fail(mux_result_t result, const std::string &message) {
  return mux::compiler::fail(compile_name, result, message);
}

mux_result_t validate_headers(const mux_compile_info_t &info) {
  if (info.header_count != 0 && info.headers == nullptr) {
    return fail(mux_error_invalid_value, "info->headers is NULL, and info->header_count is not 0");
  }
  for (uint64_t i = 0; i < info.header_count; ++i) {
    const mux_compile_header_t &header = info.headers[i];
    const std::string place = mux::compiler::list_element("info->headers", i);
    if (header.name == nullptr || header.name[0] == '\0') {
      return fail(mux_error_invalid_value, place + ".name is NULL or empty");
    }
    if (header.source == nullptr && header.source_length != 0) {
      return fail(mux_error_invalid_value, place + ".source is NULL, and its length is not 0");
    }
  }
  return mux_success;
}

mux_result_t validate_specialization(const mux_compile_info_t &info) {
  if (info.specialization_value_count != 0 && info.specialization_values == nullptr) {
    return fail(
        mux_error_invalid_value,
        "info->specialization_values is NULL, and info->specialization_value_count is not 0");
  }
  for (uint64_t i = 0; i < info.specialization_value_count; ++i) {
    if (info.specialization_values[i].value == nullptr) {
      return fail(mux_error_invalid_value,
                  mux::compiler::list_element("info->specialization_values", i) + ".value is NULL");
    }
  }
  return mux_success;
}

mux_result_t validate(const mux_compile_info_t *info, const mux_allocator_info_t &allocator_info,
                      const mux_compilation_t *out_compilation) {
  if (info == nullptr) {
    return fail(mux_error_invalid_value, "info is NULL");
  }
  if (info->source == nullptr) {
    return fail(mux_error_invalid_value, "info->source is NULL");
  }
  if (info->source_length == 0) {
    return fail(mux_error_invalid_value, "info->source_length is 0");
  }
  if (info->output > mux_compile_output_object) {
    return fail(mux_error_invalid_value, "info->output is " + std::to_string(info->output) +
                                             ", not one of mux_compile_output_e");
  }
  if (info->language > mux_compile_language_tgsi) {
    return fail(mux_error_invalid_value, "info->language is " + std::to_string(info->language) +
                                             ", not one of mux_compile_language_e");
  }
  if (const mux_result_t result = validate_headers(*info); result != mux_success) {
    return result;
  }
  if (const mux_result_t result = validate_specialization(*info); result != mux_success) {
    return result;
  }
  return mux::compiler::check_allocator_and_result(compile_name, allocator_info, out_compilation);
}

SourceRequest request_of(const mux_compile_info_t &info) {
  SourceRequest request;
  request.source = std::string_view(info.source, info.source_length);
  request.name =
      info.source_name == nullptr || info.source_name[0] == '\0' ? "kernel.cl" : info.source_name;
  request.options = info.options == nullptr ? "" : info.options;
  request.output = info.output;
  request.opens_constants = info.open_constants != 0;
  std::transform(info.headers, info.headers + info.header_count,
                 std::back_inserter(request.headers), [](const mux_compile_header_t &header) {
                   return EmbeddedHeader{header.name,
                                         std::string_view(header.source, header.source_length)};
                 });
  return request;
}

SourceResult compile_module(const SourceRequest &request, const mux_compile_info_t &info,
                            std::string &binary, std::string &log) {
  std::vector<mux::compiler::spirv::SpecializationValue> values;
  for (uint64_t i = 0; i < info.specialization_value_count; ++i) {
    const mux_specialization_value_t &value = info.specialization_values[i];
    values.push_back({value.id, {static_cast<const char *>(value.value), value.size}});
  }
  return mux::compiler::compile_spirv(request, values, binary, log);
}

bool is_module(const mux_compile_info_t &info, std::string_view source) {
  return info.language == mux_compile_language_spirv ||
         (info.language == mux_compile_language_detect && mux::compiler::spirv::is_spirv(source));
}

bool is_shader(const mux_compile_info_t &info, std::string_view source) {
  return info.language == mux_compile_language_tgsi ||
         (info.language == mux_compile_language_detect && mux::compiler::tgsi::is_tgsi(source));
}

SourceResult compile_any(const mux_compile_info_t &info, std::string &binary, std::string &log) {
  const SourceRequest request = request_of(info);
  if (is_module(info, request.source)) {
    return compile_module(request, info, binary, log);
  }
  return is_shader(info, request.source) ? mux::compiler::compile_tgsi(request, binary, log)
                                         : mux::compiler::compile_source(request, binary, log);
}

mux_result_t compile(const mux_compile_info_t &info, const mux_allocator_info_t &allocator_info,
                     mux_compilation_t *out_compilation) {
  std::string binary;
  std::string log;
  const SourceResult result = compile_any(info, binary, log);
  if (result == SourceResult::unsupported) {
    return fail(mux_error_feature_unsupported, without_frontend);
  }
  if (result == SourceResult::out_of_memory) {
    return fail(mux_error_out_of_memory, "the compiler ran out of memory or threads");
  }
  *out_compilation = mux::compiler::create_compilation(allocator_info, binary, log);
  if (*out_compilation == nullptr) {
    return fail(mux_error_out_of_memory, "the allocator returned NULL");
  }
  return result == SourceResult::success ? mux_success
                                         : fail(mux_error_failure, mux::compiler::first_error(log));
}

}  // namespace

extern "C" mux_result_t muxCompile(const mux_compile_info_t *info,
                                   mux_allocator_info_t allocator_info,
                                   mux_compilation_t *out_compilation) {
  if (out_compilation != nullptr) {
    *out_compilation = nullptr;
  }
  return mux::compiler::catch_exceptions(compile_name, [&] {
    const mux_result_t result = validate(info, allocator_info, out_compilation);
    return result == mux_success ? compile(*info, allocator_info, out_compilation) : result;
  });
}

extern "C" mux_result_t muxGetCompilerFeatures(mux_compiler_features_t *out_features) {
  if (out_features == nullptr) {
    return mux::compiler::fail(features_name, mux_error_null_out_parameter, "out_features is NULL");
  }
  const mux_compiler_features_t *features = mux::compiler::compiler_features();
  *out_features = features == nullptr ? mux_compiler_features_t{} : *features;
  return features != nullptr
             ? mux_success
             : mux::compiler::fail(features_name, mux_error_feature_unsupported, without_frontend);
}
