#include "compiler/frontend/cached_source.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "compiler/cache/key.h"
#include "compiler/container/bytes.h"
#include "compiler/frontend/current_files.h"

namespace mux::compiler {
namespace {

/// The current directory if there is debug information, which contains it.
std::string folder_of_debug_information(const BuildOptions &options) {
  std::error_code error;
  return options.debug_information ? std::filesystem::current_path(error).string() : "";
}

void write_strings(ByteWriter &key, const std::vector<std::string> &strings) {
  key.integer<uint64_t>(strings.size());
  for (const std::string &string : strings) {
    key.string(string);
  }
}

// Structured bindings, so that adding a member without updating the key does not compile. The
// output is not part of the key, because it is derived from the bitcode later.
std::string source_key(const SourceRequest &request, const BuildOptions &build_options) {
  // `opens_constants` has no effect on OpenCL C.
  const auto &[source, name, option_text, headers, output, opens_constants] = request;
  // The math options are among the arguments of Clang.
  const auto &[language_version, include_directories, clang_arguments, math, optimize,
               debug_information, bracket_depth] = build_options;
  ByteWriter key;
  key.string("source");
  write_content(key, source);
  key.string(name);
  key.integer<uint64_t>(headers.size());
  for (const EmbeddedHeader &header : headers) {
    key.string(header.name);
    write_content(key, header.source);
  }
  key.string(language_version);
  write_strings(key, include_directories);
  write_strings(key, clang_arguments);
  key.boolean(optimize);
  key.boolean(debug_information);
  key.integer<uint32_t>(bracket_depth);
  key.string(folder_of_debug_information(build_options));
  return key.take();
}

/// Whether all queries still have the recorded answers.
bool is_up_to_date(const FileRecord &record, const SourceRequest &request) {
  CurrentFiles files(request.headers);
  return std::all_of(record.answers.begin(), record.answers.end(), [&](const FileAnswer &noted) {
    return files.ask(noted.question, noted.path) == noted.answer;
  });
}

void write_record(ByteWriter &value, const FileRecord &record) {
  value.integer<uint64_t>(record.answers.size());
  for (const auto &[question, path, answer] : record.answers) {
    value.integer<uint8_t>(static_cast<uint8_t>(question));
    value.string(path);
    value.string(answer);
  }
}

/// Counts are not trusted: reading stops at the end of the bytes.
bool read_record(ByteReader &reader, FileRecord &record) {
  const auto count = reader.integer<uint64_t>();
  for (uint64_t i = 0; i < count && reader.ok(); ++i) {
    const auto question = reader.integer<uint8_t>();
    if (question > static_cast<uint8_t>(FileQuery::content)) {
      return false;
    }
    FileAnswer &answer = record.answers.emplace_back();
    answer.question = static_cast<FileQuery>(question);
    answer.path = reader.string();
    answer.answer = reader.string();
  }
  return reader.ok();
}

bool read_bitcode(ByteReader &reader, Bitcode &bitcode, std::string_view &log) {
  log = reader.string();
  const auto count = reader.integer<uint64_t>();
  for (uint64_t i = 0; i < count && reader.ok(); ++i) {
    bitcode.kernel_names.emplace_back(reader.string());
  }
  bitcode.bytes = reader.string();
  return reader.ok() && reader.remaining() == 0;
}

}  // namespace

CachedSource::CachedSource(const SourceRequest &request, const BuildOptions &options)
    : cache_(CodeCache::of_process()), request_(request) {
  if (cache_ != nullptr) {
    key_ = source_key(request, options);
  }
}

bool CachedSource::find(Bitcode &bitcode, std::string &log) const {
  std::string value;
  if (cache_ == nullptr || !cache_->find(key_, value)) {
    return false;
  }
  ByteReader reader(value);
  FileRecord record;
  Bitcode kept;
  std::string_view kept_log;
  if (!read_record(reader, record) || !read_bitcode(reader, kept, kept_log) ||
      !is_up_to_date(record, request_)) {
    return false;
  }
  bitcode = std::move(kept);
  log += kept_log;
  return true;
}

void CachedSource::store(const Bitcode &bitcode, std::string_view log,
                         const FileRecord &record) const {
  if (cache_ == nullptr || !record.is_complete) {
    return;
  }
  ByteWriter value;
  write_record(value, record);
  value.string(log);
  write_strings(value, bitcode.kernel_names);
  value.string(bitcode.bytes);
  cache_->store(key_, "source " + request_.name, value.take());
}

}  // namespace mux::compiler
