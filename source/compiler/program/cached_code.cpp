#include "compiler/program/cached_code.h"

#include <algorithm>
#include <utility>

#include "compiler/cache/key.h"
#include "compiler/container/bytes.h"
#include "compiler/container/container.h"
#include "compiler/interface/pass_debugging.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {
namespace {

/// Prefixes of keys, one for each kind of value.
constexpr std::string_view code_kind = "code";
constexpr std::string_view outline_kind = "outline";

/// @return NULL if there is no cache, or if it must be bypassed: passes are printed, or the target
/// processor is unknown.
const CodeCache *usable_cache() {
  const CodeCache *cache = CodeCache::of_process();
  return cache == nullptr || !is_code_target_known() || is_pass_debugging_enabled() ? nullptr
                                                                                    : cache;
}

/// Adds the inputs of all values to the key: the target and the bitcode.
void write_surroundings(ByteWriter &key, std::string_view kind, std::string_view bitcode) {
  const auto &[triple, cpu, features] = code_target();
  key.string(kind);
  key.string(triple);
  key.string(cpu);
  key.string(features);
  write_content(key, bitcode);
}

void write_range(ByteWriter &key, const FixedRange &range) {
  const auto &[local_size, no_offset, local_blocks] = range;
  for (const uint64_t size : local_size) {
    key.integer<uint64_t>(size);
  }
  key.boolean(no_offset);
  for (const uint16_t block : local_blocks) {
    key.integer<uint16_t>(block);
  }
}

void write_shape(ByteWriter &key, const RangeShape &shape) {
  const auto &[dimensions, has_small_ids, has_long_rows, lane_dimension, multiple_of,
               scalar_remainder, has_distinct_buffers, opaque_arguments] = shape;
  key.integer<uint32_t>(dimensions);
  key.boolean(has_small_ids);
  key.boolean(has_long_rows);
  key.integer<uint32_t>(lane_dimension);
  for (const uint32_t multiple : multiple_of) {
    key.integer<uint32_t>(multiple);
  }
  key.boolean(scalar_remainder);
  key.boolean(has_distinct_buffers);
  for (const uint16_t argument : opaque_arguments) {
    key.integer<uint16_t>(argument);
  }
}

void write_constants(ByteWriter &key, const std::vector<ConstantValue> &constants) {
  key.integer<uint64_t>(constants.size());
  for (const auto &[symbol, bytes] : constants) {
    key.string(symbol);
    key.string(bytes);
  }
}

void write_specialization(ByteWriter &key, const Specialization &specialization) {
  const auto &[range, arguments, strategy, shape, tier, only_cached] = specialization;
  key.boolean(range.has_value());
  if (range.has_value()) {
    write_range(key, *range);
  }
  key.integer<uint64_t>(arguments.size());
  for (const auto &[index, bits] : arguments) {
    key.integer<uint64_t>(index);
    key.integer<uint64_t>(bits);
  }
  key.boolean(strategy.has_value());
  if (strategy.has_value()) {
    key.integer<uint8_t>(static_cast<uint8_t>(*strategy));
  }
  key.boolean(shape.has_value());
  if (shape.has_value()) {
    write_shape(key, *shape);
  }
  key.integer<uint8_t>(static_cast<uint8_t>(tier));
}

// Structured bindings, so that adding a member without updating the key does not compile.
std::string code_key(std::string_view bitcode, const CompileRequest &request,
                     const VectorWidth &width, CompiledResult result) {
  const auto &[kernel, specialization, required_groups, sub_group_size, constants] = request;
  const auto &[mode, lanes] = width;
  ByteWriter key;
  write_surroundings(key, code_kind, bitcode);
  key.string(kernel);
  write_specialization(key, specialization);
  key.integer<uint8_t>(static_cast<uint8_t>(required_groups));
  key.integer<uint32_t>(sub_group_size);
  write_constants(key, constants);
  key.integer<uint8_t>(static_cast<uint8_t>(mode));
  key.integer<uint32_t>(lanes);
  key.integer<uint8_t>(static_cast<uint8_t>(result));
  return key.take();
}

/// The label of an entry, for users: "kernel scale, 1 dimension, local size 64x1x1, argument 2 is
/// 64, in loops", "kernel copy, 1 dimension, whole packets".
std::string code_label(const CompileRequest &request, CompiledResult result) {
  std::string label = request.kernel.empty() ? "all kernels" : "kernel " + request.kernel;
  for (const auto &[symbol, bytes] : request.constants) {
    label += ", constant " + symbol + " given";
  }
  if (result == CompiledResult::descriptions) {
    return "description of " + label;
  }
  const auto &[range, arguments, strategy, shape, tier, only_cached] = request.specialization;
  label += tier == CodeTier::quick ? ", quick" : "";
  if (shape.has_value()) {
    label += ", " + std::to_string(shape->dimensions) +
             (shape->dimensions == 1 ? " dimension" : " dimensions");
    label += shape->multiple_of == RangeShape().multiple_of ? "" : ", whole packets";
    label += shape->scalar_remainder ? ", scalar remainder" : "";
    label += shape->has_distinct_buffers ? ", distinct buffers" : "";
    label += shape->opaque_arguments != OpaqueArguments() ? ", known images" : "";
  }
  if (range.has_value()) {
    const auto &[x, y, z] = range->local_size;
    label += ", local size " + std::to_string(x) + "x" + std::to_string(y) + "x" +
             std::to_string(z) + (range->no_offset ? ", no offset" : "");
    label += range->local_blocks != LocalBlocks() ? ", known local memory" : "";
  }
  for (const auto &[index, bits] : arguments) {
    label += ", argument " + std::to_string(index) + " is " + std::to_string(bits);
  }
  if (strategy.has_value()) {
    switch (*strategy) {
      case VectorizationStrategy::loops:
        return label + ", in loops";
      case VectorizationStrategy::packets:
        return label + ", in packets";
      case VectorizationStrategy::scalar:
        return label + ", scalar";
    }
  }
  return label;
}

std::string write_object(const CompiledObject &object) {
  // `tier` is part of the key, and `is_kept` is set when the entry is read.
  const auto &[code, kernels, cpu, cpu_features, compile_time, tier, is_kept] = object;
  ByteWriter value;
  value.integer<uint64_t>(static_cast<uint64_t>(std::max<int64_t>(compile_time.count(), 0)));
  Container container;
  container.kind = CodeKind::object;
  container.cpu = cpu;
  container.cpu_features = cpu_features;
  container.kernels = kernels;
  container.code = code;
  value.raw(write_container(container));
  return value.take();
}

bool read_object(std::string_view value, CompiledObject &object) {
  ByteReader reader(value);
  const auto compile_time = reader.integer<uint64_t>();
  Container container;
  std::string error;
  if (!reader.ok() || compile_time > INT64_MAX ||
      !read_container(reader.raw(reader.remaining()), container, error) ||
      container.kind != CodeKind::object) {
    return false;
  }
  object.compile_time = std::chrono::nanoseconds(compile_time);
  object.cpu = std::move(container.cpu);
  object.cpu_features = std::move(container.cpu_features);
  object.kernels = std::move(container.kernels);
  object.code = container.code;
  return true;
}

std::string write_outline(const ProgramOutline &outline) {
  const auto &[kernels, shares_variables, global_variable_size, constants] = outline;
  ByteWriter value;
  value.boolean(shares_variables);
  value.integer<uint64_t>(global_variable_size);
  value.integer<uint64_t>(constants.size());
  for (const auto &[symbol, id, is_fixed, default_value] : constants) {
    value.string(symbol);
    value.boolean(id.has_value());
    value.integer<uint32_t>(id.value_or(0));
    value.boolean(is_fixed);
    value.string(default_value);
  }
  for (const std::string &kernel : kernels) {
    value.string(kernel);
  }
  return value.take();
}

/// Stops at the first that does not fit: the reader fails then.
void read_constants(ByteReader &reader, std::vector<ProgramConstant> &constants) {
  const auto count = reader.integer<uint64_t>();
  for (uint64_t i = 0; i < count && reader.ok(); ++i) {
    ProgramConstant &constant = constants.emplace_back();
    constant.symbol = reader.string();
    const bool has_id = reader.boolean();
    const auto id = reader.integer<uint32_t>();
    constant.id = has_id ? std::optional(id) : std::nullopt;
    constant.is_fixed = reader.boolean();
    constant.default_value = reader.string();
  }
}

bool read_outline(std::string_view value, ProgramOutline &outline) {
  ProgramOutline result;
  ByteReader reader(value);
  result.shares_variables = reader.boolean();
  result.global_variable_size = reader.integer<uint64_t>();
  read_constants(reader, result.constants);
  while (reader.ok() && reader.remaining() != 0) {
    result.kernels.emplace_back(reader.string());
  }
  outline = std::move(result);
  return reader.ok();
}

}  // namespace

CachedCode::CachedCode(std::string_view bitcode, const CompileRequest &request,
                       const VectorWidth &width, CompiledResult result)
    : cache_(usable_cache()), tier_(request.specialization.tier) {
  if (cache_ != nullptr) {
    key_ = code_key(bitcode, request, width, result);
    label_ = code_label(request, result);
  }
}

bool CachedCode::find(CompiledObject &object) const {
  std::string value;
  object.tier = tier_;
  object.is_kept = cache_ != nullptr && cache_->find(key_, value) && read_object(value, object);
  return object.is_kept;
}

void CachedCode::store(const CompiledObject &object) const {
  if (cache_ != nullptr) {
    cache_->store(key_, label_, write_object(object));
  }
}

CachedOutline::CachedOutline(std::string_view bitcode) : cache_(usable_cache()) {
  if (cache_ != nullptr) {
    ByteWriter key;
    write_surroundings(key, outline_kind, bitcode);
    key_ = key.take();
  }
}

bool CachedOutline::find(ProgramOutline &outline) const {
  std::string value;
  return cache_ != nullptr && cache_->find(key_, value) && read_outline(value, outline);
}

void CachedOutline::store(const ProgramOutline &outline) const {
  if (cache_ == nullptr) {
    return;
  }
  const std::string label = "outline of a program: " + std::to_string(outline.kernels.size()) +
                            (outline.kernels.size() == 1 ? " kernel" : " kernels");
  cache_->store(key_, label, write_outline(outline));
}

}  // namespace mux::compiler
